import { windowWords } from './calendar.ts'
import { AHEAD, AHEAD_DOUBT, isAhead, periodLabel } from './finish-time.ts'
import type { ColumnRef, Condition, QueryTree } from './query/index.ts'
import { dateBeside, eventTime } from './read-time.ts'
import type { Reader } from './reader.ts'
import type { Window } from './time.ts'

export const sameColumn = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column

export const columnsOf = (condition: Condition): ColumnRef[] => {
  if (condition.type === 'related') return []
  if (condition.type === 'any') return condition.options.flatMap(columnsOf)
  return [condition.column]
}

const isRange = (condition: Condition): boolean =>
  condition.type === 'range' ||
  (condition.type === 'any' && condition.options.every((option) => option.type === 'range'))

/** A new condition takes the place of the old one on its column. */
export const editConditions = (reader: Reader, ir: QueryTree): boolean => {
  const added = reader.where
  if (added.length === 0) return false
  const replaced = (condition: Condition): boolean =>
    !isRange(condition) &&
    columnsOf(condition).some((column) =>
      added.some((one) => columnsOf(one).some((other) => sameColumn(other, column))),
    )
  ir.where = [...ir.where.filter((condition) => !replaced(condition)), ...added]
  return true
}

export const rangeColumn = (conditions: readonly Condition[]): ColumnRef | null => {
  for (const condition of conditions) {
    if (isRange(condition)) return columnsOf(condition)[0] ?? null
    const inner = condition.type === 'related' ? rangeColumn(condition.where) : null
    if (inner !== null) return inner
  }
  return null
}

const withoutRanges = (conditions: readonly Condition[], column: ColumnRef, put: readonly Condition[]): Condition[] =>
  conditions.flatMap((condition): Condition[] => {
    if (isRange(condition) && columnsOf(condition).some((one) => sameColumn(one, column))) return []
    if (condition.type !== 'related' || rangeColumn(condition.where) === null) return [condition]
    return [{ ...condition, where: [...withoutRanges(condition.where, column, []), ...put] }]
  })

interface SaidWindow {
  readonly index: number
  readonly window: Window
  readonly text: string
}

const saidWindows = (reader: Reader): SaidWindow[] =>
  reader.items.flatMap((item, index) =>
    item.window === null || item.kind !== 'window' || reader.used[index] === true
      ? []
      : [{ index, window: item.window, text: item.text }],
  )

/** "Compared with last year": the earlier time stays, beside the new one. */
const besideBefore = (reader: Reader, ir: QueryTree, said: readonly SaidWindow[]): readonly SaidWindow[] => {
  const compared = reader.items.some((item) => item.cue?.cue === 'versus')
  const before = ir.where.find((condition) => condition.type === 'range')
  if (!compared || said.length !== 1 || before?.type !== 'range') return said
  const { from, to } = before
  return [{ index: -1, window: { from, to }, text: windowWords(from, to) }, ...said]
}

export const editTime = (reader: Reader, ir: QueryTree): boolean => {
  const windows = besideBefore(reader, ir, saidWindows(reader))
  const first = windows.find(({ index }) => index >= 0)
  if (first === undefined) return false
  for (const { index } of windows) reader.use(index)
  const column = dateBeside(reader, first.index)?.column ?? rangeColumn(ir.where) ?? eventTime(reader, ir.anchor)
  if (column === null) return false
  if (isAhead(reader, first.window.from) && !AHEAD.test(column.column)) reader.doubt = AHEAD_DOUBT
  const ranges = windows.map(({ window }): Condition => ({ type: 'range', column, ...window, negated: false }))
  const put: Condition[] = ranges.length > 1 ? [{ type: 'any', options: ranges }] : ranges
  const nested = ir.where.some((condition) => condition.type === 'related' && rangeColumn(condition.where) !== null)
  ir.where = [...withoutRanges(ir.where, column, put), ...(nested ? [] : put)]
  ir.groups = ir.groups.filter((group) => group.type !== 'periods')
  if (ranges.length > 1 && ir.measures.length > 0)
    ir.groups.push({
      type: 'periods',
      column,
      periods: windows.map(({ text, window }) => ({ label: periodLabel(text, window.from, window.to), ...window })),
    })
  return true
}
