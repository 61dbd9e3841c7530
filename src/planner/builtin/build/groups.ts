import { type ColumnRef, type Group, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import type { Proto } from './conditions.ts'
import { eventTime } from './event-time.ts'
import type { MadeOut } from './made-out.ts'
import { columnOfNoun, isMarked, partsOf } from './pieces.ts'
import { roleOf } from './roles.ts'
import { isGroup, leadsTo, type Scene, tableInfo } from './scene.ts'
import type { Tally } from './tally.ts'
import { periodsOf, yearColumn } from './time-condition.ts'

export const entityGroup = (scene: Scene, part: Part, anchor: string, table: string): Group => {
  const role = roleOf(scene, part, anchor, table)
  return { type: 'entity', table, ...(role == null ? {} : { by: role }) }
}

export const columnGroup = (scene: Scene, part: Part, anchor: string, column: ColumnRef): Group => {
  const role = roleOf(scene, part, anchor, column.table)
  return { type: 'column', column: role == null ? column : { ...column, by: role } }
}

/** What the question splits by: what it says so of, and what it shows beside a measure. */
export const groupsOf = ({ scene, asked, shown, tally }: MadeOut, anchor: string, near: Part): Group[] => {
  const each = partsOf(scene, 'noun').filter(isGroup)
  const groups: Group[] = []
  const entities = new Set<string>()
  const addEntity = (table: string, part: Part): void => {
    if (table === anchor || entities.has(table)) return
    entities.add(table)
    groups.push(entityGroup(scene, part, anchor, table))
  }
  const columns: { readonly column: ColumnRef; readonly part: Part }[] = []
  for (const part of each) {
    if (part.noun.kind === 'table') addEntity(part.noun.table, part)
    else if (part.noun.kind === 'column') {
      const column = columnOfNoun(scene, part.noun, [anchor, scene.subject], tally)
      if (column !== null) columns.push({ column, part })
    }
  }
  for (const column of shown.columns) columns.push({ column, part: near })
  if (
    scene.subject !== null &&
    scene.subject !== anchor &&
    (shown.columns.some(({ table }) => table === scene.subject) || columns.length === 0) &&
    near.kind === 'rank'
  )
    addEntity(scene.subject, near)
  for (const { column, part } of columns) {
    const info = tableInfo(scene, column.table)
    const isKeyed = info?.label === column.column && column.table !== anchor && info.primaryKey.length > 0
    if (isKeyed) addEntity(column.table, part)
  }
  for (const { column, part } of columns) {
    const info = tableInfo(scene, column.table)
    if (entities.has(column.table) && info?.label === column.column) continue
    if (groups.some((group) => group.type === 'column' && sameRef(group.column, column))) continue
    groups.push(columnGroup(scene, part, anchor, column))
  }
  for (const table of shown.tables) addEntity(table, near)
  groups.push(...bucketsOf(scene, anchor, asked.protos, tally), ...besideOf(scene, anchor, asked.protos))
  return groups
}

/** "Per month": of the day that the question names, or on which the rows happened. */
const bucketsOf = (scene: Scene, anchor: string, protos: readonly Proto[], tally: Tally): Group[] => {
  const named = protos.flatMap(({ part, conditions }) =>
    part.kind === 'time' && part.column !== null ? conditions : [],
  )
  const [range] = named.flatMap((one) =>
    one.type === 'range' && leadsTo(scene, anchor, one.column.table) ? [one] : [],
  )
  const column = range?.column ?? eventTime(scene.catalog, anchor)
  const year = yearColumn(scene, anchor)
  return partsOf(scene, 'bucket').flatMap(({ bucket }): Group[] => {
    if (bucket === 'year' && year !== null && range === undefined) return [{ type: 'column', column: year }]
    if (column === null) tally.lose()
    return column === null ? [] : [{ type: 'time', column, bucket }]
  })
}

const EITHER = /^(did|do|does|is|are|was|were|which|what|who|have|has)$/

/** "This month vs last month", "in the store or on the web": one group for each. */
const besideOf = (scene: Scene, anchor: string, protos: readonly Proto[]): Group[] => {
  const isVersus = isMarked(scene, 'versus')
  const isEither = isVersus || (partsOf(scene, 'count').length === 0 && EITHER.test(scene.words.tokens[0]?.lower ?? ''))
  const values = protos.flatMap(({ part, conditions: [one] }): Group[] =>
    one?.type === 'in' &&
    !one.negated &&
    part.kind === 'value' &&
    (part.apart || isVersus || (isEither && saysEither(scene, part)))
      ? [columnGroup(scene, part, anchor, one.column)]
      : [],
  )
  return [...values, ...periodsOf(protos, isEither)]
}

const saysEither = ({ words }: Scene, { at, end }: Part): boolean =>
  words.tokens.slice(at, end).some(({ lower }) => lower === 'or')
