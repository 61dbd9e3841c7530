import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { demoOf } from '../../../src/cli/seed-demo.ts'
import { writeDemoFile } from '../../../src/local/home/demo-file.ts'
import { homeFiles } from '../../../src/local/home/home.ts'
import { type Platform, type PlatformOptions, SECRET, startPlatform } from '../../support/platform.ts'

const MAIN = path.resolve(import.meta.dirname, '../../../src/cli/main.ts')

export interface CommandResult {
  readonly code: number | undefined
  readonly out: string
  readonly err: string
  /** Standard output as the one JSON document that it is. */
  readonly json: ReturnType<typeof JSON.parse>
}

export interface CommandOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A running service, and the command as a process in a folder of its own beside it. */
export interface OperatorBench {
  readonly platform: Platform
  /** Where the command runs. */
  readonly folder: string
  run(words: readonly string[], options?: CommandOptions): Promise<CommandResult>
  /** The printed shell command, as printed. */
  shell(command: string): Promise<ReturnType<typeof JSON.parse>>
  close(): Promise<void>
}

/**
 * @param options.worker whether questions are answered
 * @param options.env settings of the service
 */
export const operatorBench = async ({
  worker = false,
  env: serviceEnv = {},
}: Pick<PlatformOptions, 'worker' | 'env'> = {}): Promise<OperatorBench> => {
  const platform = await startPlatform({ worker, env: serviceEnv })
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-operator-'))
  const runtime = {
    ...{ base_url: platform.baseUrl, mongodb_uri: platform.env.MONGODB_URI },
    ...{ started_at: new Date(0).toISOString(), processes: {} },
  }
  const home = homeFiles(folder)
  await writeFile(home.runtime, JSON.stringify(runtime))
  await writeFile(home.secret, SECRET)
  await writeDemoFile(folder, demoOf(platform.access, platform.baseUrl, undefined))
  return {
    platform,
    folder,
    async run(words, { input = '', env = {} } = {}) {
      const settings = { TABLETALK_HOME: folder, MONGODB_URI: '', TABLETALK_SECRET: '', TEMPORAL_ADDRESS: '', ...env }
      const { exitCode, stdout, stderr } = await execa(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', MAIN, ...words],
        { cwd: folder, reject: false, input, env: settings },
      )
      const json = stdout.startsWith('{') ? JSON.parse(stdout) : undefined
      return { code: exitCode, out: stdout, err: stderr, json }
    },
    shell: async (command) => JSON.parse((await execa('bash', ['-c', command])).stdout),
    async close() {
      await platform.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
