import { windowWords } from './calendar.ts'
import { type Catalog, type ColumnRef, columnOf } from './catalog.ts'
import { type Condition, emptyIr, type Group, type Ir, type Measure } from './ir.ts'
import { listColumns } from './list-columns.ts'
import { columnMeasure, countMeasure, lineAmount, mainNumber, senseColumn } from './measures.ts'
import { isPerson } from './person.ts'
import { columnGroup } from './read-groups.ts'
import { eventTime, timeColumn } from './read-time.ts'
import type { MeasureChoice, Ranking, Reader, Target } from './reader.ts'

const LIMIT_DEFAULT = 10

/** Puts what the rules have noted together into one IR, or null when nothing was asked. */
export const finish = (reader: Reader): Ir | null => {
  const target = settleTarget(reader)
  if (reader.rankings.length > 0 || reader.pending !== null) return finishRanking(reader, target)
  if (reader.intent === 'share') return finishShare(reader, target)
  const measure = mainMeasure(reader, target)
  if (measure !== null) return finishMeasure(reader, target, measure)
  if (target === null) return null
  if (target.kind === 'bucket') return finishDay(reader)
  return target.kind === 'table' ? finishList(reader, target.table) : finishColumn(reader, target.column)
}

/** Without a noun, a value or filter says which rows are meant: "how many are overdue" is about invoices. */
const settleTarget = (reader: Reader): Target | null => {
  const { target } = reader
  if (target !== null) return target
  if (reader.intent === 'who') {
    const person = personTable(reader)
    if (person !== null) return { kind: 'table', table: person }
  }
  const related = reader.where.find(
    (condition) => condition.type === 'compare' || condition.type === 'in' || condition.type === 'null',
  )
  if (related === undefined || !('column' in related)) return null
  const { table, column } = related.column
  const children = reader.catalog.graph.stepsFrom(table).filter((step) => !step.up)
  const [child, more] = children
  if (reader.table(table).label === column && child !== undefined && more === undefined)
    return { kind: 'table', table: child.to }
  return { kind: 'table', table }
}

/** "Who": the people nearest to what else was said. */
const personTable = (reader: Reader): string | null => {
  const said = [
    ...reader.rankings.flatMap(({ by }) =>
      by.kind === 'column' ? [by.column.table] : by.choice.options.map(({ table }) => table),
    ),
    ...reader.mentionedTables(),
    ...reader.where.flatMap(conditionTables),
  ]
  const people = [...reader.catalog.tables.keys()].filter(isPerson)
  const cost = (person: string): number =>
    Math.min(...said.map((table) => reader.catalog.graph.distance(table, person)))
  const ranked = people.map((person) => ({ person, cost: cost(person) })).sort((a, b) => a.cost - b.cost)
  return ranked[0] === undefined || ranked[0].cost > 3 || ranked[0].cost === ranked[1]?.cost ? null : ranked[0].person
}

/** The measure to compute when the question asks for a number. */
const mainMeasure = (reader: Reader, target: Target | null): MeasureChoice | null => {
  const { catalog, intent } = reader
  const [first] = reader.measures
  const held = intent === 'count' ? heldInTotal(reader) : null
  if (held !== null) return held
  if (intent === 'count' || intent === 'whether') {
    const moneyMeasure = first?.options[0] !== undefined && isMoney(catalog, first.options[0])
    if (target?.kind === 'table' && (first === undefined || moneyMeasure)) return countChoice(reader, target.table)
    if (target?.kind === 'column' && first === undefined) return columnCount(reader, target.column)
    if (first !== undefined && !moneyMeasure) return first
    if (first?.options[0] !== undefined && intent === 'count')
      return { options: [countMeasure(catalog, first.options[0].table)] }
  }
  if (first !== undefined) return first
  if (intent === 'when' && reader.aggregate !== null && target?.kind === 'table') {
    const column = saidDate(reader, target.table) ?? eventTime(reader, target.table)
    return column === null ? null : { options: [columnMeasure(column, reader.aggregate)] }
  }
  if (target?.kind === 'column' && reader.isNumber(target.column) && (reader.groups.length > 0 || hasBucket(reader)))
    return { options: [columnMeasure(target.column, NOT_ADDITIVE.test(target.column.column) ? 'avg' : 'sum')] }
  if (
    target?.kind === 'column' &&
    reader.isNumber(target.column) &&
    reader.intent === 'none' &&
    isMoney(catalog, columnMeasure(target.column, 'sum')) &&
    !hasLabelValue(reader, target.column.table)
  )
    return { options: [columnMeasure(target.column, 'sum')] }
  if (target?.kind === 'column' && reader.isNumber(target.column) && isOfAll(reader))
    return { options: [columnMeasure(target.column, 'sum')] }
  if (target?.kind === 'column' && (intent === 'aggregate' || intent === 'how-much')) {
    const aggregate = reader.aggregate ?? 'sum'
    if (reader.isNumber(target.column) || aggregate === 'min' || aggregate === 'max')
      return { options: [columnMeasure(target.column, aggregate)] }
  }
  if (intent === 'aggregate' && reader.aggregate === 'sum' && target?.kind === 'table')
    return totalOf(reader, target.table)
  if (intent === 'how-much') return amountOf(reader, target)
  if (reader.items.some((item) => item.cue?.cue === 'how-long') && target?.kind === 'table') {
    const column = senseColumn(catalog, target.table, 'duration')
    if (column !== null) return { options: [columnMeasure(column, reader.aggregate ?? 'avg')] }
  }
  const bucketed = hasBucket(reader)
  if ((reader.groups.length > 0 || bucketed) && target?.kind === 'table') return countChoice(reader, target.table)
  if (isVersus(reader) && target?.kind === 'table') return countChoice(reader, target.table)
  if (reader.having.length > 0 && target?.kind === 'column')
    return { options: reader.having.map(({ measure }) => measure) }
  return null
}

/** "How many items are in stock in total" adds up the column that the filter tests. */
const heldInTotal = (reader: Reader): MeasureChoice | null => {
  const total = reader.items.findIndex(({ lower }) =>
    /^(in total|altogether|overall|combined|all together)$/.test(lower),
  )
  const condition = reader.where.find(
    (one) => one.type === 'compare' && one.op === '>' && one.value === 0 && reader.isNumber(one.column),
  )
  const units = reader.target?.kind === 'column' && reader.isNumber(reader.target.column)
  if ((total < 0 && !units) || condition?.type !== 'compare') return null
  if (total >= 0) reader.use(total)
  return { options: [columnMeasure(condition.column, 'sum')] }
}

/** True when one row is named: "the price of the Hand Grinder". */
const hasLabelValue = (reader: Reader, table: string): boolean =>
  reader.where.some(
    (one) =>
      one.type === 'compare' &&
      one.column.table === table &&
      [reader.table(table).label, ...reader.table(table).primaryKey].includes(one.column.column),
  )

/** Adding these up says nothing. */
const NOT_ADDITIVE = /price|rating|score|stars|days|minutes|hours|duration|time|age|rate|percent|height|weight/

const hasBucket = (reader: Reader): boolean =>
  reader.items.some((item, index) => item.kind === 'bucket' && !item.soft && reader.used[index] !== true)

/** "the value of all leads": one sum, not a list. */
const isOfAll = (reader: Reader): boolean => {
  const all = reader.items.findIndex(
    ({ lower }, index) => index > reader.targetAt && (lower === 'all' || lower === 'all of'),
  )
  return (
    reader.singular &&
    reader.intent === 'which' &&
    all >= 0 &&
    reader.items.slice(all).some((item) => item.link?.kind === 'table')
  )
}

/** "Total orders" counts them; "total of the orders" and "total payments" add up what they are worth. */
const totalOf = (reader: Reader, table: string): MeasureChoice => {
  const said = reader.items.some((item) => item.cue?.cue === 'aggregate' && / of$/.test(item.lower))
  const number = mainNumber(reader.catalog, table)
  return number !== null && (said || number.column === 'amount')
    ? { options: [columnMeasure(number, 'sum')] }
    : countChoice(reader, table)
}

const isMoney = (catalog: Catalog, { table, column, times }: Measure): boolean => {
  if (times !== null) return true
  const unit = column === null ? null : columnOf(catalog, { table, column })?.unit
  return unit !== null && unit !== undefined && /^[A-Z]{3}$/.test(unit)
}

const saidDate = (reader: Reader, table: string): ColumnRef | null => {
  const at = reader.items.findIndex((_, index) => {
    const link = reader.noun(index)
    return link?.kind === 'column' && link.table === table && reader.isDate(link.column)
  })
  const link = reader.noun(at)
  if (link?.kind !== 'column') return null
  reader.use(at)
  return link.column
}

/** Counting what was sold counts units, unless different things are asked for. */
const countChoice = (reader: Reader, table: string): MeasureChoice => {
  const sold = reader.items.findIndex((item) => item.link?.kind === 'table' && /^(sell|sold|selling)$/.test(item.lower))
  const link = reader.noun(sold)
  const lines = link === null ? null : quantityOf(reader.catalog, link.table)
  if (lines !== null && !reader.distinct) {
    reader.use(sold)
    return { options: [lines] }
  }
  return { options: [countMeasure(reader.catalog, table)] }
}

const quantityOf = (catalog: Catalog, table: string): Measure | null => {
  const column = [...(catalog.tables.get(table)?.columns.values() ?? [])].find(({ name }) =>
    /^(quantity|qty|units)$/i.test(name),
  )
  return column === undefined ? null : columnMeasure({ table, column: column.name }, 'sum', 'units_sold')
}

/** "How much" without a measure: sales for what was sold, else the amounts of the rows that were said. */
const amountOf = (reader: Reader, target: Target | null): MeasureChoice | null => {
  const said = [
    ...reader.mentionedTables(),
    ...(target?.kind === 'table' ? [target.table] : []),
    ...(target?.kind === 'column' ? [target.column.table] : []),
    ...reader.where.flatMap(conditionTables),
    ...reader.groups.map(groupTable),
  ]
  const sold = said.map((table) => soldAmount(reader, table)).find((choice) => choice !== null)
  if (sold != null) return sold
  const numbers = said.flatMap((table) => {
    const number = mainNumber(reader.catalog, table)
    return number !== null && MONEY_NAMES.test(number.column) ? [number] : []
  })
  const [number] = numbers
  return number === undefined ? null : { options: [columnMeasure(number, 'sum')] }
}

const MONEY_NAMES = /amount|total|value|cost|fee/

const soldAmount = (reader: Reader, table: string): MeasureChoice | null => {
  const amounts = reader.catalog.knowledge.glossary.phrases.flatMap(({ phrase, table: owner, measure }) =>
    measure !== undefined && ['revenue', 'sales', 'turnover'].includes(phrase)
      ? [
          {
            aggregate: measure.aggregate,
            table: owner,
            column: measure.column ?? null,
            times: measure.times ?? null,
            distinct: false,
            name: 'revenue',
          },
        ]
      : [],
  )
  if (amounts.length === 0 || quantityOf(reader.catalog, table) === null) return null
  return { options: amounts }
}

/** "How many cities" counts different values; "how many units" adds them up. */
const columnCount = (reader: Reader, column: ColumnRef): MeasureChoice => {
  const info = columnOf(reader.catalog, column)
  const given = reader.where.some(
    (one) =>
      one.type === 'compare' &&
      one.op === '=' &&
      one.column.table === column.table &&
      one.column.column === column.column,
  )
  if (given) return { options: [countMeasure(reader.catalog, column.table)] }
  if (info?.kind === 'number') return { options: [columnMeasure(column, 'sum')] }
  if (info?.kind === 'boolean' || info?.kind === 'date')
    return { options: [countMeasure(reader.catalog, column.table)] }
  return { options: [{ ...columnMeasure(column, 'count', `number_of_${column.column}`), distinct: true }] }
}

export const conditionTables = (condition: Condition): string[] => {
  if (condition.type === 'related') return [condition.table]
  if (condition.type === 'any') return condition.options.flatMap(conditionTables)
  return [condition.column.table]
}

export const groupTable = (group: Group): string => (group.type === 'entity' ? group.table : group.column.table)

/** The option that reaches every group and filter by keys that lead to one row each. */
export const bestMeasure = (
  reader: Reader,
  choice: MeasureChoice,
  groups: readonly Group[],
  where: readonly Condition[] = reader.where,
): Measure | null => {
  const said = [...groups.map(groupTable), ...where.flatMap(conditionTables)]
  const wanted = new Set(said)
  const cost = (measure: Measure): number => {
    let total = 0
    for (const table of wanted) {
      const path = reader.catalog.graph.path(measure.table, table, [...reader.via])
      if (path === undefined) total += 50
      else total += path.steps.length + path.steps.filter((step) => !step.up).length * 10
    }
    return total
  }
  const extra = choice.options.flatMap((option) => {
    const line =
      option.aggregate === 'sum' && option.times === null && option.column !== null && isTotal(option)
        ? lineAmount(reader.catalog, option.table)
        : null
    return line === null || choice.options.some((known) => known.table === line.table)
      ? []
      : [{ ...line, name: option.name }]
  })
  const [best] = [...choice.options, ...extra]
    .map((measure) => ({ measure, cost: cost(measure) }))
    .sort((a, b) => a.cost - b.cost)
  return best?.measure ?? null
}

const sameMeasure = (a: Measure, b: Measure): boolean =>
  a.aggregate === b.aggregate && a.column === b.column && a.times === b.times

const isTotal = ({ column }: Measure): boolean => /total|amount|revenue/i.test(column ?? '')

const finishMeasure = (reader: Reader, target: Target | null, choice: MeasureChoice): Ir | null => {
  const groups = [...reader.groups]
  const listed = ['list', 'which', 'who'].includes(reader.intent)
  const [option] = choice.options
  if (
    listed &&
    target?.kind === 'table' &&
    option !== undefined &&
    option.table !== target.table &&
    reader.measures.length > 0
  )
    groups.unshift({ type: 'entity', table: target.table })
  if (target?.kind === 'column' && reader.having.length > 0) groups.unshift(columnGroup(reader, target.column))
  const measure = bestMeasure(reader, choice, groups)
  if (measure === null) return null
  const ir = emptyIr(measure.table)
  const others = reader.measures.flatMap(({ options }) =>
    options.filter((one) => one.table === measure.table && !sameMeasure(one, measure)).slice(0, 1),
  )
  ir.measures = [measure, ...others]
  if (isCountedBeside(reader, target, measure)) ir.measures.unshift(countMeasure(reader.catalog, measure.table))
  const told = reader.measures.every(({ options }) =>
    ir.measures.some((known) => options.some((one) => sameMeasure(one, known))),
  )
  if (!told && reader.measures.length > 1) reader.doubt = 'several numbers at once'
  ir.groups = groups
  ir.having = reader.having.map((one) => ({ ...one }))
  addTime(reader, ir)
  addVersus(reader, ir)
  fold(reader, ir)
  ir.where.push(...reader.where)
  if (
    ir.groups.length > 0 &&
    ir.groups.every((group) => group.type !== 'time' && group.type !== 'periods') &&
    ir.outer === null
  )
    ir.order = [{ by: 'measure', descending: true }]
  ir.limit = reader.limit
  return complete(reader, ir)
}

/** "Orders and revenue per channel": the rows are counted beside their measure. */
const isCountedBeside = (reader: Reader, target: Target | null, measure: Measure): boolean =>
  target?.kind === 'table' &&
  target.table === measure.table &&
  measure.column !== null &&
  reader.cue(reader.targetAt + 1) === 'and' &&
  reader.intent !== 'count' &&
  reader.noun(reader.targetAt + 2)?.kind === 'measure'

/** "average number of orders per customer", "average revenue per month": the groups' results, averaged. */
const fold = (reader: Reader, ir: Ir): void => {
  const [measure] = ir.measures
  const counted = measure?.aggregate === 'count' || measure?.aggregate === 'sum'
  if (reader.aggregate === 'avg' && counted && ir.groups.length > 0) ir.outer = 'avg'
  else if (reader.aggregate === 'avg' && counted) reader.doubt = 'over what the average is taken'
}

const finishShare = (reader: Reader, target: Target | null): Ir | null => {
  const choice =
    reader.measures[0] ?? (target?.kind === 'table' ? { options: [countMeasure(reader.catalog, target.table)] } : null)
  const measure = choice === null ? null : bestMeasure(reader, choice, reader.groups)
  if (measure === null) return null
  const ir = emptyIr(measure.table)
  ir.measures = [measure]
  ir.groups = [...reader.groups]
  addTime(reader, ir)
  if (reader.where.length === 0) {
    if (ir.groups.length === 0) return null
    ir.shareOfTotal = true
    ir.order = [{ by: 'measure', descending: true }]
    return complete(reader, ir)
  }
  const noun = reader.items.findIndex((_, index) => ['table', 'measure'].includes(reader.noun(index)?.kind ?? ''))
  const after = reader.where.filter((condition) => (reader.places.get(condition) ?? noun + 1) > noun)
  ir.share = after.length > 0 ? after : [...reader.where]
  if (after.length > 0) ir.where.push(...reader.where.filter((condition) => !after.includes(condition)))
  return complete(reader, ir)
}

const rankedGroup = (reader: Reader, target: Target, measureTable: string): Group | null => {
  if (target.kind === 'table') return { type: 'entity', table: target.table }
  if (target.kind === 'column') return columnGroup(reader, target.column)
  const column = eventTime(reader, measureTable)
  return column === null ? null : { type: 'time', column, bucket: target.bucket }
}

/** How many rows a ranking shows: one for "which customer", ten for "which customers". */
const rankingLimit = (reader: Reader): number | null => {
  if (reader.limit !== null) return reader.limit
  if (reader.unlimited) return null
  if (reader.singular) return 1
  reader.notes.push(`the first ${LIMIT_DEFAULT} are shown`)
  return LIMIT_DEFAULT
}

const finishRanking = (reader: Reader, target: Target | null): Ir | null => {
  const ranking = reader.rankings[0] ?? pendingRanking(reader, target)
  if (ranking === null || target === null) return null
  const { by } = ranking
  if (by.kind === 'column' && target.kind === 'table') {
    const path = reader.catalog.graph.path(target.table, by.column.table, [...reader.via])
    if (path?.steps.every((step) => step.up) === true) return rankedList(reader, target.table, ranking, by.column)
  }
  const choice = by.kind === 'measure' ? by.choice : { options: [columnMeasure(by.column, by.aggregate)] }
  const draft = choice.options[0]
  if (draft === undefined) return null
  if (reader.groups.length > 0) reader.doubt = 'the first of each group'
  const group = rankedGroup(reader, target, draft.table)
  if (group === null) return null
  const measure = bestMeasure(reader, choice, [group, ...reader.groups])
  if (measure === null || (target.kind === 'table' && measure.table === target.table)) return null
  const ir = emptyIr(measure.table)
  ir.measures = [measure]
  ir.groups = [group, ...reader.groups]
  ir.having = [...reader.having]
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.order = [{ by: 'measure', descending: ranking.descending }]
  ir.limit = rankingLimit(reader)
  return complete(reader, ir)
}

/** "Top 5 customers this year": the only measure of the question, or the rows that belong to the target. */
const pendingRanking = (reader: Reader, target: Target | null): Ranking | null => {
  if (reader.pending === null) return null
  const { descending } = reader.pending
  const [choice] = reader.measures
  if (choice !== undefined) return { descending, by: { kind: 'measure', choice } }
  if (reader.fallback !== null) return reader.fallback
  const own = target?.kind === 'table' ? target.table : target?.kind === 'column' ? null : undefined
  const other = reader.mentionedTables().find((table) => table !== own)
  const counted = other ?? (target?.kind === 'column' ? target.column.table : undefined)
  if (counted === undefined) return null
  return { descending, by: { kind: 'measure', choice: { options: [countMeasure(reader.catalog, counted)] } } }
}

const rankedList = (reader: Reader, table: string, ranking: Ranking, column: ColumnRef): Ir => {
  if (reader.groups.length > 0 || reader.measures.length > 0 || hasBucket(reader))
    reader.doubt = 'the first of each group'
  const ir = emptyIr(table)
  ir.order = [{ by: column, descending: ranking.descending }]
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.limit = rankingLimit(reader)
  takeColumns(reader, ir)
  ir.columns = listColumns(reader.catalog, table, [...ir.columns, column])
  return complete(reader, ir)
}

const finishList = (reader: Reader, table: string): Ir => {
  if (reader.aggregate !== null)
    reader.doubt = `what the ${reader.aggregate === 'avg' ? 'average' : 'number'} is taken of`
  const ir = emptyIr(table)
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.limit = reader.limit
  takeColumns(reader, ir)
  if (reader.intent === 'when') {
    const column = saidDate(reader, table) ?? eventTime(reader, table)
    if (column !== null) ir.columns.push(column)
  }
  ir.columns = listColumns(reader.catalog, table, ir.columns)
  return complete(reader, ir)
}

const DISTINCT_MAX = 60

/** "On which day was Pia hired?" asks for a date, not for groups of days. */
const finishDay = (reader: Reader): Ir | null => {
  reader.target = null
  reader.intent = 'when'
  const target = settleTarget(reader)
  return target?.kind === 'table' ? finishList(reader, target.table) : null
}

const finishColumn = (reader: Reader, column: ColumnRef): Ir => {
  const info = columnOf(reader.catalog, column)
  const said = reader.items.findIndex((_, index) => {
    const link = reader.noun(index)
    return link?.kind === 'column' && link.column.column === column.column && link.column.table === column.table
  })
  reader.use(said)
  const ir = emptyIr(column.table)
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.limit = reader.limit
  takeColumns(reader, ir)
  const values = reader.catalog.knowledge.values.find(
    (one) => one.table === column.table && one.column === column.column,
  )
  const rows = reader.table(column.table).rowCount
  const few = values?.complete === true && (values.values.length <= DISTINCT_MAX || values.values.length < rows / 2)
  if (info?.kind === 'text' && few && ir.columns.length === 0 && reader.table(column.table).label !== column.column) {
    ir.distinct = true
    ir.columns = [column]
  } else ir.columns = listColumns(reader.catalog, column.table, [column, ...ir.columns])
  return complete(reader, ir)
}

/** Columns said beside a list ("with their email") are shown. */
const takeColumns = (reader: Reader, ir: Ir): void => {
  reader.items.forEach((_, index) => {
    const link = reader.noun(index)
    if (link?.kind !== 'column' || reader.used[index] === true) return
    const path = reader.catalog.graph.path(ir.anchor, link.table, [...reader.via])
    if (path === undefined || path.steps.some((step) => !step.up)) return
    if (reader.isDate(link.column)) return
    reader.use(index)
    const own = reader.target?.kind === 'column' ? reader.target.column : null
    if (own === null || own.table !== link.column.table || own.column !== link.column.column)
      ir.columns.push(link.column)
  })
}

export const periodLabel = (text: string, from: string | null, to: string | null): string => {
  const words = windowWords(from, to)
  if (/^in \d{4}$/.test(words)) return words.slice(3)
  if (
    from !== null &&
    to !== null &&
    from.endsWith('-01') &&
    to.endsWith('-01') &&
    Date.parse(to) - Date.parse(from) < 32 * 86_400_000
  )
    return from.slice(0, 7)
  return text
}

/** Dates that are written down in advance. */
export const AHEAD =
  /due|until|valid|expir|deadline|plan|schedul|appoint|start|end|deliver|arriv|birth|renew|event|book/

export const isAhead = (reader: Reader, from: string | null): boolean => from !== null && from > reader.today

/** Attaches time words: one window filters, several are put beside each other, "per month" groups. */
const addTime = (reader: Reader, ir: Ir): void => {
  const windows = reader.items.flatMap((item, index) => {
    if (item.kind !== 'window' || item.window === null || reader.used[index] === true) return []
    const column = timeColumn(reader, index, ir.anchor)
    reader.use(index)
    if (column !== null && isAhead(reader, item.window.from) && !AHEAD.test(column.column))
      reader.doubt = 'the future, which no row can tell'
    if (column === null) {
      reader.doubt = `what the time "${item.text}" is about`
      return []
    }
    return [{ column, window: item.window, text: item.text }]
  })
  const byColumn = new Map<string, typeof windows>()
  for (const window of windows) {
    const key = `${window.column.table}.${window.column.column}`
    byColumn.set(key, [...(byColumn.get(key) ?? []), window])
  }
  for (const list of byColumn.values()) {
    const [first] = list
    if (first === undefined) continue
    const ranges = list.map(({ column, window }): Condition => ({ type: 'range', column, ...window, negated: false }))
    if (ranges.length === 1) ir.where.push(...ranges)
    else {
      ir.where.push({ type: 'any', options: ranges })
      if (ir.measures.length > 0)
        ir.groups.push({
          type: 'periods',
          column: first.column,
          periods: list.map(({ text, window }) => ({ label: periodLabel(text, window.from, window.to), ...window })),
        })
    }
  }
  addBuckets(reader, ir)
}

const addBuckets = (reader: Reader, ir: Ir): void => {
  const time = eventTime(reader, ir.anchor)
  if (time !== null) for (const bucket of reader.buckets) ir.groups.push({ type: 'time', column: time, bucket })
  reader.items.forEach((item, index) => {
    if (item.kind !== 'bucket' || item.bucket === null || item.soft || reader.used[index] === true) return
    if (ir.measures.length === 0 && reader.intent !== 'list' && reader.intent !== 'none') return
    const column = timeColumn(reader, index, ir.anchor)
    if (column === null) return
    reader.use(index)
    ir.groups.push({ type: 'time', column, bucket: item.bucket })
  })
}

/** True when two values or times are to be put beside each other. */
const isVersus = (reader: Reader): boolean => {
  const asks = EITHER.test(reader.items[0]?.lower ?? '') && reader.intent !== 'count'
  const windows = reader.items.filter((item) => item.kind === 'window').length
  return (
    reader.items.some((item) => item.kind === 'cue' && item.cue?.cue === 'versus') ||
    (asks && reader.items.some((item) => item.cue?.cue === 'or' || (item.lower === 'than' && windows > 1)))
  )
}

const EITHER = /^(did|do|does|is|are|was|were|which|what|who|have|has)\b/

/** "Germany vs France", "in the store or on the web": one row for each. */
const addVersus = (reader: Reader, ir: Ir): void => {
  if (!isVersus(reader)) return
  for (const condition of reader.where) {
    if (condition.type !== 'in' || condition.negated || condition.values.length < 2) continue
    const group = columnGroup(reader, condition.column)
    if (!ir.groups.some((known) => JSON.stringify(known) === JSON.stringify(group))) ir.groups.push(group)
  }
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'versus' || item.lower === 'than') reader.use(index)
  })
}

/** Last repairs that every shape needs: related rows, their conditions, and the tables said on the way. */
const complete = (reader: Reader, ir: Ir): Ir => {
  ir.via = [...new Set([...reader.via, ...reader.mentionedTables()])].filter((table) => table !== ir.anchor)
  moveIntoRelated(reader, ir)
  doubtNewness(reader, ir)
  doubtSecond(reader)
  addImplied(reader, ir)
  return ir
}

/** "Revenue from new customers": no rule says since when a customer is new. */
/** "How many orders and customers": two numbers, of which one would be lost. */
const doubtSecond = (reader: Reader): void => {
  const other = reader.noun(reader.targetAt + 2)
  if (
    reader.intent === 'count' &&
    reader.targetAt >= 0 &&
    reader.cue(reader.targetAt + 1) === 'and' &&
    other?.kind === 'table' &&
    reader.target?.kind === 'table' &&
    other.table !== reader.target.table
  )
    reader.doubt = 'several numbers at once'
}

const doubtNewness = (reader: Reader, ir: Ir): void => {
  reader.items.forEach((item, index) => {
    const noun = reader.noun(index + 1)
    if (
      /^(new|old|existing|returning|repeat|loyal|regular|first time|former)$/.test(item.lower) &&
      reader.used[index] !== true &&
      noun?.kind === 'table' &&
      (noun.table !== ir.anchor || item.lower !== 'new')
    )
      reader.doubt = `which ${reader.items[index + 1]?.text} are ${item.text}`
  })
}

const isBehind = (reader: Reader, from: string, to: string, via: readonly string[]): boolean =>
  reader.catalog.graph.path(from, to, via)?.steps.some((step) => !step.up) === true

/** "more than 5 orders last year": the time belongs to the orders that are counted. */
const moveIntoRelated = (reader: Reader, ir: Ir): void => {
  const related = ir.where.find(
    (condition) => condition.type === 'related' && !(condition.op === '=' && condition.value === 0),
  )
  if (related?.type !== 'related') return
  const moved = ir.where.filter((condition) => {
    if (condition.type === 'related') return false
    const [table] = conditionTables(condition)
    return (
      table !== undefined &&
      isBehind(reader, ir.anchor, table, ir.via) &&
      !isBehind(reader, related.table, table, ir.via)
    )
  })
  related.where.push(...moved)
  ir.where = ir.where.filter((condition) => !moved.includes(condition))
}

const CONNECTED_MAX = 4.5

/** "customers who ordered": a table that was said, and that nothing else has used, must have rows. */
const addImplied = (reader: Reader, ir: Ir): void => {
  reader.items.forEach((_, index) => {
    const link = reader.noun(index)
    if (link === null || reader.used[index] === true) return
    // What no key connects to the rows has not been understood.
    if (
      reader.catalog.graph.path(ir.anchor, link.table, ir.via) === undefined ||
      reader.catalog.graph.distance(ir.anchor, link.table) > CONNECTED_MAX
    )
      return
    if (link.kind === 'column' && reader.isDate(link.column)) {
      implyDate(reader, ir, index, link.column)
      return
    }
    if (link.kind !== 'table') return
    reader.use(index)
    if (link.table === ir.anchor || !isBehind(reader, ir.anchor, link.table, ir.via)) return
    const touched = [...ir.where.flatMap(conditionTables), ...ir.groups.map(groupTable)].some(
      (table) =>
        table === link.table ||
        reader.catalog.graph.path(ir.anchor, table, ir.via)?.steps.some((step) => step.to === link.table) === true,
    )
    if (!touched) ir.where.push({ type: 'related', table: link.table, where: [], measure: null, op: '>=', value: 1 })
  })
}

/** A verb whose date may be empty ("delivered", "closed") says that it is not. */
const implyDate = (reader: Reader, ir: Ir, index: number, column: ColumnRef): void => {
  reader.use(index)
  const info = columnOf(reader.catalog, column)
  const covered = ir.where.some(
    (condition) =>
      'column' in condition && condition.column.table === column.table && condition.column.column === column.column,
  )
  if (
    info?.nullable === true &&
    column.table === ir.anchor &&
    !covered &&
    ir.measures.every((measure) => measure.column !== column.column)
  )
    ir.where.push({ type: 'null', column, negated: true })
  else if (
    column.table !== ir.anchor &&
    isBehind(reader, ir.anchor, column.table, ir.via) &&
    !ir.where.flatMap(conditionTables).includes(column.table)
  )
    ir.where.push({ type: 'related', table: column.table, where: [], measure: null, op: '>=', value: 1 })
}
