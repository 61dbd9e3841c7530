import { type ColumnRef, emptyTree, type Measure, type QueryTree, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { countMeasure, listColumns } from '../schema/index.ts'
import { columnGroup, entityGroup, groupsOf } from './groups.ts'
import { commonTable, isMarked, labelsOf, partsOf, type ShownColumns } from './pieces.ts'
import { infoOf, isManyToOne, type Reading, tableInfo } from './reading.ts'
import type { ResolvedReading } from './resolved-reading.ts'
import { conditionsOf, type QuestionConditions } from './where.ts'

const unique = (refs: readonly ColumnRef[]): ColumnRef[] =>
  refs.filter((ref, index) => refs.findIndex((other) => sameRef(ref, other)) === index)

/** The columns of a list: the named ones, or the label. */
export const columnsToShow = (reading: Reading, shown: ShownColumns, fallback: string): ColumnRef[] => {
  const table = reading.subject ?? fallback
  const info = tableInfo(reading, table)
  if (isMarked(reading, 'everything') && info !== undefined)
    return [...info.columns.values()].map(({ name }) => ({ table, column: name }))
  const when = isMarked(reading, 'when') ? (info?.time ?? null) : null
  const named = [
    ...shown.columns,
    ...(when === null ? [] : [{ table, column: when }]),
    ...shown.tables.flatMap((one) => labelsOf(reading, one)),
  ]
  const own =
    reading.subject !== null && shown.tables.length > 0 && !shown.columns.some((ref) => ref.table === reading.subject)
  if (named.length === 0) return listColumns(reading.catalog, table, [])
  // "The cheapest plan and what it costs": the label of the plan comes first.
  const head = reading.parts.find((part) => part.kind === 'noun')
  const isHead =
    head?.kind === 'noun' && head.noun.kind === 'table' && head.clause === 0 && head.noun.table === reading.subject
  // "The makers and models": the last noun is shown as well.
  const isLast = partsOf(reading, 'noun').some(
    ({ noun, lead }) => lead === 'and' && noun.kind === 'table' && noun.table === reading.subject,
  )
  if (isLast && shown.columns.length > 0) return unique([...named, ...labelsOf(reading, table)])
  const isAlso = isHead && shown.columns.length > 0 && partsOf(reading, 'noun').some(({ lead }) => lead === 'and')
  if (own || isAlso) return unique([...labelsOf(reading, table), ...named])
  return unique(named)
}

/** Lists, counts and sums without a superlative. */
export const plainTree = (made: ResolvedReading): QueryTree | null => {
  const { reading, asked, measures, shown, doubts } = made
  const [first] = measures
  if (first !== undefined) return measuredTree(made, first)
  if (isMarked(reading, 'whether') && reading.subject !== null)
    return {
      ...emptyTree(reading.subject),
      measures: [countMeasure(reading.catalog, reading.subject)],
      where: conditionsOf(reading, asked, { anchor: reading.subject, across: null }, doubts),
    }
  const having = splitCounts(reading, asked, shown)
  if (having !== null) return countedGroups(made, having)
  const fallback = shown.columns[0]?.table ?? reading.tableMentions[0]?.table ?? asked.protos[0]?.table
  if (fallback === undefined) return null
  if (reading.subject === null && shown.columns.length === 0) doubts.recordGuess()
  const columns = columnsToShow(reading, shown, fallback)
  const anchor = commonTable(
    reading,
    columns.map(({ table }) => table),
  )
  if (anchor === null) return null
  const [only, more] = columns
  const across =
    only !== undefined &&
    more === undefined &&
    only.table === anchor &&
    tableInfo(reading, anchor)?.label !== only.column
      ? only
      : null
  const label = only === undefined ? undefined : tableInfo(reading, only.table)?.label
  // Values of a column are listed once each, unless the column is the label.
  const isValues =
    only !== undefined &&
    more === undefined &&
    label !== only.column &&
    (reading.subject === null || isOfValues(reading, only))
  return {
    ...emptyTree(anchor),
    columns,
    where: conditionsOf(
      reading,
      asked,
      { anchor, across: across ?? (reading.subject === null ? (only ?? null) : null) },
      doubts,
    ),
    distinct: shown.isDistinct || isValues,
    limit: reading.limit,
  }
}

/** "Which flags are used by", "cities our customers live in": distinct values of a text column, not one per row. */
const isOfValues = (reading: Reading, ref: ColumnRef): boolean => {
  const [head, next] = reading.parts.filter(({ kind }) => kind !== 'mark')
  if (head?.kind !== 'noun' || head.noun.kind !== 'column' || infoOf(reading, ref)?.kind !== 'text') return false
  const isWhose = next?.kind === 'noun' && next.noun.kind === 'table' && next.lead === 'after' && next.at === head.end
  return isWhose || head.lead === 'which' || /^(which|what)$/.test(reading.words.tokens[head.at - 1]?.lower ?? '')
}

/** "The total fee paid by all members": the fee per member, although fees are stored with plans. */
const measuredTable = (reading: Reading, { table, aggregate }: Measure): string =>
  reading.subject !== null &&
  (aggregate === 'sum' || aggregate === 'avg') &&
  isManyToOne(reading, reading.subject, table)
    ? reading.subject
    : table

const measuredTree = (made: ResolvedReading, first: Measure): QueryTree | null => {
  const { reading, asked, measures, shown, doubts } = made
  const near =
    partsOf(reading, 'count')[0] ??
    partsOf(reading, 'fold')[0] ??
    partsOf(reading, 'noun').find(({ noun }) => noun.kind === 'measure') ??
    reading.parts[0]
  if (near === undefined) return null
  // "Orders and customers": joining two tables would count pairs of rows.
  if (measures.some(({ table }) => table !== first.table)) return null
  const anchor = measuredTable(reading, first)
  const isOwn = reading.subject === anchor
  // A summed column is not shown itself.
  const own: ShownColumns = {
    ...shown,
    columns: namesAggregate(reading)
      ? shown.columns.filter((ref) => !shown.units.some((one) => sameRef(one, ref)))
      : shown.columns.filter((ref) => !measures.some((one) => isOf(one, ref))),
  }
  const groups = groupsOf({ ...made, shown: own }, anchor, near)
  // "Show the names of teachers and the number of courses": courses are grouped by teacher.
  const { subject } = reading
  const heads = partsOf(reading, 'noun').filter(
    (part) =>
      part.noun.kind === 'table' &&
      part.clause === 0 &&
      part.at < near.at &&
      !(near.kind === 'noun' && isAgent(reading, part)),
  )
  if (
    !isOwn &&
    subject !== null &&
    heads.length > 0 &&
    !groups.some((group) => group.type === 'entity' && group.table === subject)
  )
    groups.unshift(entityGroup(reading, near, anchor, subject))
  const tables = asked.tables.filter(
    ({ table }) => !groups.some((group) => group.type === 'entity' && group.table === table),
  )
  const counts = asked.counts.filter(({ table }) => !(table === anchor && groups.length > 0))
  const where = conditionsOf(reading, { ...asked, tables, counts }, { anchor, across: null }, doubts)
  const having = [
    ...asked.counts.flatMap(({ table, bounds }) =>
      table === anchor && groups.length > 0 ? bounds.map((bound) => ({ ...bound, measure: first })) : [],
    ),
  ]
  // Largest group first if no order is asked for; time groups in chronological order.
  const isPlaced =
    groups.length > 0 &&
    groups.every(({ type }) => type !== 'time' && type !== 'periods') &&
    partsOf(reading, 'order').length === 0
  return {
    ...emptyTree(anchor),
    measures: [...measures],
    groups,
    where,
    having,
    order: isPlaced ? [{ by: 'measure', descending: true }] : [],
  }
}

const isOf = ({ table, column }: Measure, ref: ColumnRef): boolean => table === ref.table && column === ref.column

/** Whether the question names an aggregate. */
const namesAggregate = (reading: Reading): boolean =>
  partsOf(reading, 'count').length + partsOf(reading, 'fold').length > 0

/** "What did customers spend": the subject of a verb is no group. */
const isAgent = ({ words }: Reading, { at }: Part): boolean =>
  words.tokens.slice(0, at).some(({ lower }) => /^(do|does|did)$/.test(lower))

interface Having {
  readonly anchor: string
  readonly column: ColumnRef
}

/** "Cities that have more than one employee": groups of a column by number of rows. */
const splitCounts = (reading: Reading, asked: QuestionConditions, shown: ShownColumns): Having | null => {
  const [bound] = asked.counts
  const [column, more] = shown.columns
  if (bound === undefined || column === undefined || more !== undefined) return null
  const info = tableInfo(reading, column.table)
  const isLabel = info?.label === column.column && info.primaryKey.length > 0
  if (bound.table === column.table) return { anchor: bound.table, column }
  if (isLabel || reading.subject === column.table) return null
  return isManyToOne(reading, bound.table, column.table) ? { anchor: bound.table, column } : null
}

const countedGroups = ({ reading, asked, shown, doubts }: ResolvedReading, { anchor, column }: Having): QueryTree => ({
  ...emptyTree(anchor),
  measures: [countMeasure(reading.catalog, anchor)],
  groups: [
    columnGroup(reading, asked.counts[0]?.part ?? reading.state.parts[0] ?? fail(), anchor, shown.columns[0] ?? column),
  ],
  where: conditionsOf(
    reading,
    { ...asked, counts: [], tables: asked.tables.filter(({ table }) => table !== anchor) },
    { anchor, across: null },
    doubts,
  ),
  having: asked.counts.flatMap(({ bounds, measure }) =>
    bounds.map((bound) => ({ ...bound, measure: measure ?? countMeasure(reading.catalog, anchor) })),
  ),
})

const fail = (): never => {
  throw new Error('no part')
}
