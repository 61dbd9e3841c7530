import { windowWords } from './calendar.ts'
import type { ColumnRef } from './catalog.ts'
import { bestMeasure, conditionTables, groupTable, periodLabel } from './finish.ts'
import type { Condition, Group, Ir, Measure } from './ir.ts'
import { lexiconOf } from './lexicon.ts'
import { listColumns, namedColumn } from './list-columns.ts'
import { columnMeasure, countMeasure, mainNumber } from './measures.ts'
import { dateBeside, eventTime } from './read-time.ts'
import type { MeasureChoice, Reader } from './reader.ts'
import type { Window } from './time.ts'

/** Tables that an earlier question was about: what a follow-up says is read as part of them. */
export const tablesOf = (ir: Ir): string[] => [
  ...new Set([ir.anchor, ...ir.groups.map(groupTable), ...ir.where.flatMap(conditionTables)]),
]

/** The rows that an earlier question was about. */
export const entityOf = (ir: Ir): string => {
  const entity = ir.groups.find((group) => group.type === 'entity')
  return entity?.type === 'entity' ? entity.table : ir.anchor
}

/** Edits the earlier IR by what the follow-up says; null when it says nothing that could change it. */
export const editIr = (reader: Reader, previous: Ir): Ir | null => {
  const ir = structuredClone(previous)
  if (editMostOf(reader, ir)) return ir
  const edits = [
    editEntity(reader, ir),
    editRelated(reader, ir),
    editShape(reader, ir),
    editShare(reader, ir),
    editConditions(reader, ir),
    editTime(reader, ir),
    editMeasure(reader, ir),
    editGroups(reader, ir),
    editOrder(reader, ir),
    editColumns(reader, ir),
  ]
  if (!edits.includes(true)) return null
  reader.items.forEach((item, index) => {
    if (item.lower === 'same' || item.cue?.cue === 'versus') reader.use(index)
  })
  ir.via = [...new Set([...ir.via, ...reader.via])].filter((table) => table !== ir.anchor)
  return ir
}

const PRONOUN = /\b(them|those|these|they)\b/

export const pointsBack = (reader: Reader): boolean => PRONOUN.test(reader.items.map(({ lower }) => lower).join(' '))

/** "How many of them ordered this year?": those of the same rows that have others. */
const editRelated = (reader: Reader, ir: Ir): boolean => {
  if (!pointsBack(reader)) return false
  const at = reader.items.findIndex((_, index) => {
    const link = reader.noun(index)
    if (link === null || reader.used[index] === true || (link.kind !== 'table' && link.kind !== 'column')) return false
    return reader.catalog.graph.path(ir.anchor, link.table)?.steps.some((step) => !step.up) === true
  })
  const link = reader.noun(at)
  if (link === null) return false
  reader.use(at)
  const column = eventTime(reader, link.table)
  const where = reader.items.flatMap((item, index): Condition[] => {
    if (item.window === null || column === null) return []
    reader.use(index)
    return [{ type: 'range', column, ...item.window, negated: false }]
  })
  ir.where.push({ type: 'related', table: link.table, where, measure: null, op: '>=', value: 1 })
  return true
}

/** "Which carrier took most of them?": the same rows, counted for each of another table's. */
const editMostOf = (reader: Reader, ir: Ir): boolean => {
  const text = reader.items.map(({ lower }) => lower).join(' ')
  const { target } = reader
  if (!/\b(most|fewest|least) of (them|those|these)\b/.test(text) || target === null || reader.targetAt < 0)
    return false
  const [measure] = ir.measures
  ir.measures = [measure ?? countMeasure(reader.catalog, ir.anchor)]
  ir.columns = []
  ir.groups =
    target.kind === 'table'
      ? [{ type: 'entity', table: target.table }]
      : target.kind === 'column'
        ? [{ type: 'column', column: target.column }]
        : []
  ir.order = [{ by: 'measure', descending: /\bmost\b/.test(text) }]
  ir.limit = reader.limit ?? 1
  reader.use(reader.targetAt)
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'extreme') reader.use(index)
  })
  return true
}

/** "And invoices?": the same question about other rows. */
const editEntity = (reader: Reader, ir: Ir): boolean => {
  const { target } = reader
  if (
    target?.kind !== 'table' ||
    reader.targetAt < 0 ||
    target.table === ir.anchor ||
    reader.used[reader.targetAt] === true
  )
    return false
  const [measure] = ir.measures
  reader.use(reader.targetAt)
  const above = reader.catalog.graph.path(ir.anchor, target.table)?.steps.every((step) => step.up) === true
  if (above && reader.where.length > 0) return false
  if (tablesOf(ir).includes(target.table) || ir.groups.length > 0) return false
  const time = eventTime(reader, target.table)
  const moved = ir.where.flatMap((condition): Condition[] => {
    if (condition.type === 'range') return time === null ? [] : [{ ...condition, column: time }]
    const reachable = conditionTables(condition).every(
      (table) =>
        table !== ir.anchor && reader.catalog.graph.path(target.table, table)?.steps.every((step) => step.up) === true,
    )
    return reachable ? [condition] : []
  })
  ir.anchor = target.table
  ir.where = moved
  ir.order = []
  if (measure !== undefined) ir.measures = [countMeasure(reader.catalog, target.table)]
  else ir.columns = listColumns(reader.catalog, target.table, [])
  return true
}

/** "How many are there?" and "who are they?": a list becomes a number, and a number its list. */
const editShape = (reader: Reader, ir: Ir): boolean => {
  const counted = reader.items.some((item) => item.cue?.cue === 'count' || item.lower === 'how many')
  const listed =
    ['list', 'who', 'which'].includes(reader.intent) &&
    LIST_AGAIN.test(reader.items.map(({ lower }) => lower).join(' '))
  const [measure] = ir.measures
  if (
    counted &&
    measure !== undefined &&
    measure.column !== null &&
    reader.target?.kind === 'table' &&
    reader.target.table === ir.anchor &&
    reader.targetAt >= 0
  ) {
    ir.measures = [countMeasure(reader.catalog, ir.anchor)]
    return true
  }
  if (counted && ir.measures.length === 0) {
    ir.measures = [countMeasure(reader.catalog, ir.anchor)]
    ir.columns = []
    ir.order = []
    ir.limit = null
    return true
  }
  if (!listed || ir.measures.length === 0 || ir.groups.length > 0) return counted
  ir.measures = []
  ir.having = []
  ir.columns = listColumns(reader.catalog, ir.anchor, [])
  return true
}

/** "As a percentage": each group's part of the whole. */
const editShare = (reader: Reader, ir: Ir): boolean => {
  if (reader.intent !== 'share' || ir.groups.length === 0 || ir.measures.length === 0) return false
  ir.shareOfTotal = true
  return true
}

const LIST_AGAIN =
  /^((and )?(who|which|what) (are|is|were|was)( they| those| these| them| it| the ones)|(and )?(which|what) ones.*|(please )?(list|show|show me|give me|display|name)( me)?( all)?( of)?( them| those| these| it| the list| a list| the details| the rows).*|(can i see|let me see) (them|those|these|it).*|who|which)$/

const sameColumn = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column

const columnsOf = (condition: Condition): ColumnRef[] => {
  if (condition.type === 'related') return []
  if (condition.type === 'any') return condition.options.flatMap(columnsOf)
  return [condition.column]
}

const isRange = (condition: Condition): boolean =>
  condition.type === 'range' ||
  (condition.type === 'any' && condition.options.every((option) => option.type === 'range'))

/** A new condition takes the place of the old one on its column. */
const editConditions = (reader: Reader, ir: Ir): boolean => {
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

const rangeColumn = (conditions: readonly Condition[]): ColumnRef | null => {
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
const besideBefore = (reader: Reader, ir: Ir, said: readonly SaidWindow[]): readonly SaidWindow[] => {
  const compared = reader.items.some((item) => item.cue?.cue === 'versus')
  const before = ir.where.find((condition) => condition.type === 'range')
  if (!compared || said.length !== 1 || before?.type !== 'range') return said
  const { from, to } = before
  return [{ index: -1, window: { from, to }, text: windowWords(from, to) }, ...said]
}

const editTime = (reader: Reader, ir: Ir): boolean => {
  const windows = besideBefore(reader, ir, saidWindows(reader))
  const first = windows.find(({ index }) => index >= 0)
  if (first === undefined) return false
  for (const { index } of windows) reader.use(index)
  const column = dateBeside(reader, first.index)?.column ?? rangeColumn(ir.where) ?? eventTime(reader, ir.anchor)
  if (column === null) return false
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

/** Every table that gives a measure of this name. */
const alternatives = (reader: Reader, measure: Measure): MeasureChoice => {
  const links = lexiconOf(reader.catalog.knowledge).lookup(measure.name.split('_'))
  const options = links.flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
  return {
    options: options.some((option) => option.table === measure.table && option.column === measure.column)
      ? options
      : [measure],
  }
}

const putMeasure = (reader: Reader, ir: Ir, choice: MeasureChoice): void => {
  const measure = bestMeasure(reader, choice, ir.groups, ir.where)
  if (measure === null) return
  ir.anchor = measure.table
  ir.measures = [measure]
  ir.columns = []
}

const editMeasure = (reader: Reader, ir: Ir): boolean => {
  const [choice] = reader.measures
  if (choice !== undefined) {
    if (ir.measures.length === 0) {
      ir.order = []
      ir.limit = null
    }
    putMeasure(reader, ir, choice)
    return true
  }
  const cue = reader.items.find(
    (item, index) => item.cue?.cue === 'aggregate' && item.kind === 'cue' && reader.used[index] !== true,
  )?.cue
  const aggregate = cue?.cue === 'aggregate' ? cue.aggregate : reader.aggregate
  const [measure] = ir.measures
  if (aggregate !== null && measure === undefined && ir.groups.length === 0) return sumList(reader, ir, aggregate)
  if (aggregate === null || measure === undefined) return false
  const column = measure.column ?? mainNumber(reader.catalog, measure.table)?.column
  if (column === undefined || measure.times !== null) return false
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'aggregate') reader.use(index)
  })
  ir.measures = [columnMeasure({ table: measure.table, column }, aggregate)]
  return true
}

/** "What do they add up to?": the amounts of the rows that were listed. */
const sumList = (reader: Reader, ir: Ir, aggregate: Measure['aggregate']): boolean => {
  const number = mainNumber(reader.catalog, ir.anchor)
  if (number === null) return false
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'aggregate') reader.use(index)
  })
  ir.measures = [columnMeasure(number, aggregate)]
  ir.columns = []
  ir.order = []
  ir.limit = null
  return true
}

const editGroups = (reader: Reader, ir: Ir): boolean => {
  const buckets = reader.items.flatMap((item, index): Group[] => {
    if (item.kind !== 'bucket' || item.bucket === null || item.soft || reader.used[index] === true) return []
    reader.use(index)
    const column = rangeColumn(ir.where) ?? eventTime(reader, ir.anchor)
    return column === null ? [] : [{ type: 'time', column, bucket: item.bucket }]
  })
  const groups = [...reader.groups, ...buckets]
  if (groups.length === 0) return false
  const also = reader.items.some(({ lower }) => lower === 'also' || lower === 'too')
  ir.groups = also ? [...ir.groups, ...groups] : groups
  ir.limit = null
  ir.outer = null
  const [measure] = ir.measures
  if (measure === undefined) ir.measures = [countMeasure(reader.catalog, ir.anchor)]
  else putMeasure(reader, ir, alternatives(reader, measure))
  ir.columns = []
  ir.order = groups.some((group) => group.type === 'time') ? [] : [{ by: 'measure', descending: true }]
  return true
}

/** "Show 20", "make it 10": another limit. */
const takeBareLimit = (reader: Reader, ir: Ir): void => {
  const at = reader.items.findIndex((item, index) => item.kind === 'number' && reader.used[index] !== true)
  const number = reader.items[at]?.number ?? null
  if (number === null || ir.limit === null || reader.limit !== null) return
  reader.limit = number
  reader.use(at)
}

/** "Highest first": the order of the groups by their measure, or of the rows by their main number. */
const editDirection = (reader: Reader, ir: Ir, descending: boolean): boolean => {
  const number = mainNumber(reader.catalog, ir.anchor)
  const by = ir.groups.length > 0 ? 'measure' : (ir.order[0]?.by ?? number)
  if (by === null || by === undefined) return false
  ir.order = [{ by, descending }]
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'direction') reader.use(index)
  })
  return true
}

const editOrder = (reader: Reader, ir: Ir): boolean => {
  const [ranking] = reader.rankings
  const direction = reader.items.find(
    (item, index) => item.cue?.cue === 'direction' && reader.used[index] !== true,
  )?.cue
  if (direction?.cue === 'direction') return editDirection(reader, ir, direction.descending)
  const descending = ranking?.descending ?? reader.pending?.descending
  takeBareLimit(reader, ir)
  if (reader.limit !== null) ir.limit = reader.limit
  const [order] = ir.order
  if (descending === undefined) return reader.limit !== null
  if (ranking?.by.kind === 'column' && ir.measures.length === 0) {
    ir.order = [{ by: ranking.by.column, descending }]
    if (!reader.unlimited) ir.limit ??= 1
    if (!ir.columns.some((column) => ranking.by.kind === 'column' && sameColumn(column, ranking.by.column)))
      ir.columns.push(ranking.by.column)
    return true
  }
  if (ranking !== undefined && ir.groups.length > 0) {
    const { by } = ranking
    putMeasure(reader, ir, by.kind === 'measure' ? by.choice : { options: [columnMeasure(by.column, by.aggregate)] })
    ir.order = [{ by: 'measure', descending }]
    return true
  }
  if (ir.groups.length > 0 && order === undefined) {
    ir.order = [{ by: 'measure', descending }]
    ir.limit = reader.limit ?? 1
    return true
  }
  const number = mainNumber(reader.catalog, ir.anchor)
  if (order === undefined && ir.measures.length === 0 && number !== null) {
    ir.order = [{ by: number, descending }]
    ir.limit = reader.limit ?? 1
    return true
  }
  if (order === undefined) return reader.limit !== null
  ir.order = [{ ...order, descending }]
  return true
}

/** "With their email": more columns for a list. */
const editColumns = (reader: Reader, ir: Ir): boolean => {
  if (ir.measures.length > 0) return false
  let changed = false
  reader.items.forEach((_, index) => {
    const link = reader.noun(index)
    if (link?.kind !== 'column' || reader.used[index] === true) return
    const path = reader.catalog.graph.path(ir.anchor, link.table, ir.via)
    if (path === undefined || path.steps.some((step) => !step.up)) return
    reader.use(index)
    const shown = namedColumn(reader.catalog, link.column)
    // "the category Helmets": the column beside its value is no wish to see it.
    if (ir.where.some((condition) => columnsOf(condition).some((column) => sameColumn(column, shown)))) return
    if (!ir.columns.some((column) => sameColumn(column, shown))) ir.columns.push(shown)
    changed = true
  })
  return changed
}
