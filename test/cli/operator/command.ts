import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { writeDemoFile } from '../../../src/local/home/demo-file.ts'
import { homeFiles } from '../../../src/local/home/home.ts'
import { demoOf } from '../../../src/platform/process/demo/seed-demo.ts'
import { type Platform, type PlatformOptions, SECRET, startPlatform } from '../../support/platform.ts'
import { CommandProcess } from '../command-process.ts'

/** Settings that the developer's environment may have; an empty setting counts as unset. */
const UNSET = { MONGODB_URI: '', TABLETALK_SECRET: '', TEMPORAL_ADDRESS: '', PORT: '' }

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Standard output parsed as JSON; undefined if it is not an object. */
  readonly json: ReturnType<typeof JSON.parse>
}

export interface CommandOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A running service, and the command with its own home folder. */
export interface OperatorBench {
  readonly platform: Platform
  /** Working directory and home folder of the command. */
  readonly folder: string
  /** Runs a command; commands run sequentially in one process. */
  run(words: readonly string[], options?: CommandOptions): Promise<CommandResult>
  /** Runs a shell command that the program printed. @returns its output, parsed as JSON */
  shell(command: string): Promise<ReturnType<typeof JSON.parse>>
  close(): Promise<void>
}

/**
 * @param options.worker whether a worker runs, which answers questions
 * @param options.env settings of the service
 * @param options.portal with the widget; none by default
 */
export const operatorBench = async ({
  worker = false,
  env: serviceEnv = {},
  portal,
}: Pick<PlatformOptions, 'worker' | 'env' | 'portal'> = {}): Promise<OperatorBench> => {
  const platform = await startPlatform({ worker, env: serviceEnv, ...(portal === undefined ? {} : { portal }) })
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-operator-'))
  const runtime = {
    base_url: platform.baseUrl,
    mongodb_uri: platform.env.MONGODB_URI,
    started_at: new Date(0).toISOString(),
    processes: {},
  }
  const home = homeFiles(folder)
  await writeFile(home.runtime, JSON.stringify(runtime))
  await writeFile(home.secret, SECRET)
  await writeDemoFile(folder, demoOf(platform.access, platform.baseUrl, undefined))
  const commands = new CommandProcess(folder)
  return {
    platform,
    folder,
    async run(words, { env, ...more } = {}) {
      const settings = { ...UNSET, TABLETALK_HOME: folder, ...env }
      const { code, out, err } = await commands.run({ words, env: settings, ...more })
      return { code, out, err, json: out.startsWith('{') ? JSON.parse(out) : undefined }
    },
    shell: async (command) => JSON.parse((await execa('bash', ['-c', command])).stdout),
    async close() {
      await commands.close()
      await platform.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
