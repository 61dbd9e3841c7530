import { fileURLToPath } from 'node:url'
import type { SlotOwner } from '../access/rules/fair-semaphore.ts'
import { Problem } from '../platform/problems/problem.ts'
import { ThreadLost, ThreadPool } from '../platform/threads/thread-pool.ts'
import type { LogoCall } from './logo-worker.ts'

const DEADLINE_MS = 10_000
const WAIT_MS = 10_000
const WAITING_MAX = 4
const MEMORY_MB = 128
const WORKER = fileURLToPath(new URL('./logo-worker.ts', import.meta.url))

/** Re-encodes logos in a thread separate from charts. */
export class LogoRenderer {
  readonly #threads = new ThreadPool<LogoCall, Uint8Array | undefined>({
    filename: WORKER,
    threadsMax: 1,
    deadlineMs: DEADLINE_MS,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
  })

  /** @param call a decodable picture @returns a PNG, `busy` if too many wait, or undefined if nothing can be drawn */
  async draw(call: LogoCall, owner: SlotOwner): Promise<Uint8Array | 'busy' | undefined> {
    const waiting = AbortSignal.timeout(WAIT_MS)
    try {
      return await this.#threads.run(call, owner, { waiting })
    } catch (error) {
      if (error instanceof ThreadLost) return undefined
      if (waiting.aborted || (error instanceof Problem && error.problem === 'tenant_busy')) return 'busy'
      throw error
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
