import { execa } from 'execa'

/** A command of Docker that failed; the message says which, and what it printed last. */
export class DockerFailed extends Error {
  override readonly name = 'DockerFailed'
}

export interface DockerRun {
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** What it printed on its error stream is an answer too. */
  readonly both?: boolean
}

const LAST_LINES = 12
const TIMEOUT_MS = 20 * 60_000

/** Runs `docker` with these arguments. @returns what it printed. @throws DockerFailed */
export const docker = async (args: readonly string[], run: DockerRun = {}): Promise<string> => {
  const { failed, stdout, all, shortMessage } = await tried(args, run)
  if (!failed) return run.both === true ? (all ?? '') : stdout
  const lines = (all ?? shortMessage ?? '').trim().split('\n').slice(-LAST_LINES).join('\n  ')
  throw new DockerFailed(`docker ${args.slice(0, 3).join(' ')} failed:\n  ${lines}`)
}

/** As `docker`, where failing is an answer too. @returns undefined where it failed */
export const dockerOr = async (args: readonly string[], run: DockerRun = {}): Promise<string | undefined> => {
  const { failed, stdout } = await tried(args, run)
  return failed ? undefined : stdout
}

const tried = async (args: readonly string[], { input, cwd, env, signal, timeoutMs = TIMEOUT_MS }: DockerRun) => {
  const result = await execa('docker', args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    // The builder of every daemon, which needs no plugin of the client.
    env: { DOCKER_BUILDKIT: '0', ...env },
    all: true as const,
    reject: false as const,
    timeout: timeoutMs,
    maxBuffer: 512 * 1024 * 1024,
  })
  signal?.throwIfAborted()
  return result
}
