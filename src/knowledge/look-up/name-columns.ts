import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import { columnKey, type DatabaseView } from '../../ask/rules/knowledge.ts'
import { tableName } from '../../guard/schema.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { rankedTables, type Scores } from '../retrieval/choose-tables.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { nameWords, stemOf } from '../words/index.ts'
import type { AskedName } from './asked-names.ts'

/** Maximum of columns per question: four statements of twelve. */
const NAME_COLUMNS_MAX = 48
/** Maximum of columns of one table that come before those of others. */
const COLUMNS_PER_TABLE = 4

const LABEL = /^(name|title|label|fullname|displayname|subject|company|model)$/
const PART = /^(name|title|code|abbreviation|city|town|place|brand|first|last|surname|person)$/
/** Column kinds whose values contain a certain sign: names without that sign are not searched there. */
const VALUE_SIGNS: readonly (readonly [RegExp, RegExp])[] = [
  [/^e?mail$/, /@/],
  [/^(phone|mobile|fax|sku|zip|postcode|iban|vin|isbn)$/, /\d/],
]
/** Rank penalty of such a column if no name has its sign. */
const NO_SIGN_PENALTY = 8
const DULL = /^(url|website|hash|token|uuid|notes?|comments?|descriptions?|body|payload|password|address)$/

/** The tables scored for a question, and the names to look up. */
interface ScoredNames {
  readonly scores: Scores
  readonly names: readonly AskedName[]
}

/**
 * Ranks text columns by how likely they hold the names: columns of the tables that score for the question and of their
 * neighbours, preferring label columns. Columns whose every value is known are skipped. In a large schema only the
 * nearest tables and the first label columns are considered.
 */
export function* nameColumns(
  view: DatabaseView,
  index: SchemaIndex,
  { scores, names }: ScoredNames,
  columns: readonly TextColumn[],
  catalogued: (column: TextColumn) => CataloguedColumn | undefined,
): Sliced<readonly TextColumn[]> {
  const { byTable, first, labels } = yield* grouped(view, columns)
  const near = rankedTables(index, scores)
    .slice(0, NEAR_MAX)
    .map((at) => tableName(index.tables[at] ?? { name: '' }))
  const hasSign = (words: readonly string[]): boolean =>
    VALUE_SIGNS.every(
      ([column, sign]) => !words.some((word) => column.test(word)) || names.some(({ text }) => sign.test(text)),
    )
  const cost = (column: TextColumn, rank: number): number | undefined => {
    const known = catalogued(column)
    if (known?.complete === true) return undefined
    const unlikely = (known?.kind === 'category' ? 1 : 0) + (hasSign(nameWords(column.column)) ? 0 : NO_SIGN_PENALTY)
    const steps = (labels.has(column) ? 0 : stepsOf(ownWords(column))) + unlikely
    return Math.min(rank, UNSCORED_RANK) / RANKS_PER_STEP + steps
  }
  const costs = new Map<TextColumn, number>()
  const addCost = (column: TextColumn, rank: number): void => {
    const found = costs.has(column) ? undefined : cost(column, rank)
    if (found !== undefined) costs.set(column, found)
  }
  for (const [rank, table] of near.entries()) for (const column of byTable.get(table) ?? []) addCost(column, rank)
  for (const table of first) for (const column of byTable.get(table) ?? []) addCost(column, UNSCORED_RANK)
  for (const column of labels) addCost(column, UNSCORED_RANK)
  const ranked = [...costs].toSorted(([, a], [, b]) => a - b).map(([column]) => column)
  const ofTable = new Map<string, number>()
  const isFirst = ({ table }: TextColumn): boolean => {
    const count = (ofTable.get(table) ?? 0) + 1
    ofTable.set(table, count)
    return count <= COLUMNS_PER_TABLE
  }
  const { first: likely = [], others = [] } = Object.groupBy(ranked, (one) => (isFirst(one) ? 'first' : 'others'))
  return [...likely, ...others].slice(0, NAME_COLUMNS_MAX)
}

interface Grouped {
  readonly byTable: ReadonlyMap<string, readonly TextColumn[]>
  /** The first tables of the schema. */
  readonly first: readonly string[]
  /** The first label columns. */
  readonly labels: ReadonlySet<TextColumn>
}

const NEAR_MAX = 40
const COLUMNS_OF_NEAR_TABLE = 100
const LABELS_MAX = 400
const groups = new WeakMap<readonly TextColumn[], Grouped>()

/** Cached per view: all its callers share one list of columns. */
function* grouped(view: DatabaseView, columns: readonly TextColumn[]): Sliced<Grouped> {
  const known = groups.get(columns)
  if (known !== undefined) return known
  const glossed = new Set(view.glossary.tables.map(({ table, label = '' }) => columnKey({ table, column: label })))
  const byTable = new Map<string, TextColumn[]>()
  const labels = new Set<TextColumn>()
  for (const column of columns) {
    const own = byTable.get(column.table) ?? []
    if (own.length < COLUMNS_OF_NEAR_TABLE) own.push(column)
    byTable.set(column.table, own)
    const isLabel = glossed.has(columnKey(column)) || stepsOf(ownWords(column)) === 0
    if (isLabel && labels.size < LABELS_MAX) labels.add(column)
    yield
  }
  const made = { byTable, first: [...byTable.keys()].slice(0, NEAR_MAX), labels }
  groups.set(columns, made)
  return made
}

/** Rank of tables without a score. */
const UNSCORED_RANK = 12
/** How many ranks further a label column's table may be, to equal the next best kind of column. */
const RANKS_PER_STEP = 6

/** `name` for a column `port_name` of a table of ports. */
const ownWords = ({ table, column }: TextColumn): readonly string[] => {
  const words = nameWords(column)
  const ofTable = new Set(nameWords(table).map(stemOf))
  const own = words.filter((word) => !ofTable.has(stemOf(word)))
  return own.length === 0 ? words : own
}

const stepsOf = (words: readonly string[]): number => {
  if (words.some((word) => DULL.test(word))) return 4
  if (LABEL.test(words.join(''))) return 0
  return words.some((word) => PART.test(word)) ? 1 : 2
}
