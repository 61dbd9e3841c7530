import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { OperatorError } from '../../platform/problems/operator-error.ts'
import { markProcess, type ProcessMark } from '../home/process-identity.ts'
import type { Progress } from '../progress.ts'
import { limitLogSize } from './limit-log-size.ts'
import { hasAnnounced, lastLines, openLog } from './server-log.ts'

export interface ServerProgram {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly log: string
  readonly readyWithinMs: number
  /** Printed by the server once it listens: until then, another server may be the one that responds on the port. */
  readonly announcement: string
  /** Whether the server responds. */
  probe(): Promise<boolean>
}

export interface Supervision {
  readonly progress: Progress
  /** Aborts an unfinished start, and prevents restarts. */
  readonly signal?: AbortSignal | undefined
  /** Called before a program that is missing is installed, which may take minutes. */
  readonly onInstall?: (() => void) | undefined
  /** Called with each process that is started, before it responds. */
  readonly onProcess?: ((mark: ProcessMark) => Promise<void>) | undefined
  /** Called once, when the server has crashed too often to be restarted. */
  readonly onGivenUp?: ((error: Error) => void) | undefined
}

/** A server that is kept running. */
export interface SupervisedServer {
  readonly pid: number
  /** Sends SIGTERM and waits for the exit; SIGKILL follows after some seconds. */
  stop(): Promise<void>
  /** Sends SIGKILL, without waiting. */
  kill(): void
}

/** The server did not start; the message ends with the last lines of its log. */
export class ServerDidNotStart extends OperatorError {
  override readonly name = 'ServerDidNotStart'
}

const STOP_MS = 5_000
/** A server that exits within this time counts as crashed at its start. */
const QUICK_MS = 3_000
const ATTEMPTS_MAX = 5

/**
 * A shell script that ends the server when its starter dies, even by `kill -9`: the shell becomes the server (`exec`), and its
 * background job waits for the end of a pipe that the starter holds. A line in the pipe ends the job without a signal.
 */
const WATCHDOG_SCRIPT = `
exec 3<&0 >>"$1" 2>&1
shift
{ read -r _ <&3 || {
  kill -TERM $$; n=0
  while [ $n -lt 50 ] && kill -0 $$; do sleep 0.1; n=$((n + 1)); done
  kill -KILL $$
}; } >/dev/null 2>&1 &
exec "$@" </dev/null 3<&-`

type Child = ReturnType<typeof spawnWatched>

/**
 * Starts a server in its own process group, waits until it responds, and restarts it when it exits.
 * @throws ServerDidNotStart
 */
export const supervise = async (program: ServerProgram, supervision: Supervision): Promise<SupervisedServer> => {
  const { progress, signal } = supervision
  const stopping = new AbortController()
  const ending = signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal])
  let running = await launch(program, supervision, ending)
  const stopLogLimit = limitLogSize(program.log)

  const restart = async (): Promise<Running> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch(program, supervision, ending)
      } catch (error) {
        if (ending.aborted || attempt === ATTEMPTS_MAX) throw error
        await sleep(100 * attempt)
      }
    }
  }
  const watch = async (): Promise<void> => {
    let quickExits = 0
    for (;;) {
      const begun = performance.now()
      const { signal: killedBy, exitCode } = await running.child
      if (ending.aborted) return
      quickExits = performance.now() - begun < QUICK_MS ? quickExits + 1 : 0
      if (quickExits === ATTEMPTS_MAX) {
        throw new ServerDidNotStart(`${program.name} crashed ${quickExits} times in a row. See ${program.log}`)
      }
      progress.note(`${program.name} exited (${killedBy ?? `exit code ${exitCode}`}); restarting it.`)
      running = await restart()
      progress.note(`${program.name} is running again (process ${running.pid}).`)
    }
  }
  const watching = watch().catch((error: unknown) => {
    if (!ending.aborted) supervision.onGivenUp?.(error instanceof Error ? error : new Error(String(error)))
  })

  return {
    get pid() {
      return running.pid
    },
    async stop() {
      stopping.abort()
      stopLogLimit()
      await end(running)
      await watching
    },
    kill() {
      stopping.abort()
      stopLogLimit()
      signalGroup(running.pid, 'SIGKILL')
    },
  }
}

interface Running {
  readonly child: Child
  readonly pid: number
}

const launch = async (program: ServerProgram, { onProcess }: Supervision, ending: AbortSignal): Promise<Running> => {
  const logged = await openLog(program.log)
  const begun = performance.now()
  const child = spawnWatched(program)
  const { pid } = child
  if (pid === undefined) throw new ServerDidNotStart(`${program.name}: could not run ${program.file}.`)
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  try {
    await onProcess?.(await markProcess(pid))
    while (!(await program.probe()) || !(await hasAnnounced(program, logged, begun))) {
      ending.throwIfAborted()
      if (ended) throw new Error('it exited immediately')
      if (performance.now() - begun > program.readyWithinMs) {
        throw new Error(`it did not respond within ${program.readyWithinMs / 1000} s`)
      }
      await sleep(25)
    }
    // Otherwise a server that is restarted while it is to stop would run on.
    ending.throwIfAborted()
    return { child, pid }
  } catch (error) {
    await end({ child, pid })
    ending.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServerDidNotStart(
      `${program.name} did not start: ${reason}; see ${program.log}\n${await lastLines(program.log)}`,
    )
  }
}

const spawnWatched = ({ file, args, env = {}, log }: ServerProgram) => {
  const isWatched = process.platform !== 'win32'
  const [command, commandArgs] = isWatched ? ['sh', ['-c', WATCHDOG_SCRIPT, 'sh', log, file, ...args]] : [file, args]
  return execa(command, commandArgs, {
    env,
    detached: isWatched,
    cleanup: false,
    reject: false,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
}

const end = async ({ child, pid }: Running): Promise<void> => {
  child.stdin.on('error', () => undefined)
  child.stdin.end('done\n')
  child.kill('SIGTERM')
  const killer = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_MS)
  await child
  clearTimeout(killer)
}

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It exited meanwhile.
  }
}
