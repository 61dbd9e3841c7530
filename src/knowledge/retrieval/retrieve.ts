import { allValues, columnKey, type Knowledge } from '../../ask/rules/knowledge.ts'
import type { RecentTurn } from '../../ask/rules/question.ts'
import type { QuestionContext, ShownTable } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import type { VerifiedQuery } from '../../manage/patterns/rules/pattern.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { nearTables } from '../meaning/near-tables.ts'
import { indexColumns, tokenise, ValueIndex } from '../words/index.ts'
import { rankedTables } from './choose-tables.ts'
import { namedValues } from './named-values.ts'
import { phraseMatcher } from './phrase-matcher.ts'
import { profiledColumns } from './profiled-columns.ts'
import { type SchemaIndex, schemaIndexOf } from './schema-index.ts'
import { type ColumnNeeds, shownColumns } from './shown-columns.ts'
import { shownGlossary } from './shown-glossary.ts'
import { shownValues } from './shown-values.ts'

/** A question, and the knowledge to select from. */
export interface RetrievalRequest {
  readonly question: string
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
  readonly knowledge: Knowledge
  readonly patterns: readonly VerifiedQuery[]
  /** The question's vector, of the model of `knowledge.vectors`. */
  readonly meaning?: Float32Array
}

/** Characters of a question that are read. */
const READ_MAX = 4_000
const STEMS_MAX = 200
/** Number of earlier questions whose words count. */
const TURNS_MAX = 2
/** Weight of a value named in the question for the tables that hold it, relative to a word of a name. */
const VALUE_WEIGHT = 0.6
/** Weight of an earlier query or a verified one for the tables that it reads. */
const QUERY_WEIGHT = 1
/** Share of the tokens for tables; the rest is for values. */
const TABLES_SHARE = 0.8
/** Maximum share of one table. */
const ONE_TABLE_SHARE = 0.15
/** Number of tables whose glossary entries and values are included. */
const LIKELY_MAX = 8
const QUERY_READ_MAX = 20_000

/**
 * Selects what a model receives for one question, within a token limit for tables and values together. Pure: equal
 * questions and knowledge give an equal selection. Its cost grows with the tables of the view and not with their rows;
 * what it derives from a view or a column is cached.
 */
export function* retrieve(request: RetrievalRequest, tokensMax: number): Sliced<QuestionContext> {
  const { question, recentTurns, knowledge, patterns, meaning } = request
  const index = yield* schemaIndexOf(knowledge.view)
  yield* indexColumns(allValues(knowledge))
  const tokens = [question, ...recentTurns.slice(-TURNS_MAX).map((turn) => turn.question)].flatMap((text) =>
    tokenise(text.slice(0, READ_MAX)),
  )
  yield
  const stems = new Set(tokens.slice(0, STEMS_MAX).map(({ stem }) => stem))
  const named = namedValues(tokens, new ValueIndex(allValues(knowledge)))
  yield
  const scores = yield* index.scores(stems)
  const addScore = (table: string, weight: number): void => {
    const at = index.at(table)
    if (at !== undefined) scores.set(at, (scores.get(at) ?? 0) + weight)
  }
  const holding = new Set(named.map(({ table }) => table))
  for (const table of holding) addScore(table, VALUE_WEIGHT / Math.sqrt(holding.size))
  const last = recentTurns.findLast(({ query }) => query !== undefined)
  for (const query of [last, ...patterns].flatMap((one) => one?.query ?? []))
    for (const table of tablesIn(query, index)) addScore(table, QUERY_WEIGHT)
  yield
  const { view, vectors } = knowledge
  const near = meaning === undefined || vectors === undefined ? [] : yield* nearTables(view, vectors, meaning)
  const ranked = rankedTables(index, scores, near)
  const namedColumns = new Set(named.map(columnKey))
  const needs = { view, index, stems, named: namedColumns }
  const shown = shownTables(ranked, tokensMax * TABLES_SHARE, needs)
  const left = tokensMax - shown.reduce((sum, one) => sum + one.tokens, 0)
  const tables = shown.map(({ table }) => table)
  const likely = tables.slice(0, ranked.length)
  return {
    tables: shown.toSorted((a, b) => a.at - b.at).map(({ table }) => table),
    tablesLeftOut: index.tables.length - shown.length,
    glossary: shownGlossary(
      view.glossary,
      phraseMatcher(tokens.slice(0, STEMS_MAX)),
      tables.slice(0, LIKELY_MAX).map(tableName),
    ),
    values: shownValues(knowledge, named, ranked.length === 0 ? tables : likely.slice(0, LIKELY_MAX), left),
    profiled: profiledColumns(likely, needs, knowledge.values),
    ...(knowledge.notFound === undefined ? {} : { notFound: knowledge.notFound }),
  }
}

/** Whether all visible tables fit completely, for any question. */
export function* fitsWholeSchema({ view }: Knowledge, tokensMax: number): Sliced<boolean> {
  return (yield* schemaIndexOf(view)).size <= tokensMax * TABLES_SHARE
}

interface SizedTable {
  readonly at: number
  readonly table: ShownTable
  readonly tokens: number
}

/** Tables by rank, until the tokens are used up; all of them, complete, if they fit. */
const shownTables = (ranked: readonly number[], tokensMax: number, needs: ColumnNeeds): readonly SizedTable[] => {
  const { index } = needs
  const fits = index.size <= tokensMax
  const places = fits ? [...new Set([...ranked, ...index.tables.keys()])] : ranked
  const shown: SizedTable[] = []
  let left = tokensMax
  for (const at of places) {
    const [table, size] = [index.tables[at], index.sizes[at]]
    if (table === undefined || size === undefined) continue
    const most = fits ? size : Math.min(left, Math.max(TABLE_TOKENS_MIN, ONE_TABLE_SHARE * tokensMax))
    const one =
      size <= most ? { at, table, tokens: size } : { at, table: shownColumns(table, most, needs), tokens: most }
    if (one.table.columns.length === 0 && table.columns.length > 0) break
    shown.push(one)
    left -= one.tokens
  }
  return shown
}

/** Minimum of tokens per table, while any are left. */
const TABLE_TOKENS_MIN = 150

/** Tables whose names occur in a query, in any role. */
const tablesIn = (query: string, index: SchemaIndex): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [name] of query.slice(0, QUERY_READ_MAX).matchAll(/[\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)?/gu))
    if (index.at(name) !== undefined) found.add(name)
  return found
}
