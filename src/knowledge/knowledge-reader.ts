import type { Catalog, CataloguedColumn } from '../ask/rules/catalog.ts'
import type { ColumnProfile, ProfiledColumn } from '../ask/rules/column-profile.ts'
import type { ExploreCommand, ExploreResult, OnExplore } from '../ask/rules/explore-command.ts'
import { type ColumnValues, columnKey, type Knowledge } from '../ask/rules/knowledge.ts'
import type { RecentTurn } from '../ask/rules/question.ts'
import type { Engine } from '../engines/engine.ts'
import type { Restriction } from '../guard/restriction.ts'
import type { Schema } from '../guard/schema.ts'
import type { DatabaseSettings } from '../manage/databases/rules/database-settings.ts'
import type { ColumnConstant } from '../manage/patterns/rules/template/column-constant.ts'
import type { CacheMemory } from '../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../platform/memory/weighed-cache.ts'
import { runInSlices } from '../platform/values/sliced.ts'
import { cataloguedColumns } from './catalog/catalogued-columns.ts'
import { explore } from './explore/explore.ts'
import { askedNames } from './look-up/asked-names.ts'
import { LOOK_UP_MS, readSourceOf } from './look-up/caller-rows.ts'
import { ColumnProfiles } from './look-up/column-profiles.ts'
import { ConstantLookUps } from './look-up/constant-look-ups.ts'
import { ROWS_MAX, searchedText, TEXT_LENGTH_MAX } from './look-up/look-up-names.ts'
import { nameColumns } from './look-up/name-columns.ts'
import { NameLookUps } from './look-up/name-look-ups.ts'
import { notFoundIn } from './look-up/not-found-in.ts'
import { readRanges } from './look-up/read-ranges.ts'
import { readTexts } from './read-texts.ts'
import { schemaIndexOf } from './retrieval/schema-index.ts'
import type { TextColumn } from './text-columns.ts'
import { type CachedView, ViewCache } from './view-cache.ts'
import { weightOf } from './weight-of.ts'
import { stemOf, tokenise } from './words/index.ts'

export interface KnowledgeRequest {
  readonly database: DatabaseSettings
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run'>
  readonly address: string
  /** The result of `describe`; the same object while it is cached. */
  readonly schema: Schema
  readonly restriction: Restriction
  readonly catalog: Catalog
  readonly asked: KnowledgeQuestion
  readonly signal: AbortSignal
}

/** Results are ranked by the question; earlier turns are ignored. */
interface ExploreRequest extends Omit<KnowledgeRequest, 'asked'>, ExploredFor {}

export interface ExploredFor {
  readonly question: string
  readonly onLooking?: OnExplore
}

/** The text in which names are looked for. */
export interface KnowledgeQuestion {
  readonly question: string
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
}

const READ_MAX = 4_000
const TOKENS_MAX = 200

/** The part of a catalog that callers of one view may share. */
interface Categories {
  readonly values: readonly ColumnValues[]
  readonly of: ReadonlyMap<string, CataloguedColumn>
  /** Stems of the words in categories: such words need no look-up. */
  readonly stems: ReadonlySet<string>
  /** Text in which names are looked for. */
  readonly text: string
}

/**
 * Assembles what a planner may know for one question. What all callers share (views, categories) is cached; of rows it
 * reads only what the question names, through the guard and under the caller's restriction.
 */
export class KnowledgeReader {
  readonly #views: ViewCache
  readonly #categories: WeighedCache<Categories>
  readonly #names: NameLookUps
  readonly #constants: ConstantLookUps
  readonly #profiles: ColumnProfiles
  readonly #lookUpMs: number

  constructor(memory: CacheMemory, { lookUpMs = LOOK_UP_MS }: { readonly lookUpMs?: number } = {}) {
    this.#lookUpMs = lookUpMs
    this.#views = new ViewCache(memory)
    this.#categories = memory.cache('categories')
    this.#names = new NameLookUps(memory, lookUpMs)
    this.#constants = new ConstantLookUps(memory, lookUpMs)
    this.#profiles = new ColumnProfiles(memory, lookUpMs)
  }

  /** @throws Problem `database_unreachable`; an AbortError when the signal aborts */
  async read(request: KnowledgeRequest): Promise<Knowledge> {
    const { signal } = request
    signal.throwIfAborted()
    const kept = await this.#views.of(request)
    const categories = await this.#categoriesOf(kept, request)
    const named = await this.#namedIn(request, kept, categories)
    signal.throwIfAborted()
    const { vectors } = request.catalog
    return {
      view: kept.view,
      values: categories.values,
      ...named,
      ...(kept.ownTables.size === 0 ? {} : { ownTables: kept.ownTables }),
      ...(vectors === undefined ? {} : { vectors }),
    }
  }

  /**
   * Answers explore requests from the same knowledge: visible names, categories, and texts in the caller's rows.
   *
   * @throws as `read`
   */
  async explore(request: ExploreRequest, requests: readonly ExploreCommand[]): Promise<ExploreResult> {
    request.signal.throwIfAborted()
    const kept = await this.#views.of(request)
    const { values, of } = await this.#categoriesOf(kept, request)
    const rows = { ...request, digest: kept.digest }
    const source = readSourceOf(rows)
    const limits = { timeoutMs: this.#lookUpMs, signal: request.signal }
    const { question, onLooking = () => undefined } = request
    const found = await explore(
      {
        view: kept.view,
        texts: kept.texts,
        values,
        question,
        onLooking,
        catalogued: (column) => of.get(columnKey(column)),
        lookUp: (names, columns) => this.#names.of(rows, names, columns),
        textsOf: (columns, valuesMax) =>
          readTexts(source, { columns, valuesMax, rowsMax: ROWS_MAX, lengthMax: TEXT_LENGTH_MAX }, limits),
        ranges: (table, columns) =>
          readRanges(source, { table, columns: columns.map((column) => ({ column })) }, limits),
      },
      requests,
    )
    request.signal.throwIfAborted()
    return found
  }

  /**
   * Whether the caller's rows contain all these constants; false if the guard or the database refuses.
   *
   * @throws Problem `query_timeout`, `busy`, `tenant_busy`, `database_unreachable`; an AbortError when the signal
   * aborts
   */
  async holds(request: Omit<KnowledgeRequest, 'asked'>, constants: readonly ColumnConstant[]): Promise<boolean> {
    request.signal.throwIfAborted()
    const { digest } = await this.#views.of(request)
    return await this.#constants.holds({ ...request, digest }, constants)
  }

  /**
   * Profiles of columns in the caller's rows, as far as they can be read in time; none if rows are sent to no model.
   *
   * @throws Problem `database_unreachable`; an AbortError when the signal aborts
   */
  async profiles(
    request: Omit<KnowledgeRequest, 'asked'>,
    columns: readonly ProfiledColumn[],
  ): Promise<readonly ColumnProfile[]> {
    request.signal.throwIfAborted()
    if (columns.length === 0 || request.database.rows === 'none') return []
    const { digest, bounds } = await this.#views.of(request)
    const profiles = await this.#profiles.of({ ...request, digest, bounds }, columns)
    request.signal.throwIfAborted()
    return profiles
  }

  /** Size of all caches. */
  get held() {
    return {
      views: this.#views.held,
      categories: this.#categories.size,
      names: this.#names.held,
      constants: this.#constants.held,
      profiles: this.#profiles.held,
    }
  }

  /** Aborts running look-ups. */
  close(): void {
    this.#names.close()
    this.#constants.close()
    this.#profiles.close()
  }

  #categoriesOf(
    { digest, texts }: CachedView,
    { catalog, database }: Pick<KnowledgeRequest, 'catalog' | 'database'>,
  ): Promise<Categories> {
    return this.#categories.read(`${digest}/${catalog.madeAt}/${database.sharedValues ?? ''}`, async () => {
      const own = cataloguedColumns(catalog, database, texts)
      const values = own
        .filter(({ values: some }) => some.length > 0)
        .map(({ table, column, values: some, complete }): ColumnValues => ({ table, column, values: some, complete }))
      const text = searchedText(values)
      const stems = new Set((text.match(/[^ \n]+/g) ?? []).map(stemOf))
      return {
        value: { values, of: new Map(own.map((column) => [columnKey(column), column])), stems, text },
        bytes: weightOf(values) + own.length * COLUMN_BYTES + text.length * CHARACTER_BYTES,
      }
    })
  }

  async #namedIn(
    request: KnowledgeRequest,
    { view, digest, texts }: CachedView,
    categories: Categories,
  ): Promise<Pick<Knowledge, 'named' | 'notFound'>> {
    const { asked } = request
    const index = await runInSlices(schemaIndexOf(view))
    const lines = [asked.question, ...asked.recentTurns.slice(-1).map(({ question }) => question)]
    const tokens = lines.flatMap((line) => tokenise(line.slice(0, READ_MAX))).slice(0, TOKENS_MAX)
    const names = askedNames(tokens, ({ stem }) => index.hasStem(stem) || categories.stems.has(stem))
    if (names.length === 0) return {}
    const stems = new Set(tokens.map(({ stem }) => stem))
    const catalogued = (column: TextColumn) => categories.of.get(columnKey(column))
    const scores = await runInSlices(index.scores(stems))
    const columns = await runInSlices(nameColumns(view, index, { scores, names }, texts, catalogued))
    const lookedUp = await this.#names.of({ ...request, digest }, names, columns)
    const notFound = notFoundIn(names, { columns: texts, looked: lookedUp, known: categories.text, catalogued })
    return {
      ...(lookedUp.found.length === 0 ? {} : { named: lookedUp.found }),
      ...(notFound === undefined ? {} : { notFound }),
    }
  }
}

/** Memory of a column's cached profile, under its key. */
const COLUMN_BYTES = 300
const CHARACTER_BYTES = 2
