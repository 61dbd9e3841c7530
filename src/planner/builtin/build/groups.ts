import { type ColumnRef, type Group, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import type { UnattachedCondition } from './conditions.ts'
import { eventTime } from './event-time.ts'
import { columnOfNoun, isMarked, partsOf } from './pieces.ts'
import { isGroup, isManyToOne, type Reading, tableInfo } from './reading.ts'
import type { ResolvedReading } from './resolved-reading.ts'
import { roleOf } from './roles.ts'
import { periodsOf } from './time-condition.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'

export const entityGroup = (reading: Reading, part: Part, anchor: string, table: string): Group => {
  const role = roleOf(reading, part, anchor, table)
  return { type: 'entity', table, ...(role == null ? {} : { by: role }) }
}

export const columnGroup = (reading: Reading, part: Part, anchor: string, column: ColumnRef): Group => {
  const role = roleOf(reading, part, anchor, column.table)
  return { type: 'column', column: role == null ? column : { ...column, by: role } }
}

/** The groups of a query: explicit ones, and columns shown beside a measure. */
export const groupsOf = ({ reading, asked, shown, doubts }: ResolvedReading, anchor: string, near: Part): Group[] => {
  const each = partsOf(reading, 'noun').filter(isGroup)
  const groups: Group[] = []
  const entities = new Set<string>()
  const addEntity = (table: string, part: Part): void => {
    if (table === anchor || entities.has(table)) return
    entities.add(table)
    groups.push(entityGroup(reading, part, anchor, table))
    const surname = tableInfo(reading, table)?.surname ?? null
    if (surname !== null) groups.push(columnGroup(reading, part, anchor, { table, column: surname }))
  }
  const columns: { readonly column: ColumnRef; readonly part: Part }[] = []
  for (const part of each) {
    if (part.noun.kind === 'table') addEntity(part.noun.table, part)
    else if (part.noun.kind === 'column') {
      const column = columnOfNoun(reading, part.noun, [anchor, reading.subject], doubts)
      if (column !== null) columns.push({ column, part })
    }
  }
  for (const column of shown.columns) columns.push({ column, part: near })
  if (
    reading.subject !== null &&
    reading.subject !== anchor &&
    (shown.columns.some(({ table }) => table === reading.subject) || columns.length === 0) &&
    near.kind === 'rank'
  )
    addEntity(reading.subject, near)
  for (const { column, part } of columns) {
    const info = tableInfo(reading, column.table)
    const isKeyed = info?.label === column.column && column.table !== anchor && info.primaryKey.length > 0
    if (isKeyed) addEntity(column.table, part)
  }
  for (const { column, part } of columns) {
    const info = tableInfo(reading, column.table)
    if (entities.has(column.table) && info?.label === column.column) continue
    if (groups.some((group) => group.type === 'column' && sameRef(group.column, column))) continue
    groups.push(columnGroup(reading, part, anchor, column))
  }
  for (const table of shown.tables) addEntity(table, near)
  groups.push(...bucketsOf(reading, anchor, asked.protos, doubts), ...besideOf(reading, anchor, asked.protos))
  return groups
}

/** "Per month": of the named date column, or of the table's event time. */
const bucketsOf = (
  reading: Reading,
  anchor: string,
  protos: readonly UnattachedCondition[],
  doubts: UncertaintyNotes,
): Group[] => {
  const named = protos.flatMap(({ part, conditions }) =>
    part.kind === 'time' && part.column !== null ? conditions : [],
  )
  const [range] = named.flatMap((one) =>
    one.type === 'range' && isManyToOne(reading, anchor, one.column.table) ? [one] : [],
  )
  const column = range?.column ?? eventTime(reading.catalog, anchor)
  return partsOf(reading, 'bucket').flatMap(({ bucket }): Group[] => {
    if (column === null) doubts.markIncomplete()
    return column === null ? [] : [{ type: 'time', column, bucket }]
  })
}

const EITHER = /^(did|do|does|is|are|was|were|which|what|who|have|has)$/

/** "This month vs last month", "in the store or on the web": one group for each. */
const besideOf = (reading: Reading, anchor: string, protos: readonly UnattachedCondition[]): Group[] => {
  const isVersus = isMarked(reading, 'versus')
  const isEither =
    isVersus || (partsOf(reading, 'count').length === 0 && EITHER.test(reading.words.tokens[0]?.lower ?? ''))
  const values = protos.flatMap(({ part, conditions: [one] }): Group[] =>
    one?.type === 'in' && !one.negated && part.kind === 'value' && (part.apart || isVersus)
      ? [columnGroup(reading, part, anchor, one.column)]
      : [],
  )
  return [...values, ...periodsOf(protos, isEither)]
}
