import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { FairPlaces, type PlaceOwner } from '../../../domain/access/fair-places.ts'
import { compileCacheEnv } from '../../compile-cache-env.ts'
import { type ParsedText, ParserLost } from './parsed-text.ts'
import type { ParserDialect } from './parser.ts'
import { ThreadDeadline } from './thread-deadline.ts'

export interface ParserPoolOptions {
  readonly threadsMax?: number
  /** For the texts of one call, from when a thread has them. Honest ones take a few milliseconds. */
  readonly deadlineMs?: number
}

/** One for a caller whose texts take long, one for another tenant beside it, one for another organization. */
const THREADS_MAX = 3
const DEADLINE_MS = 2_000
/** Texts of one tenant; each waits for milliseconds. */
const WAITING_MAX = 2_000
const IDLE_MS = 60_000
const WORKER = fileURLToPath(new URL('./parse-worker.ts', import.meta.url))

/**
 * Parses in threads, where a text can neither hold this one nor take the parser away from others: a thread that takes
 * too long, or whose parser traps, is ended and replaced. Only text goes in and only JSON comes out.
 */
export class ParserPool {
  readonly #dialect: ParserDialect
  readonly #deadlineMs: number
  readonly #threadsMax: number
  readonly #places: FairPlaces
  #threads: Piscina | undefined

  constructor(dialect: ParserDialect, { threadsMax = THREADS_MAX, deadlineMs = DEADLINE_MS }: ParserPoolOptions = {}) {
    this.#dialect = dialect
    this.#threadsMax = threadsMax
    this.#deadlineMs = deadlineMs
    this.#places = new FairPlaces({ max: threadsMax, waitingMax: WAITING_MAX })
  }

  /**
   * @returns what the parser makes of each text
   * @throws ParserLost when a text takes too long or breaks the parser; Problem `tenant_busy`
   */
  parse(texts: readonly string[], owner: PlaceOwner): Promise<readonly ParsedText[]> {
    return this.#places.within(owner, () => this.#parseNow(texts))
  }

  async #parseNow(texts: readonly string[]): Promise<readonly ParsedText[]> {
    const deadline = new ThreadDeadline(this.#deadlineMs)
    const { begun, signal } = deadline
    try {
      this.#threads ??= this.#start()
      const json: string = await this.#threads.run(
        { dialect: this.#dialect, texts: [...texts], begun },
        { signal, transferList: [begun] },
      )
      return JSON.parse(json)
    } catch (error) {
      throw new ParserLost('the parser was lost', { cause: error })
    } finally {
      deadline.clear()
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await this.#threads?.destroy()
    this.#threads = undefined
  }

  /** Threads are made when the first draft comes: most processes guard none. */
  #start(): Piscina {
    const threads = new Piscina({
      filename: WORKER,
      minThreads: 1,
      maxThreads: this.#threadsMax,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      env: compileCacheEnv(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    // A thread that dies while it has nothing to do is replaced like any other, and nobody else needs to know.
    return threads.on('error', () => {})
  }
}
