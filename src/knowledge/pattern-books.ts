import { setImmediate as nextTick } from 'node:timers/promises'
import type { Caller } from '../domain/access/caller.ts'
import type { Epoch } from '../domain/access/epoch.ts'
import type { Pattern, VerifiedQuery } from '../domain/ask/pattern.ts'
import { PatternIndex } from '../domain/ask/pattern-index.ts'
import type { DatabaseMemory } from '../memory/database-memory.ts'
import type { Shelf } from '../memory/shelf.ts'

/** Where patterns are kept. */
export interface PatternStore {
  pattern(caller: Caller, id: string): Promise<Pattern | undefined>
  /** Undefined when the database never had any. */
  patternsVersion(caller: Caller, databaseId: string, asOf?: Epoch): Promise<number | undefined>
  patternQuestions(caller: Caller, databaseId: string): Promise<readonly Pick<Pattern, 'id' | 'question'>[]>
}

interface Book {
  readonly version: number
  readonly index: PatternIndex
}

const NEAR_MAX = 3
/** A change whose process died before it was counted is seen after this time. */
const KEPT_MS = 10 * 60_000
/** Questions that are indexed before others have their turn. */
const SLICE = 500

/**
 * The verified queries of databases, found by question. Their questions are read once for each change; of the queries,
 * those that are found.
 */
export class PatternBooks {
  readonly #store: PatternStore
  readonly #books: Shelf<Book>
  readonly #loading = new Map<string, Promise<Book>>()

  constructor(store: PatternStore, memory: DatabaseMemory) {
    this.#store = store
    this.#books = memory.shelf('patterns', KEPT_MS)
  }

  /**
   * The verified queries of this very question and of the nearest ones: no older than an epoch, and without one as they
   * are at this moment.
   */
  async near(caller: Caller, databaseId: string, question: string, asOf?: Epoch): Promise<readonly VerifiedQuery[]> {
    const version = await this.#store.patternsVersion(caller, databaseId, asOf)
    if (version === undefined) return []
    const { index } = await this.#book(caller, databaseId, version)
    const exact = index.exact(question)
    const ids = new Set([...(exact === undefined ? [] : [exact]), ...index.nearest(question, NEAR_MAX)])
    const found = await Promise.all([...ids].slice(0, NEAR_MAX).map((id) => this.#store.pattern(caller, id)))
    return found.flatMap((pattern) =>
      pattern === undefined
        ? []
        : [{ question: pattern.question, query: pattern.query, isExact: pattern.id === exact }],
    )
  }

  async #book(caller: Caller, databaseId: string, version: number): Promise<Book> {
    const bookId = `${caller.organizationId}/${databaseId}`
    const kept = this.#books.get(bookId)
    if (kept?.version === version) return kept
    const key = `${bookId}/${version}`
    const under = this.#loading.get(key)
    if (under !== undefined) return await under
    const loading = this.#load(caller, databaseId, version).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return await loading
  }

  async #load(caller: Caller, databaseId: string, version: number): Promise<Book> {
    const index = new PatternIndex()
    const questions = await this.#store.patternQuestions(caller, databaseId)
    for (const [at, { id, question }] of questions.entries()) {
      if (at % SLICE === SLICE - 1) await nextTick()
      index.add(id, question)
    }
    const book = { version, index }
    const bookId = `${caller.organizationId}/${databaseId}`
    const kept = this.#books.get(bookId)
    if (kept === undefined || kept.version < version) this.#books.set(bookId, { value: book, bytes: index.weight })
    return book
  }
}
