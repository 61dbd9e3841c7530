import type { Part } from '../grammar/index.ts'
import { type ColumnRef, type Group, sameRef } from '../query/index.ts'
import { columnOfNoun, partsOf, type Shown } from './pieces.ts'
import { roleOf } from './roles.ts'
import { isGroup, type Scene, tableInfo } from './scene.ts'
import type { Tally } from './tally.ts'

export const entityGroup = (scene: Scene, part: Part, anchor: string, table: string): Group => {
  const role = roleOf(scene, part, anchor, table)
  return { type: 'entity', table, ...(role == null ? {} : { by: role }) }
}

export const columnGroup = (scene: Scene, part: Part, anchor: string, column: ColumnRef): Group => {
  const role = roleOf(scene, part, anchor, column.table)
  return { type: 'column', column: role == null ? column : { ...column, by: role } }
}

/** What the question splits by: what it says so of, and what it shows beside a measure. */
export const groupsOf = (scene: Scene, anchor: string, shown: Shown, tally: Tally, near: Part): Group[] => {
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
  const [bucket] = partsOf(scene, 'bucket')
  const time = tableInfo(scene, anchor)?.time ?? null
  if (bucket !== undefined && time !== null)
    groups.push({ type: 'time', column: { table: anchor, column: time }, bucket: bucket.bucket })
  else if (bucket !== undefined) tally.lose()
  return groups
}
