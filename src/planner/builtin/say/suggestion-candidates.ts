import { type ColumnValues, type Knowledge, valuesOf } from '../../../domain/ask/knowledge.ts'
import { isSeveral, numberKind } from '../../wording/index.ts'
import type { ColumnRef } from '../query/index.ts'
import { type Catalog, type ColumnInfo, catalogOf, type TableInfo } from '../schema/index.ts'

/** What was understood of a question that could not be answered, or of one that was. */
export interface Understood {
  readonly tables: readonly string[]
  readonly columns: readonly ColumnRef[]
  /** Measures in the customer's own words, with the table that gives them. */
  readonly measures: readonly { readonly table: string; readonly phrase: string }[]
  /** Stretches of time as they were said, and how long they are. */
  readonly windows: readonly { readonly text: string; readonly days: number }[]
}

export const NOTHING_UNDERSTOOD: Understood = { tables: [], columns: [], measures: [], windows: [] }

const SPLIT_MIN = 2
const SPLIT_MAX = 60
const MONTHS_MIN = 60
const DAYS_MIN = 10

/** How many different values a text column has, as far as they were read. */
const valuesIn = (knowledge: Knowledge, table: string, column: string): number =>
  valuesOf(knowledge, table, column)?.values.length ?? 0

/** Columns by whose values rows of a table fall into several groups, but not into one for each row. */
export const splitsOf = (knowledge: Knowledge, table: TableInfo): readonly ColumnInfo[] =>
  [...table.columns.values()].filter(({ name, kind }) => {
    const names = valuesIn(knowledge, table.name, table.label)
    const values = valuesOf(knowledge, table.name, name)
    const count = values?.values.length ?? 0
    const isLabel = name === table.label || name === 'name' || name.endsWith('_name')
    return kind === 'text' && !isLabel && values !== undefined && count >= SPLIT_MIN && areKinds(values, names)
  })

const NAME_LENGTH_MAX = 24

/** Whether values say of what kind rows are: short words, and not another one for nearly every row. */
const areKinds = ({ values }: ColumnValues, rows: number): boolean =>
  values.length <= SPLIT_MAX &&
  (rows === 0 || values.length * 2 <= rows) &&
  values.every((value) => value.length <= NAME_LENGTH_MAX && !value.includes('@'))

/** Whether a table is known to have several rows: of others only a number may be known. */
const hasRows = (knowledge: Knowledge, table: TableInfo): boolean => {
  const texts = [...table.columns.values()].filter(({ kind }) => kind === 'text')
  return texts.length === 0 || texts.some(({ name }) => valuesIn(knowledge, table.name, name) >= SPLIT_MIN)
}

const amountsOf = (table: TableInfo): readonly ColumnInfo[] =>
  [...table.columns.values()].filter(
    ({ kind, words, unit }) => kind === 'number' && numberKind(words, unit) !== 'plain',
  )

const saidFirst = (columns: readonly ColumnInfo[], said: readonly ColumnRef[]): readonly ColumnInfo[] => {
  const isSaid = ({ table, name }: ColumnInfo): boolean =>
    said.some((ref) => ref.table === table && ref.column === name)
  return [...columns.filter(isSaid), ...columns.filter((column) => !isSaid(column))]
}

/** Questions about rows of a table that have several rows for an answer, those nearest to what was said first. */
export const suggestionCandidates = (knowledge: Knowledge, table: TableInfo, said: Understood): readonly string[] => {
  if (!hasRows(knowledge, table)) return []
  const catalog = catalogOf(knowledge.view)
  const many = table.plural
  const splits = saidFirst(splitsOf(knowledge, table), said.columns).map(({ words }) => words.join(' '))
  const amounts = saidFirst(amountsOf(table), said.columns).map(({ words }) => words.join(' '))
  const [split, otherSplit] = splits
  const [amount] = amounts
  const measure = measureOf(knowledge, table, said)
  const period = table.time === null ? null : periodOf(said)
  const isSaid = (kind: 'number' | 'text'): boolean =>
    said.columns.some((ref) => ref.table === table.name && table.columns.get(ref.column)?.kind === kind)
  const byAmount = amount === undefined ? [] : [`Top 5 ${many} by ${amount}`]
  const bySplit = split === undefined ? [] : [`How many ${many} are there per ${split}?`]
  return [
    ...(isSaid('number') ? byAmount : []),
    ...(isSaid('text') ? bySplit : []),
    ...(measure === null || period === null || IS_LEVEL.test(measure) ? [] : [`${measureIs(measure)} ${period}?`]),
    ...(period === null ? [] : [`How many ${many} were there ${period}?`]),
    ...bySplit,
    ...(measure === null || split === undefined ? [] : [`${measureIs(measure)} by ${split}?`]),
    ...(amount === undefined || split === undefined ? [] : [`What is the average ${amount} of ${many} by ${split}?`]),
    ...parentsOf(knowledge, catalog, table).map((parent) => `Top 5 ${parent} by number of ${many}`),
    ...byAmount,
    ...(table.time === null ? [] : [`Show the latest 5 ${many}`]),
    ...(otherSplit === undefined ? [] : [`How many ${many} are there per ${otherSplit}?`]),
  ]
}

/** What is there at one time adds up to nothing over several. */
const IS_LEVEL = /\b(?:stock|inventory|balance|level|headcount)\b/i

const measureIs = (measure: string): string => `What ${isSeveral(measure) ? 'were' : 'was'} the ${measure}`

/** The measure that was said, or else one of the table's. */
const measureOf = ({ view }: Knowledge, table: TableInfo, said: Understood): string | null => {
  const own = said.measures.find((one) => one.table === table.name)
  const glossed = view.glossary.phrases.find((one) => one.table === table.name && one.measure?.aggregate === 'sum')
  return own?.phrase ?? glossed?.phrase ?? null
}

/** A stretch of time, split so that it has several parts. */
const periodOf = ({ windows }: Understood): string => {
  const [window] = windows
  if (window === undefined || window.days < DAYS_MIN) return 'per month'
  return `per ${window.days >= MONTHS_MIN ? 'month' : 'day'} ${window.text}`
}

/** Tables of which each row has several of this one's, called by a name. */
const parentsOf = (knowledge: Knowledge, catalog: Catalog, table: TableInfo): readonly string[] =>
  catalog.graph.stepsFrom(table.name).flatMap((step) => {
    const parent = step.up && !catalog.graph.isHub(step.to) ? catalog.tables.get(step.to) : undefined
    return parent !== undefined && valuesIn(knowledge, parent.name, parent.label) >= SPLIT_MIN ? [parent.plural] : []
  })
