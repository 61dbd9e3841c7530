import { setImmediate as nextTick } from 'node:timers/promises'
import type { AuthorizationRevision } from '../access/rules/authorization-revision.ts'
import type { Caller } from '../access/rules/caller.ts'
import type { Knowledge } from '../ask/rules/knowledge.ts'
import { type Pattern, patternState, type VerifiedQuery } from '../manage/patterns/rules/pattern.ts'
import { PatternIndex } from '../manage/patterns/rules/pattern-index.ts'
import type { ColumnConstant } from '../manage/patterns/rules/template/column-constant.ts'
import { fillTemplate } from '../manage/patterns/rules/template/fill-template.ts'
import { maskedExample } from '../manage/patterns/rules/template/masked-example.ts'
import { unknownConstants } from '../manage/patterns/rules/template/unknown-constants.ts'
import { mayReferenceMissingNames } from '../manage/patterns/rules/template/unknown-names.ts'
import type { CacheMemory } from '../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../platform/memory/weighed-cache.ts'
import { type KnownTexts, knownTexts } from './known-texts.ts'

/** The store of patterns. */
interface PatternStore {
  find(caller: Caller, id: string): Promise<Pattern | undefined>
  /** Undefined if the database never had any. */
  version(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<number | undefined>
  questions(caller: Caller, databaseId: string): Promise<readonly PatternQuestion[]>
}

/** The fields by which patterns are found. */
interface PatternQuestion extends Pick<Pattern, 'id' | 'question'> {
  /** The result of `templateKey`. */
  readonly template: string | null
}

/** A question, with its caller's knowledge, which is awaited only if there are patterns. */
interface PatternRequest {
  readonly question: string
  readonly knowledge: Knowledge | Promise<Knowledge>
  /** Whether the caller's rows contain all these constants; absent: none count as contained. */
  holds?(constants: readonly ColumnConstant[]): Promise<boolean>
  /** Called with a verified query of this very question that this caller may not see, and that may use names the database lacks. */
  onSuspect?(pattern: Pattern): void
}

interface Book {
  readonly version: number
  readonly index: PatternIndex
}

const NEAR_MAX = 3
/** Maximum staleness after a change whose process died before it incremented the version. */
const KEPT_MS = 10 * 60_000
/** Questions indexed before other work may run. */
const SLICE = 500

/** Finds the verified queries of databases by question. Questions are read once per change; queries only if they are found. */
export class PatternIndexes {
  readonly #store: PatternStore
  readonly #books: WeighedCache<Book>
  readonly #loading = new Map<string, Promise<Book>>()

  constructor(store: PatternStore, memory: CacheMemory) {
    this.#store = store
    this.#books = memory.cache('patterns', KEPT_MS)
  }

  /**
   * The verified query of this question, as verified or with the question's own values filled in, and those of the most
   * similar questions as examples, without what may belong to another tenant. At least as recent as the given revision,
   * and current without one. A verified query with a constant that this caller neither knows nor has in a row is only
   * an example, even for its own question.
   */
  async near(
    caller: Caller,
    databaseId: string,
    { question, knowledge, holds, onSuspect }: PatternRequest,
    asOf?: AuthorizationRevision,
  ): Promise<readonly VerifiedQuery[]> {
    const version = await this.#store.version(caller, databaseId, asOf)
    if (version === undefined) return []
    const { index } = await this.#book(caller, databaseId, version)
    const known = await knownTexts(await knowledge)
    const exact = index.findExact(question)
    const same = exact === undefined ? undefined : await this.#store.find(caller, exact)
    const open = same !== undefined && (await mayBeShown(same, known, holds)) ? same : undefined
    if (same !== undefined && open === undefined && mayReferenceMissingNames(same.query, known)) onSuspect?.(same)
    const own = open === undefined ? await this.#filled(caller, index, question, known) : asVerified(open)
    const ids = index.findSimilar(question, NEAR_MAX).filter((id) => id !== open?.id)
    const found = await Promise.all(ids.map((id) => this.#store.find(caller, id)))
    const similar = found.flatMap((pattern): VerifiedQuery[] => {
      const example = pattern === undefined ? undefined : maskedExample(pattern, question, known)
      return example === undefined ? [] : [{ ...example, isExact: false }]
    })
    return [...(own === undefined ? [] : [own]), ...similar].slice(0, NEAR_MAX)
  }

  /** Undefined if none fits, or if two fit with different meanings. */
  async #filled(
    caller: Caller,
    index: PatternIndex,
    question: string,
    known: KnownTexts,
  ): Promise<VerifiedQuery | undefined> {
    const fitting = index.findTemplates(question, known.isValue)
    const patterns = await Promise.all(fitting.map(({ id }) => this.#store.find(caller, id)))
    const [first, ...others] = fitting.flatMap((found, at): VerifiedQuery[] => {
      const pattern = patterns[at]
      const made = pattern === undefined ? undefined : fillTemplate(pattern, found, known)
      if (pattern === undefined || made === undefined) return []
      return [{ question, isExact: true, state: patternState(pattern), ...made }]
    })
    return others.every(({ query }) => query === first?.query) ? first : undefined
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
    const questions = await this.#store.questions(caller, databaseId)
    for (const [at, { id, question, template }] of questions.entries()) {
      if (at % SLICE === SLICE - 1) await nextTick()
      index.add(id, question, template)
    }
    const book = { version, index }
    const bookId = `${caller.organizationId}/${databaseId}`
    const kept = this.#books.get(bookId)
    if (kept === undefined || kept.version < version) this.#books.set(bookId, { value: book, bytes: index.weight })
    return book
  }
}

const mayBeShown = async (pattern: Pattern, known: KnownTexts, holds: PatternRequest['holds']): Promise<boolean> => {
  const constants = unknownConstants(pattern, known)
  if (constants === undefined) return false
  return constants.length === 0 || (await holds?.(constants)) === true
}

const asVerified = (pattern: Pattern): VerifiedQuery => {
  const { question, query } = pattern
  return { question, query, isExact: true, state: patternState(pattern) }
}
