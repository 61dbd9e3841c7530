import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { registerAsk } from '../../../src/cli/chat/ask.ts'
import { registerCancel } from '../../../src/cli/chat/cancel.ts'
import { registerHistory } from '../../../src/cli/chat/history.ts'
import { registerResults } from '../../../src/cli/chat/results.ts'
import type { Terminal } from '../../../src/cli/terminal.ts'
import { type Reply, scriptedService } from './scripted-service.ts'

export const DEMO = {
  base_url: 'http://127.0.0.1:1',
  org_key: 'sk_demo',
  database_key: 'pk_demo',
  organization_id: 1,
  database_id: '5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01',
  tenants: [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
  ],
  scopes: ['anna'],
  temporal_ui: null,
}

/** Runs chat commands in this process with a recording terminal, against a scripted service. */
export class ChatBench {
  readonly home: string

  private constructor(home: string) {
    this.home = home
  }

  static async open(): Promise<ChatBench> {
    return new ChatBench(await mkdtemp(path.join(tmpdir(), 'chat-')))
  }

  close(): Promise<void> {
    return rm(this.home, { recursive: true })
  }

  /** Writes the home folder of a service that runs at `baseUrl`. */
  async running(baseUrl: string): Promise<void> {
    const runtime = { base_url: baseUrl, started_at: new Date(0).toISOString(), processes: {} }
    await writeFile(path.join(this.home, 'runtime.json'), JSON.stringify(runtime))
    await writeFile(path.join(this.home, 'demo.json'), JSON.stringify(DEMO))
  }

  /** Runs `use` with a service that gives these replies. */
  async against(
    replies: readonly Reply[],
    use: (service: Awaited<ReturnType<typeof scriptedService>>) => Promise<void>,
  ): Promise<void> {
    const service = await scriptedService(...replies)
    try {
      await this.running(service.url)
      await use(service)
    } finally {
      await service.close()
    }
  }

  /**
   * @param interrupted aborted by a simulated Ctrl-C
   * @returns what the terminal showed, and the exit code of the process
   */
  async run(
    words: readonly string[],
    { interrupted = new AbortController().signal, piped = false, typed = [] }: Surroundings = {},
  ) {
    const seen = { out: '', notes: '', failure: '', code: 0, statuses: [] as string[] }
    const lines = [...typed]
    const terminal: Terminal = {
      width: piped ? undefined : 80,
      colors: false,
      write: (text) => {
        seen.out += text
      },
      note: (text) => {
        seen.notes += `${text}\n`
      },
      fail: (text) => {
        seen.failure += text
        seen.code = 1
      },
      prompt: async (text) => {
        const line = lines.shift()
        if (line !== undefined) seen.out += text
        return line
      },
      exitWith: (code) => {
        seen.code = code
      },
      status: (text) => {
        if (text !== undefined) seen.statuses.push(text)
      },
      interruption: () => ({ signal: interrupted, release: () => undefined }),
    }
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
    for (const register of [registerAsk, registerHistory, registerResults, registerCancel])
      register(program, { terminal: () => terminal, home: () => this.home })
    await program.parseAsync(words, { from: 'user' })
    return seen
  }
}

interface Surroundings {
  readonly interrupted?: AbortSignal
  /** Whether the output is a pipe instead of a terminal. */
  readonly piped?: boolean
  /** What the user types at prompts; later prompts get no input. */
  readonly typed?: readonly string[]
}
