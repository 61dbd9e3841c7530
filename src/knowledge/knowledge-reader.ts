import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { Catalog, CataloguedColumn } from '../domain/ask/catalog.ts'
import { type ColumnValues, columnKey, type Knowledge } from '../domain/ask/knowledge.ts'
import type { RecentTurn } from '../domain/ask/question.ts'
import type { Bound, Restriction } from '../domain/guard/restriction.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { inSlices } from '../domain/sliced.ts'
import type { Engine } from '../engines/engine.ts'
import type { DatabaseMemory } from '../memory/database-memory.ts'
import type { Shelf } from '../memory/shelf.ts'
import { normalWords, stemOf, tokenise } from '../words/index.ts'
import { askedNames } from './look-up/asked-names.ts'
import { type LookedUp, lookUpNames } from './look-up/look-up-names.ts'
import { nameColumns } from './look-up/name-columns.ts'
import { schemaIndexOf } from './retrieval/schema-index.ts'
import type { TextColumn } from './text-columns.ts'
import { type KeptView, ViewCache } from './view-cache.ts'

export interface KnowledgeRequest {
  readonly database: DatabaseSettings
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run'>
  readonly address: string
  /** What `describe` found; the same object for as long as it is believed. */
  readonly schema: Schema
  readonly restriction: Restriction
  readonly catalog: Catalog
  readonly asked: AskedOf
  readonly signal: AbortSignal
}

/** What names are looked for in. */
export interface AskedOf {
  readonly question: string
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
}

/** What one question waits for at the most. */
const LOOK_UP_MS = 500
const NAMES_KEPT_MS = 3 * 60_000
const READ_MAX = 4_000
const TOKENS_MAX = 200

/** What of a catalog may be told to those who share a view. */
interface Categories {
  readonly values: readonly ColumnValues[]
  readonly of: ReadonlyMap<string, CataloguedColumn>
  /** Stems of words in values: what is said with them needs no looking up. */
  readonly stems: ReadonlySet<string>
}

/**
 * Puts together what a planner may know for one question. What is the same for all callers (views, categories) is held
 * once; of rows it reads only what the question names, through the guard and under the caller's own restriction.
 */
export class KnowledgeReader {
  readonly #views: ViewCache
  readonly #categories: Shelf<Categories>
  readonly #names: Shelf<LookedUp>
  readonly #closing = new AbortController()
  readonly #lookUpMs: number

  constructor(memory: DatabaseMemory, { lookUpMs = LOOK_UP_MS } = {}) {
    this.#views = new ViewCache(memory)
    this.#categories = memory.shelf('categories')
    this.#names = memory.shelf('names', NAMES_KEPT_MS)
    this.#lookUpMs = lookUpMs
  }

  /** @throws Problem `database_unreachable`; an AbortError when the signal aborts */
  async read(request: KnowledgeRequest): Promise<Knowledge> {
    const { signal } = request
    signal.throwIfAborted()
    const kept = await this.#views.of(request)
    const categories = await this.#categoriesOf(kept, request.catalog)
    const named = await this.#namedIn(request, kept, categories)
    signal.throwIfAborted()
    const { vectors } = request.catalog
    return {
      ...{ view: kept.view, values: categories.values },
      ...(named.length === 0 ? {} : { named }),
      ...(vectors === undefined ? {} : { vectors }),
    }
  }

  /** What all callers hold together. */
  get held() {
    return { views: this.#views.held, categories: this.#categories.held, names: this.#names.held }
  }

  /** Ends the look-ups that are under way. */
  close(): void {
    this.#closing.abort()
  }

  #categoriesOf({ digest, texts }: KeptView, catalog: Catalog): Promise<Categories> {
    return this.#categories.read(`${digest}/${catalog.madeAt}`, async () => {
      const visible = new Map(texts.map((column) => [columnKey(column), column]))
      const own = catalog.columns.filter((column) => isStillTrue(column, visible.get(columnKey(column))))
      const values = own
        .filter(({ values: some }) => some.length > 0)
        .map(({ table, column, values: some, complete }): ColumnValues => ({ table, column, values: some, complete }))
      const stems = new Set(values.flatMap((one) => one.values.flatMap(normalWords)).map(stemOf))
      return {
        value: { values, of: new Map(own.map((column) => [columnKey(column), column])), stems },
        bytes: weightOf(values) + own.length * COLUMN_BYTES,
      }
    })
  }

  async #namedIn(
    { asked, database, engine, address, schema, restriction }: KnowledgeRequest,
    { view, digest, texts }: KeptView,
    categories: Categories,
  ): Promise<readonly ColumnValues[]> {
    const index = await inSlices(schemaIndexOf(view))
    const lines = [asked.question, ...asked.recentTurns.slice(-1).map(({ question }) => question)]
    const tokens = lines.flatMap((line) => tokenise(line.slice(0, READ_MAX))).slice(0, TOKENS_MAX)
    const names = askedNames(tokens, ({ stem }) => index.hasStem(stem) || categories.stems.has(stem))
    if (names.length === 0) return []
    const stems = new Set(tokens.map(({ stem }) => stem))
    const catalogued = (column: TextColumn) => categories.of.get(columnKey(column))
    const columns = nameColumns(view, index, { scores: index.scores(stems), names }, texts, catalogued)
    const byTenant = columns.some((column) => column.byTenant)
    const byScope = columns.some((column) => column.byScope)
    const key = JSON.stringify([
      [digest, columns.map(columnKey), names],
      byTenant ? boundKey(restriction.tenant) : null,
      byScope ? boundKey(restriction.scope) : null,
    ])
    const owner = { organizationId: database.organizationId, tenantId: restriction.tenant?.value?.toString() }
    const source = { engine, address, rules: { schema, policy: database.policy, restriction }, owner }
    // Others may wait for the same: whoever leaves does not end it.
    const { signal: closing } = this.#closing
    const looked = await this.#names.read(key, async () => {
      const value = await lookUpNames(source, names, columns, { timeoutMs: this.#lookUpMs, signal: closing })
      return { value, bytes: weightOf(value.found) }
    })
    if (!looked.isWhole) this.#names.delete(key)
    return looked.found
  }
}

/** A table may have been opened to each tenant alone since its rows were everybody's. */
const isStillTrue = ({ of }: CataloguedColumn, column: TextColumn | undefined): boolean =>
  column !== undefined && (of === 'tenants' || !(column.byTenant || column.byScope))

/** Structured, so that no value can be taken for another: a missing scope is not the scope `undefined`, nor 42 `'42'`. */
const boundKey = (bound: Bound | undefined) => (bound === undefined ? null : [bound.type, String(bound.value)])

/** An entry, its key, and the objects around it. */
const ENTRY_BYTES = 1_000
/** A string's head, its place in a list, and what an index of values keeps of it (`test/long/knowledge/soak.test.ts`). */
const VALUE_BYTES = 250
/** A character in the value and in the index's folded copies of it. */
const CHARACTER_BYTES = 3

/** What is known of a column, under its key. */
const COLUMN_BYTES = 300

const weightOf = (columns: readonly ColumnValues[]): number =>
  columns
    .flatMap(({ values }) => values)
    .reduce((sum, { length }) => sum + VALUE_BYTES + length * CHARACTER_BYTES, ENTRY_BYTES * (1 + columns.length))
