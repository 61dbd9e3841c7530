import { type ColumnValues, type Knowledge, valuesOf } from '../../../ask/rules/knowledge.ts'
import { numberKind } from '../../wording/index.ts'
import { type ColumnRef, emptyTree, type Measure, type QueryTree } from '../query/index.ts'
import {
  type ColumnInfo,
  catalogOf,
  columnMeasure,
  countMeasure,
  glossaryMeasures,
  listColumns,
  type TableInfo,
} from '../schema/index.ts'

const SPLIT_MIN = 2
const SPLIT_MAX = 60
const NAME_LENGTH_MAX = 24
const FIRST = 5

export const BY_MEASURE = { by: 'measure', descending: true } as const

/** Levels at a point in time, which cannot be summed over time. */
export const IS_LEVEL = /(?:^|_)(?:stock|inventory|balance|level|headcount)(?:_|$)/i

/** Number of distinct values of a text column, as far as they were read. */
export const valuesIn = (knowledge: Knowledge, table: string, column: string): number =>
  valuesOf(knowledge, table, column)?.values.length ?? 0

/** Whether values are categories: short texts, and far fewer than rows. */
const areKinds = ({ values }: ColumnValues, rows: number): boolean =>
  values.length >= SPLIT_MIN &&
  values.length <= SPLIT_MAX &&
  (rows === 0 || values.length * 2 <= rows) &&
  values.every((value) => value.length <= NAME_LENGTH_MAX && !value.includes('@'))

/** Columns that split the rows of a table into several groups, but not into one per row. */
export const splitsOf = (knowledge: Knowledge, table: TableInfo): readonly ColumnInfo[] =>
  [...table.columns.values()].filter(({ name, kind, refTable }) => {
    const values = valuesOf(knowledge, table.name, name)
    const isLabel = name === table.label || name === 'name' || name.endsWith('_name')
    const isKind = values !== undefined && areKinds(values, valuesIn(knowledge, table.name, table.label))
    return kind === 'text' && refTable === null && !isLabel && isKind
  })

/** Whether a table is known to have several rows; other tables are only counted. */
const hasRows = (knowledge: Knowledge, table: TableInfo): boolean => {
  const texts = [...table.columns.values()].filter(({ kind }) => kind === 'text')
  return texts.length === 0 || texts.some(({ name }) => valuesIn(knowledge, table.name, name) >= SPLIT_MIN)
}

/**
 * Questions about a table that have several rows as answer.
 *
 * @param said columns named in the question, which come first
 */
export const tableQuestions = (
  knowledge: Knowledge,
  table: TableInfo,
  said: readonly ColumnRef[],
): readonly QueryTree[] => {
  if (!hasRows(knowledge, table)) return []
  const catalog = catalogOf(knowledge.view)
  const isSaid = ({ table: owner, name }: ColumnInfo): boolean =>
    said.some((ref) => ref.table === owner && ref.column === name)
  const saidFirst = (columns: readonly ColumnInfo[]): readonly ColumnInfo[] =>
    columns.toSorted((a, b) => Number(isSaid(b)) - Number(isSaid(a)))
  const [split] = saidFirst(splitsOf(knowledge, table))
  const [amount] = saidFirst(
    [...table.columns.values()].filter(
      ({ kind, words, unit }) => kind === 'number' && numberKind(words, unit) !== 'plain',
    ),
  )
  const count = countMeasure(catalog, table.name)
  const sum = glossaryMeasures(knowledge.view.glossary)
    .map(([, measure]) => measure)
    .find((one) => one.table === table.name && one.aggregate === 'sum' && !IS_LEVEL.test(one.name))
  const rows = emptyTree(table.name)
  const at = (column: string): ColumnRef => ({ table: table.name, column })
  const first = (column: string): QueryTree => ({
    ...rows,
    columns: listColumns(catalog, table.name, []),
    order: [{ by: at(column), descending: true }],
    limit: FIRST,
  })
  const by = (one: Measure, column: string): QueryTree => ({
    ...rows,
    measures: [one],
    groups: [{ type: 'column', column: at(column) }],
    order: [BY_MEASURE],
  })
  const perMonth = (one: Measure, column: string): QueryTree => ({
    ...rows,
    measures: [one],
    groups: [{ type: 'time', column: at(column), bucket: 'month' }],
  })
  const average = amount && columnMeasure(at(amount.name), 'avg')
  const measure = sum ?? average
  const parents = catalog.graph.stepsFrom(table.name).flatMap(({ up, to }) => {
    const parent = up && !catalog.graph.isHub(to) ? catalog.tables.get(to) : undefined
    return parent !== undefined && valuesIn(knowledge, to, parent.label) >= SPLIT_MIN ? [to] : []
  })
  return [
    ...(amount !== undefined && isSaid(amount) ? [first(amount.name)] : []),
    ...(split !== undefined && isSaid(split) ? [by(count, split.name)] : []),
    ...(table.time === null ? [] : [perMonth(sum ?? count, table.time)]),
    ...(split === undefined ? [] : [by(count, split.name)]),
    ...(split === undefined || measure === undefined ? [] : [by(measure, split.name)]),
    ...parents.map(
      (parent): QueryTree => ({
        ...rows,
        measures: [count],
        groups: [{ type: 'entity', table: parent }],
        order: [BY_MEASURE],
        limit: FIRST,
      }),
    ),
    ...(amount === undefined ? [] : [first(amount.name)]),
    ...(table.time === null ? [] : [first(table.time)]),
  ]
}
