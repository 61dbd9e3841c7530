import { readLockOwner } from '../local/lock-home.ts'
import { type Runtime, readRuntime } from '../local/runtime-file.ts'

const REACHED_WITHIN_MS = 4_000

/** A start that holds the home folder now. */
export interface RunningInstance {
  readonly pid: number
  readonly runtime: Runtime | undefined
  readonly ready: boolean
}

/** What runs with this home folder, or undefined. */
export const runningInstance = async (home: string): Promise<RunningInstance | undefined> => {
  const owner = await readLockOwner(home)
  if (owner === undefined) return undefined
  const runtime = await readRuntime(home)
  return { pid: owner.pid, runtime, ready: await answersReady(runtime?.base_url) }
}

const answersReady = async (baseUrl: string | undefined): Promise<boolean> => {
  if (baseUrl === undefined) return false
  try {
    return (await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(REACHED_WITHIN_MS) })).ok
  } catch {
    return false
  }
}
