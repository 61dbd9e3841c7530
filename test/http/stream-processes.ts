import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const PROGRAM = path.join(import.meta.dirname, 'stream-process.ts')

/** Starts API processes that only serve streams, from an event log in one database. */
export class StreamProcesses {
  readonly #children: ChildProcess[] = []
  readonly #log: readonly [uri: string, database: string]

  constructor(uri: string, database: string) {
    this.#log = [uri, database]
  }

  async start(): Promise<{ readonly url: string; kill(): Promise<void> }> {
    const child = spawn(process.execPath, [PROGRAM, ...this.#log], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#children.push(child)
    const [port] = await once(createInterface(child.stdout), 'line')
    return {
      url: `http://127.0.0.1:${port}`,
      async kill() {
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
  }

  killAll(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }
}
