import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import { columnKey, type DatabaseView } from '../../ask/rules/knowledge.ts'
import { tableName } from '../../guard/schema.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { rankedTables, type Scores } from '../retrieval/choose-tables.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { nameWords, stemOf } from '../words/index.ts'
import type { AskedName } from './asked-names.ts'

/** Columns that one question's names are looked up in: four statements of twelve. */
const NAME_COLUMNS_MAX = 48
/** Of one table, before those of others. */
const OF_ONE_TABLE = 4

const LABEL = /^(name|title|label|fullname|displayname|subject|company|model)$/
const PART = /^(name|title|code|abbreviation|city|town|place|brand|first|last|surname|person)$/
/** Told by a sign that is in them: nobody means one who did not write it. */
const WRITTEN: readonly (readonly [RegExp, RegExp])[] = [
  [/^e?mail$/, /@/],
  [/^(phone|mobile|fax|sku|zip|postcode|iban|vin|isbn)$/, /\d/],
]
/** Steps that a column without that sign in any of the names is further off than all others. */
const UNWRITTEN = 8
const DULL = /^(url|website|hash|token|uuid|notes?|comments?|descriptions?|body|payload|password|address)$/

/** What a question is about, and what of it is to be looked up. */
export interface NamesAsked {
  readonly scores: Scores
  readonly names: readonly AskedName[]
}

/**
 * Where names are likeliest to be: in the tables that a question is about and those beside them, and there in the columns
 * by which rows are called. Columns whose every value is known are not looked into. Of a large schema it looks at the nearest
 * tables, and at the first columns by which rows are called.
 */
export function* nameColumns(
  view: DatabaseView,
  index: SchemaIndex,
  { scores, names }: NamesAsked,
  columns: readonly TextColumn[],
  catalogued: (column: TextColumn) => CataloguedColumn | undefined,
): Sliced<readonly TextColumn[]> {
  const { byTable, first, labels } = yield* grouped(view, columns)
  const near = rankedTables(index, scores)
    .slice(0, NEAR_MAX)
    .map((at) => tableName(index.tables[at] ?? { name: '' }))
  const isWritten = (words: readonly string[]): boolean =>
    WRITTEN.every(
      ([column, sign]) => !words.some((word) => column.test(word)) || names.some(({ text }) => sign.test(text)),
    )
  const cost = (column: TextColumn, rank: number): number | undefined => {
    const known = catalogued(column)
    if (known?.complete === true) return undefined
    const unlikely = (known?.kind === 'category' ? 1 : 0) + (isWritten(nameWords(column.column)) ? 0 : UNWRITTEN)
    const steps = (labels.has(column) ? 0 : stepsOf(ownWords(column))) + unlikely
    return Math.min(rank, FAR) / RANKS_PER_STEP + steps
  }
  const costs = new Map<TextColumn, number>()
  const weigh = (column: TextColumn, rank: number): void => {
    const found = costs.has(column) ? undefined : cost(column, rank)
    if (found !== undefined) costs.set(column, found)
  }
  for (const [rank, table] of near.entries()) for (const column of byTable.get(table) ?? []) weigh(column, rank)
  for (const table of first) for (const column of byTable.get(table) ?? []) weigh(column, FAR)
  for (const column of labels) weigh(column, FAR)
  const ranked = [...costs].toSorted(([, a], [, b]) => a - b).map(([column]) => column)
  const ofTable = new Map<string, number>()
  const isFirst = ({ table }: TextColumn): boolean => {
    const count = (ofTable.get(table) ?? 0) + 1
    ofTable.set(table, count)
    return count <= OF_ONE_TABLE
  }
  const { first: likely = [], others = [] } = Object.groupBy(ranked, (one) => (isFirst(one) ? 'first' : 'others'))
  return [...likely, ...others].slice(0, NAME_COLUMNS_MAX)
}

interface Grouped {
  readonly byTable: ReadonlyMap<string, readonly TextColumn[]>
  /** The first tables of the schema. */
  readonly first: readonly string[]
  /** The first of those by which rows are called. */
  readonly labels: ReadonlySet<TextColumn>
}

const NEAR_MAX = 40
const OF_A_NEAR_TABLE = 100
const LABELS_MAX = 400
const groups = new WeakMap<readonly TextColumn[], Grouped>()

/** Once for each view: its columns are the same list for all its callers. */
function* grouped(view: DatabaseView, columns: readonly TextColumn[]): Sliced<Grouped> {
  const known = groups.get(columns)
  if (known !== undefined) return known
  const glossed = new Set(view.glossary.tables.map(({ table, label = '' }) => columnKey({ table, column: label })))
  const byTable = new Map<string, TextColumn[]>()
  const labels = new Set<TextColumn>()
  for (const column of columns) {
    const own = byTable.get(column.table) ?? []
    if (own.length < OF_A_NEAR_TABLE) own.push(column)
    byTable.set(column.table, own)
    const isLabel = glossed.has(columnKey(column)) || stepsOf(ownWords(column)) === 0
    if (isLabel && labels.size < LABELS_MAX) labels.add(column)
    yield
  }
  const made = { byTable, first: [...byTable.keys()].slice(0, NEAR_MAX), labels }
  groups.set(columns, made)
  return made
}

/** Tables that nothing speaks for come after so many others. */
const FAR = 12
/** A column that rows are called by, of a table so much further off, is as likely as the next best kind of column. */
const RANKS_PER_STEP = 6

/** `name` of a port that is called `port_name`. */
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
