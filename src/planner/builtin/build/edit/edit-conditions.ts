import { type ColumnRef, type Condition, type QueryTree, sameRef } from '../../query/index.ts'
import type { StatedWindow } from '../../read/index.ts'
import { windowWords } from '../../words/index.ts'
import type { UnattachedCondition } from '../conditions.ts'
import { eventTime } from '../event-time.ts'
import { isMarked, partsOf } from '../pieces.ts'
import { isManyToOne } from '../reading.ts'
import type { ResolvedReading } from '../resolved-reading.ts'
import { periodOf, rangesOf } from '../time-condition.ts'
import { conditionsOf } from '../where.ts'
import type { Edit } from './edit.ts'

/** The columns of a condition. */
const columnsOf = (condition: Condition): readonly ColumnRef[] => {
  if (condition.type === 'related') return []
  if (condition.type === 'any') return condition.options.flatMap(columnsOf)
  return [condition.column]
}

const isRange = (condition: Condition): boolean =>
  condition.type === 'range' || (condition.type === 'any' && condition.options.every(({ type }) => type === 'range'))

const isTime = ({ part }: UnattachedCondition): boolean => part.kind === 'time'

/** "Only cancelled ones": a new condition replaces the old one on its column. */
export const editConditions: Edit = ({ reading, asked, doubts, measures }, tree) => {
  // A new measure may change the table; otherwise the conditions apply to the same rows.
  const protos = asked.protos.filter((proto) => !isTime(proto))
  const anchor = measures[0]?.table ?? tree.anchor
  const tables = asked.tables.filter(({ part }) => part.negated)
  const added = conditionsOf(reading, { protos, counts: asked.counts, tables }, { anchor, across: null }, doubts)
  if (added.length === 0) return null
  const isReplaced = (condition: Condition): boolean =>
    !isRange(condition) &&
    columnsOf(condition).some((column) => added.some((one) => columnsOf(one).some((own) => sameRef(own, column))))
  return { ...tree, where: [...tree.where.filter((condition) => !isReplaced(condition)), ...added] }
}

/** The column of the query's time condition. */
const rangeColumn = (conditions: readonly Condition[]): ColumnRef | null => {
  for (const condition of conditions) {
    if (isRange(condition)) return columnsOf(condition)[0] ?? null
    const inner = condition.type === 'related' ? rangeColumn(condition.where) : null
    if (inner !== null) return inner
  }
  return null
}

/** Replaces a time condition, at any depth of the query. */
const withTime = (conditions: readonly Condition[], column: ColumnRef, put: readonly Condition[]): Condition[] =>
  conditions.flatMap((condition): Condition[] => {
    if (isRange(condition) && columnsOf(condition).some((one) => sameRef(one, column))) return []
    if (condition.type !== 'related' || rangeColumn(condition.where) === null) return [condition]
    return [{ ...condition, where: [...withTime(condition.where, column, []), ...put] }]
  })

/** "Compared with last year": the earlier period is kept beside the new one. */
const timesOf = ({ reading }: ResolvedReading, { where }: QueryTree): readonly StatedWindow[] => {
  const stated = partsOf(reading, 'time').flatMap(({ windows }) => windows)
  const [before] = where.flatMap((condition) => (condition.type === 'range' ? [condition] : []))
  if (!isMarked(reading, 'versus') || stated.length !== 1 || before === undefined) return stated
  const { from, to } = before
  return [{ from, to, text: windowWords(from, to) }, ...stated]
}

/** "And last year?" */
export const editTime: Edit = (followUp, tree) => {
  const { reading, asked } = followUp
  const times = timesOf(followUp, tree)
  if (times.length === 0) return null
  const named = asked.protos.filter((proto) => proto.part.kind === 'time' && proto.part.column !== null)
  const [own] = named.flatMap(({ conditions }) => conditions.flatMap(columnsOf))
  const column = own ?? rangeColumn(tree.where) ?? eventTime(reading.catalog, tree.anchor)
  if (column === null) return null
  const put = rangesOf(column, times)
  const isNested = tree.where.some((one) => one.type === 'related' && rangeColumn(one.where) !== null)
  const isOwn = isManyToOne(reading, tree.anchor, column.table)
  const where: Condition[] = isOwn
    ? put
    : [{ type: 'related', table: column.table, where: put, measure: null, op: '>=', value: 1 }]
  const groups = tree.groups.filter(({ type }) => type !== 'periods')
  const beside: QueryTree['groups'] =
    times.length > 1 && tree.measures.length > 0 ? [{ type: 'periods', column, periods: times.map(periodOf) }] : []
  return {
    ...tree,
    where: [...withTime(tree.where, column, put), ...(isNested ? [] : where)],
    groups: [...groups, ...beside],
  }
}
