import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { SlotOwner } from '../access/rules/fair-semaphore.ts'
import { Problem } from '../platform/problems/problem.ts'
import { ThreadLost, ThreadPool } from '../platform/threads/thread-pool.ts'
import type { DrawCall, DrawResult } from './draw-worker.ts'

interface ChartDrawingsOptions {
  /** Time limit of one rendering, from when a thread starts it. */
  readonly deadlineMs?: number
  readonly cacheBytes?: number
  /** The module of the threads; the renderer by default. */
  readonly worker?: string
}

/** One thread for an organization with slow charts, and one for all others. */
const THREADS_MAX = 2
const DEADLINE_MS = 5_000
/** Time limit for getting a thread, which may have to start first. */
const WAIT_MS = 10_000
/** Maximum number of renderings that one organization may have queued. */
const WAITING_MAX = 20
const MEMORY_MB = 256
const CACHE_BYTES = 32 * 1024 * 1024
/** Part of every cache key: increment when rendering changes. */
const RENDERER_VERSION = 1
const WORKER = fileURLToPath(new URL('./draw-worker.ts', import.meta.url))

/** Renders charts in threads, caches the results, and shares one rendering between concurrent requests. */
export class ChartRenderer {
  readonly #threads: ThreadPool<DrawCall, DrawResult>
  readonly #drawn: LRUCache<string, Uint8Array>
  readonly #drawing = new Map<string, Promise<Uint8Array>>()

  constructor({ deadlineMs = DEADLINE_MS, cacheBytes = CACHE_BYTES, worker = WORKER }: ChartDrawingsOptions = {}) {
    this.#threads = new ThreadPool({
      filename: worker,
      threadsMax: THREADS_MAX,
      deadlineMs,
      waitingMax: WAITING_MAX,
      memoryMb: MEMORY_MB,
    })
    this.#drawn = new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => byteLength + 1 })
  }

  /** Cache key: a hash of the picture and format. */
  keyOf(call: DrawCall): string {
    return createHash('sha256')
      .update(JSON.stringify([RENDERER_VERSION, call]))
      .digest('base64url')
  }

  /**
   * @param owner whose queue the rendering waits in
   * @returns the file in the requested format
   * @throws Problem `chart_unavailable` on timeout, or when too many renderings of the owner wait
   */
  async draw(call: DrawCall, owner: SlotOwner): Promise<Uint8Array> {
    const key = this.keyOf(call)
    const known = this.#drawn.get(key) ?? this.#drawing.get(key)
    if (known !== undefined) return await known
    const drawing = this.#drawNow(key, call, owner).finally(() => this.#drawing.delete(key))
    this.#drawing.set(key, drawing)
    return await drawing
  }

  /** Ends all threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  async #drawNow(key: string, call: DrawCall, owner: SlotOwner): Promise<Uint8Array> {
    const waiting = AbortSignal.timeout(WAIT_MS)
    const drawn = await this.#threads.run(call, owner, { waiting }).catch((error: unknown) => {
      const isBusy = error instanceof Problem && error.problem === 'tenant_busy'
      if (!isBusy && !(error instanceof ThreadLost) && !waiting.aborted) throw error
      throw new Problem('chart_unavailable')
    })
    if (drawn.kind === 'failed') throw new Error(`a chart was not drawn: ${drawn.message}`)
    this.#drawn.set(key, drawn.bytes)
    return drawn.bytes
  }
}
