import { type ColumnValues, type Knowledge, valuesOf } from '../../../domain/ask/knowledge.ts'
import { numberKind } from '../../wording/index.ts'
import { type ColumnRef, emptyTree, type Measure, type QueryTree } from '../query/index.ts'
import {
  type Catalog,
  type ColumnInfo,
  catalogOf,
  columnMeasure,
  countMeasure,
  listColumns,
  type TableInfo,
} from '../schema/index.ts'
import { glossaryMeasures } from '../sentence/index.ts'
import type { Window } from '../words/index.ts'

/** What was understood of a question that could not be answered, or of one that was. */
export interface Understood {
  readonly tables: readonly string[]
  readonly columns: readonly ColumnRef[]
  /** Measures in the customer's own words, with the table that gives them. */
  readonly measures: readonly Measure[]
  /** Stretches of time that were said, and how long they are. */
  readonly windows: readonly (Window & { readonly days: number })[]
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

const FIRST = 5

/** Queries about rows of a table that have several rows for an answer, those nearest to what was said first. */
export const suggestionCandidates = (
  knowledge: Knowledge,
  table: TableInfo,
  said: Understood,
): readonly QueryTree[] => {
  if (!hasRows(knowledge, table)) return []
  const catalog = catalogOf(knowledge.view)
  const [split, otherSplit] = saidFirst(splitsOf(knowledge, table), said.columns)
  const [amount] = saidFirst(amountsOf(table), said.columns)
  const count = countMeasure(catalog, table.name)
  const measure = measureOf(knowledge, table, said)
  const isSaid = (kind: 'number' | 'text'): boolean =>
    said.columns.some((ref) => ref.table === table.name && table.columns.get(ref.column)?.kind === kind)
  const first = (column: string): QueryTree => ({
    ...emptyTree(table.name),
    columns: listColumns(catalog, table.name, []),
    order: [{ by: { table: table.name, column }, descending: true }],
    limit: FIRST,
  })
  const ranked = (one: Measure): QueryTree => ({ ...emptyTree(table.name), measures: [one], order: [BY_MEASURE] })
  const per = (one: Measure, column: ColumnInfo | undefined): readonly QueryTree[] =>
    column === undefined ? [] : [{ ...ranked(one), groups: [{ type: 'column', column: refOf(column) }] }]
  const inTime = (one: Measure): readonly QueryTree[] => periodOf(table, one, said)
  const byAmount = amount === undefined ? [] : [first(amount.name)]
  const bySplit = per(count, split)
  return [
    ...(isSaid('number') ? byAmount : []),
    ...(isSaid('text') ? bySplit : []),
    ...(measure === null || IS_LEVEL.test(measure.name) ? [] : inTime(measure)),
    ...inTime(count),
    ...bySplit,
    ...(measure === null ? [] : per(measure, split)),
    ...(amount === undefined ? [] : per(columnMeasure(refOf(amount), 'avg'), split)),
    ...parentsOf(knowledge, catalog, table).map(
      (parent): QueryTree => ({
        ...ranked(count),
        groups: [{ type: 'entity', table: parent }],
        limit: FIRST,
      }),
    ),
    ...byAmount,
    ...(table.time === null ? [] : [first(table.time)]),
    ...per(count, otherSplit),
  ]
}

const BY_MEASURE = { by: 'measure', descending: true } as const

const refOf = ({ table, name }: ColumnInfo): ColumnRef => ({ table, column: name })

/** What is there at one time adds up to nothing over several. */
const IS_LEVEL = /(?:^|_)(?:stock|inventory|balance|level|headcount)(?:_|$)/i

/** The measure that was said, or else one of the table's. */
const measureOf = ({ view }: Knowledge, table: TableInfo, said: Understood): Measure | null => {
  const own = said.measures.find((one) => one.table === table.name)
  const sums = glossaryMeasures(view).flatMap(([, one]) =>
    one.aggregate === 'sum' && one.table === table.name ? [one] : [],
  )
  return own ?? sums[0] ?? null
}

/** Rows by stretches of time, of which what was said has several parts. */
const periodOf = (
  { name, time }: TableInfo,
  measure: Measure,
  { windows: [window] }: Understood,
): readonly QueryTree[] => {
  if (time === null) return []
  const column = { table: name, column: time }
  const isLong = window === undefined || window.days < DAYS_MIN || window.days >= MONTHS_MIN
  return [
    {
      ...emptyTree(name),
      measures: [measure],
      groups: [{ type: 'time', column, bucket: isLong ? 'month' : 'day' }],
      where:
        window === undefined || window.days < DAYS_MIN
          ? []
          : [{ type: 'range', column, from: window.from, to: window.to, negated: false }],
    },
  ]
}

/** Tables of which each row has several of this one's, called by a name. */
const parentsOf = (knowledge: Knowledge, catalog: Catalog, table: TableInfo): readonly string[] =>
  catalog.graph.stepsFrom(table.name).flatMap((step) => {
    const parent = step.up && !catalog.graph.isHub(step.to) ? catalog.tables.get(step.to) : undefined
    return parent !== undefined && valuesIn(knowledge, parent.name, parent.label) >= SPLIT_MIN ? [parent.name] : []
  })
