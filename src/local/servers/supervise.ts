import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { Mendable } from '../../platform/problems/mendable.ts'
import { markProcess, type ProcessMark } from '../home/process-identity.ts'
import type { Progress } from '../progress.ts'
import { boundLog } from './bounded-log.ts'
import { hasAnnounced, lastLines, openLog } from './server-log.ts'

export interface ServerProgram {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly log: string
  readonly readyWithinMs: number
  /** Printed once the port is its own: another server may answer there while this one fails to get it. */
  readonly announcement: string
  /** Whether the server answers. */
  probe(): Promise<boolean>
}

export interface Supervision {
  readonly progress: Progress
  /** Its end makes an unfinished start fail, and calls off restarts. */
  readonly signal?: AbortSignal | undefined
  /** Called with each process that is started, before it answers. */
  readonly onProcess?: ((mark: ProcessMark) => Promise<void>) | undefined
  /** Called once, when the server has died too often to be started again. */
  readonly onGivenUp?: ((error: Error) => void) | undefined
}

/** A server that is kept running. */
export interface SupervisedServer {
  readonly pid: number
  /** Ends it and waits; the hard way after some seconds. */
  stop(): Promise<void>
  /** Ends it without waiting. */
  kill(): void
}

/** The server did not come up; the message ends with what it said. */
export class ServerDidNotStart extends Mendable {
  override readonly name = 'ServerDidNotStart'
}

const STOP_MS = 5_000
/** A server that lived shorter than this has not worked. */
const QUICK_MS = 3_000
const ATTEMPTS_MAX = 5

/**
 * Ends the server when its starter dies, even by `kill -9`: the shell becomes the server, and what it leaves in the
 * background waits for the end of a pipe that the starter holds. A word in the pipe calls that off.
 */
const LEASH = `
exec 3<&0 >>"$1" 2>&1
shift
{ read -r _ <&3 || {
  kill -TERM $$; n=0
  while [ $n -lt 50 ] && kill -0 $$; do sleep 0.1; n=$((n + 1)); done
  kill -KILL $$
}; } >/dev/null 2>&1 &
exec "$@" </dev/null 3<&-`

type Child = ReturnType<typeof spawnLeashed>

/**
 * Starts a server in a process group of its own, waits until it answers, and starts it again whenever it dies.
 * @throws ServerDidNotStart
 */
export const supervise = async (program: ServerProgram, supervision: Supervision): Promise<SupervisedServer> => {
  const { progress, signal } = supervision
  const stopping = new AbortController()
  const ending = signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal])
  let running = await launch(program, supervision, ending)
  const unbound = boundLog(program.log)

  const startAgain = async (): Promise<Running> => {
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
    let quickDeaths = 0
    for (;;) {
      const begun = performance.now()
      const { signal: killedBy, exitCode } = await running.child
      if (ending.aborted) return
      quickDeaths = performance.now() - begun < QUICK_MS ? quickDeaths + 1 : 0
      if (quickDeaths === ATTEMPTS_MAX) {
        throw new ServerDidNotStart(`${program.name} crashed ${quickDeaths} times in a row. See ${program.log}`)
      }
      progress.note(`${program.name} exited (${killedBy ?? `exit code ${exitCode}`}); restarting it.`)
      running = await startAgain()
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
      unbound()
      await end(running)
      await watching
    },
    kill() {
      stopping.abort()
      unbound()
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
  const child = spawnLeashed(program)
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

const spawnLeashed = ({ file, args, env = {}, log }: ServerProgram) => {
  const leashed = process.platform !== 'win32'
  const [command, commandArgs] = leashed ? ['sh', ['-c', LEASH, 'sh', log, file, ...args]] : [file, args]
  return execa(command, commandArgs, {
    env,
    detached: leashed,
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
    // It ended in between.
  }
}
