import { readLockOwner } from '../local/home/lock-home.ts'
import { livingOf, type Runtime, readRuntime } from '../local/home/runtime-file.ts'

const REACHED_WITHIN_MS = 4_000

/** What works with a home folder now. */
export interface RunningInstance {
  /** The start that holds it; undefined: only processes that found their servers elsewhere. */
  readonly pid: number | undefined
  readonly runtime: Runtime | undefined
  /** Ids of servers, APIs and workers by their names in `runtime.json`; those that have ended are left out. */
  readonly processes: Readonly<Record<string, number>>
  readonly ready: boolean
}

/** What runs with this home folder, or undefined. */
export const runningInstance = async (home: string): Promise<RunningInstance | undefined> => {
  const [owner, runtime] = await Promise.all([readLockOwner(home), readRuntime(home)])
  const living = Object.entries(await livingOf(runtime?.processes ?? {}))
  if (owner === undefined && living.length === 0) return undefined
  const processes = Object.fromEntries(living.map(([name, { pid }]) => [name, pid]))
  return { pid: owner?.pid, runtime, processes, ready: await answersReady(runtime?.base_url) }
}

const answersReady = async (baseUrl: string | undefined): Promise<boolean> => {
  if (baseUrl === undefined) return false
  try {
    return (await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(REACHED_WITHIN_MS) })).ok
  } catch {
    return false
  }
}
