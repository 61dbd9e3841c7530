import type { Part } from '../grammar/index.ts'
import type { ColumnRef, Condition } from '../query/index.ts'
import type { Window } from '../time.ts'
import type { Proto } from './conditions.ts'
import { nearTables } from './near-tables.ts'
import { choose, infoOf, nounsOf, type Scene, saidBefore, tableInfo } from './scene.ts'

const isYear = (window: Window): boolean =>
  (window.from === null || window.from.endsWith('-01-01')) && (window.to === null || window.to.endsWith('-01-01'))

/** A column that holds years, as a table of concerts has. */
const yearColumn = (scene: Scene, table: string): ColumnRef | null => {
  const columns = [...(tableInfo(scene, table)?.columns.values() ?? [])]
  const found =
    columns.find(({ words, kind }) => words.at(-1) === 'year' && kind !== 'date' && kind !== 'key') ??
    columns.find(({ words, kind }) => words.includes('year') && kind !== 'date' && kind !== 'key')
  return found === undefined ? null : { table, column: found.name }
}

const yearCondition = (
  scene: Scene,
  column: ColumnRef,
  windows: readonly Window[],
  both: boolean,
): readonly Condition[] => {
  const isText = /CHAR|TEXT|CLOB/i.test(infoOf(scene, column)?.type ?? '')
  const yearOf = (day: string): number | string => (isText ? day.slice(0, 4) : Number(day.slice(0, 4)))
  const single = windows.flatMap(({ from, to }) =>
    from !== null && to !== null && Number(to.slice(0, 4)) - Number(from.slice(0, 4)) === 1 ? [yearOf(from)] : [],
  )
  if (single.length === windows.length && windows.length > 1)
    return both
      ? single.map((value) => ({ type: 'compare', column, op: '=', value }))
      : [{ type: 'in', column, values: single, negated: false }]
  const [window] = windows
  if (window === undefined || windows.length > 1) return []
  const [only] = single
  if (only !== undefined) return [{ type: 'compare', column, op: '=', value: only }]
  return [
    ...(window.from === null ? [] : [{ type: 'compare', column, op: '>=', value: yearOf(window.from) } as const]),
    ...(window.to === null ? [] : [{ type: 'compare', column, op: '<', value: yearOf(window.to) } as const]),
  ]
}

export const timeProto = (scene: Scene, part: Extract<Part, { kind: 'time' }>, index: number): Proto | null => {
  const before = scene.parts[index - 1]
  const named = before?.kind === 'noun' && before.noun.kind === 'column' ? before.noun.options : []
  const dates = named.filter(({ column }) => infoOf(scene, column)?.kind === 'date')
  const said = choose(scene, dates, nearTables(scene, part))
  const years = part.windows.every(isYear)
  const tables = [...new Set([...saidBefore(scene, part.at), scene.subject, ...scene.said.map(({ table }) => table)])]
  for (const table of [...tables, ...namedTables(scene)].filter((one) => one !== null)) {
    const year = years ? yearColumn(scene, table) : null
    const time = tableInfo(scene, table)?.time ?? null
    const chosen =
      said?.chosen.column ??
      (year !== null && (time === null || leadsYear(scene, table))
        ? null
        : time === null
          ? null
          : { table, column: time })
    if (chosen !== null) return dated(part, chosen, said === null ? 0.9 : 1)
    if (year === null) continue
    const conditions = yearCondition(scene, year, part.windows, part.both)
    if (conditions.length > 0) return { part, conditions, table, negated: part.negated, weight: 0.95, tied: false }
  }
  return null
}

/** A table with both a year and a date is asked for its year by a year. */
const leadsYear = (scene: Scene, table: string): boolean => yearColumn(scene, table) !== null

/** Tables of columns that are named, where no table is, or none that knows of time. */
const namedTables = (scene: Scene): readonly string[] =>
  scene.parts.flatMap((part) =>
    nounsOf(part).flatMap((noun) =>
      noun.kind === 'column' ? noun.options.slice(0, 1).map(({ column }) => column.table) : [],
    ),
  )

const dated = (part: Extract<Part, { kind: 'time' }>, column: ColumnRef, weight: number): Proto => {
  const ranges = part.windows.map(({ from, to }): Condition => ({ type: 'range', column, from, to, negated: false }))
  const conditions: readonly Condition[] = ranges.length > 1 && !part.both ? [{ type: 'any', options: ranges }] : ranges
  return { part, conditions, table: column.table, negated: part.negated, weight, tied: false }
}
