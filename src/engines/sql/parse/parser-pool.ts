import { fileURLToPath } from 'node:url'
import type { SlotOwner } from '../../../access/rules/fair-semaphore.ts'
import { ThreadLost, ThreadPool } from '../../../platform/threads/thread-pool.ts'
import type { ParseCall } from './parse-worker.ts'
import { type ParsedText, type ParserDialect, ParserLost } from './parser.ts'

export interface ParserPoolOptions {
  readonly threadsMax?: number
  /** For the texts of one call, from when a thread has them. Normal ones take a few milliseconds. */
  readonly deadlineMs?: number
}

/** One for a caller with slow texts, one for another tenant, one for another organization. */
const THREADS_MAX = 3
const DEADLINE_MS = 2_000
/** Maximum queue length per tenant; each text waits for milliseconds. */
const WAITING_MAX = 2_000
const MEMORY_MB = 128
const WORKER = fileURLToPath(new URL('./parse-worker.ts', import.meta.url))

/**
 * Parses in threads, so that a text can neither block this thread nor break the parser for others: a thread that times
 * out or whose parser traps is replaced. Only text goes in and only JSON comes out.
 */
export class ParserPool {
  readonly #dialect: ParserDialect
  readonly #threads: ThreadPool<ParseCall, string>

  constructor(dialect: ParserDialect, { threadsMax = THREADS_MAX, deadlineMs = DEADLINE_MS }: ParserPoolOptions = {}) {
    this.#dialect = dialect
    this.#threads = new ThreadPool({
      filename: WORKER,
      threadsMax,
      deadlineMs,
      waitingMax: WAITING_MAX,
      memoryMb: MEMORY_MB,
    })
  }

  /**
   * @returns the parse result of each text
   * @throws ParserLost if a text times out or breaks the parser; Problem `tenant_busy`
   */
  async parse(texts: readonly string[], owner: SlotOwner): Promise<readonly ParsedText[]> {
    try {
      return JSON.parse(await this.#threads.run({ dialect: this.#dialect, texts: [...texts] }, owner))
    } catch (error) {
      throw error instanceof ThreadLost ? new ParserLost('the parser was lost', { cause: error }) : error
    }
  }

  /** Ends all threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
