import { type Catalog, columnOf } from './catalog.ts'
import { isVersus } from './finish-time.ts'
import { lexiconOf } from './lexicon.ts'
import { columnMeasure, countMeasure, mainNumber, senseColumn } from './measures.ts'
import { type ColumnRef, conditionTables, groupTable, type Measure } from './query/index.ts'
import { eventTime } from './read-time.ts'
import type { MeasureChoice, Reader, Target } from './reader.ts'

/** The measure to compute when the question asks for a number. */
export const mainMeasure = (reader: Reader, target: Target | null): MeasureChoice | null => {
  const { catalog, intent } = reader
  const [first] = reader.measures
  const spent = timeSpent(reader)
  if (spent !== null) return spent
  const held = intent === 'count' ? (heldInTotal(reader) ?? cameBack(reader, target)) : null
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

/** "How many minutes did Sven spend on visits": time was spent, not money. */
const timeSpent = (reader: Reader): MeasureChoice | null => {
  const asked = reader.items.find(({ cue, lower }) => cue?.cue === 'how-long' && lower !== 'how long')
  const verb = reader.items.findIndex(({ lower }) => /^(spend|spent)$/.test(lower))
  if (asked === undefined || verb < 0) return null
  const unit = asked.lower.replace('how many ', '')
  const columns = reader.items.flatMap((item) => {
    const column = item.link?.kind === 'table' ? senseColumn(reader.catalog, item.link.table, 'duration') : null
    return column !== null && columnOf(reader.catalog, column)?.unit === unit ? [column] : []
  })
  const [column] = columns
  if (column === undefined) {
    reader.doubt = 'what the time was spent on'
    return null
  }
  reader.measures.length = 0
  reader.use(verb)
  return { options: [columnMeasure(column, 'sum')] }
}

/** "How many items came back": every time that one did, not the different things that ever did. */
const cameBack = (reader: Reader, target: Target | null): MeasureChoice | null => {
  const said = reader.items[reader.targetAt]?.lower ?? ''
  if (target?.kind !== 'table' || reader.distinct || !/^(items?|pieces?|things?)$/.test(said)) return null
  const event = reader.mentionedTables().find((table) => {
    const path = table === target.table ? undefined : reader.catalog.graph.path(table, target.table)
    return path?.steps.every((step) => step.up) === true && eventTime(reader, table)?.table === table
  })
  return event === undefined ? null : { options: [countMeasure(reader.catalog, event)] }
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

export const hasBucket = (reader: Reader): boolean =>
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

export const saidDate = (reader: Reader, table: string): ColumnRef | null => {
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
  const text = reader.items.map(({ lower }) => lower).join(' ')
  if (said.length === 0 && /\b(make|made|earn|earned|take|took|bring|brought|sell|sold)\b/.test(text)) {
    const links = lexiconOf(reader.catalog.view).lookup(['revenue'])
    const options = links.flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
    if (options.length > 0) return { options }
  }
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
  const amounts = reader.catalog.view.glossary.phrases.flatMap(({ phrase, table: owner, measure }) =>
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
  const money = isMoney(reader.catalog, columnMeasure(column, 'sum'))
  if (info?.kind === 'number' && !money) return { options: [columnMeasure(column, 'sum')] }
  if (money) return { options: [countMeasure(reader.catalog, column.table)] }
  if (info?.kind === 'boolean' || info?.kind === 'date')
    return { options: [countMeasure(reader.catalog, column.table)] }
  return { options: [{ ...columnMeasure(column, 'count', `number_of_${column.column}`), distinct: true }] }
}
