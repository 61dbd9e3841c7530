import { columnsOfProduct, factorsOf } from '../../../ask/rules/formula.ts'
import { columnOf, pathTo, type QueryContext, Unplannable } from './query-context.ts'
import type { Comparator, Condition, Measure, QueryTree } from './tree.ts'

/** A count of rows. */
export const countMeasure = (table: string): Measure => ({
  aggregate: 'count',
  table,
  column: null,
  times: null,
  distinct: false,
  name: 'count',
})

/** The column whose distinct values count rows that a join has repeated. @throws Unplannable without a key */
export const countedBy = ({ name, primaryKey }: { name: string; primaryKey: readonly string[] }): string => {
  const [key] = primaryKey
  if (key === undefined) throw new Unplannable(`${name} has no key to count by`)
  return key
}

/**
 * Checks that a measure of these rows is meaningful.
 *
 * @param fanned whether a join has repeated rows
 * @throws Unplannable for sums of non-numbers, and over rows that a join has repeated
 */
export const checkMeasure = (context: QueryContext, { anchor, fanned, measure }: MeasureUse): void => {
  const { aggregate, column, table } = measure
  if (column === null || (aggregate !== 'sum' && aggregate !== 'avg')) return
  if (columnOf(context, { table, column })?.kind !== 'number') throw new Unplannable(`${column} is no number`)
  if (fanned) throw new Unplannable(`a ${aggregate} would count rows of ${anchor} more than once`)
}

interface MeasureUse {
  readonly anchor: string
  readonly fanned: boolean
  readonly measure: Measure
}

/**
 * True for a measure that is shown without rounding.
 *
 * @param isDecimal whether sums over columns of this type are exact
 */
export const isExact = (context: QueryContext, measure: Measure, isDecimal: (type: string) => boolean): boolean => {
  const { aggregate, column, table } = measure
  if (column === null || aggregate === 'count') return true
  const { kind, type = '' } = columnOf(context, { table, column }) ?? {}
  if (kind === 'date' || kind === 'text') return true
  if (aggregate === 'avg') return false
  const factors = factorsOf(measure)
  const isWhole = (one: string): boolean => /INT/i.test(one)
  if (factors.length === 0) return isWhole(type) || isDecimal(type)
  const types = columnsOfProduct(measure).map((name) => columnOf(context, { table, column: name })?.type ?? '')
  const isDivided = factors.some((factor) => typeof factor !== 'string' && factor.per !== undefined)
  return !isDivided && types.some(isDecimal) && types.every((one) => isWhole(one) || isDecimal(one))
}

/**
 * Groups may be reached over a one-to-many join if every measure is correct with repeated rows.
 *
 * @throws Unplannable if the group would count rows twice
 */
export const checkGroup = (
  context: QueryContext,
  tree: QueryTree,
  { table, by }: { readonly table: string; readonly by?: string | undefined },
): void => {
  const safe = tree.measures.every(
    ({ aggregate, column }) => column === null || aggregate === 'min' || aggregate === 'max',
  )
  if (!safe && pathTo(context, tree.anchor, table, by).some((step) => !step.up))
    throw new Unplannable(`${tree.anchor} cannot be split by ${table} without counting rows twice`)
}

type Related = Extract<Condition, { type: 'related' }>

/** Whether related rows have to exist, must not exist, or are counted. */
export const relatedNumber = ({ measure, op, value }: Related): 'some' | 'none' | 'counted' => {
  if (measure !== null) return 'counted'
  if ((op === '=' && value === 0) || (op === '<' && value === 1)) return 'none'
  return (op === '>=' && value === 1) || (op === '>' && value === 0) ? 'some' : 'counted'
}

const INVERSE: ReadonlyMap<Comparator, Comparator> = new Map<Comparator, Comparator>([
  ['<', '>='],
  ['<=', '>'],
])

/** The inverse comparator of a bound such as "fewer than 3", which rows without related ones meet too: it is printed as an exclusion. */
export const exclusionComparator = ({ measure, op }: Related): Comparator | undefined =>
  measure === null ? INVERSE.get(op) : undefined
