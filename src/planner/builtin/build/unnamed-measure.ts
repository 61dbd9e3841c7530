import type { ColumnRef, Measure } from '../query/index.ts'
import { columnMeasure, countMeasure, lineMeasure, mainNumber, senseColumn } from '../schema/index.ts'
import { columnOfNoun, isAmount, isMarked, partsOf } from './pieces.ts'
import { choose, infoOf, isGroup, isManyToOne, type Reading, tablesOfNoun, valueOptionsOf } from './reading.ts'
import { UncertaintyNotes } from './uncertainty-notes.ts'

/** Numbers whose sum is meaningless. */
const NOT_ADDITIVE =
  /price|rating|score|stars|days|minutes|hours|duration|time|age|rate|percent|height|weight|year|length|size|capacity|population/
const MONEY_NAMES = /amount|total|value|cost|fee|revenue|paid|payment|salary|price/

/** Implicit sums and averages: "how much", "how long", "on average", "units per product". */
export const unnamedMeasures = (reading: Reading): readonly Measure[] => {
  const shown = amountShown(reading)
  const [long] = partsOf(reading, 'mark').filter(({ mark }) => mark === 'long')
  const isMany = reading.words.tokens.slice(long?.at, long?.end).some(({ lower }) => lower === 'many')
  if (long !== undefined) return found(shown ?? durationColumn(reading), isMany ? 'sum' : 'avg')
  // "How much does the youngest dog weigh?"
  if (isMarked(reading, 'much') && partsOf(reading, 'rank').length === 0)
    return shown !== null ? [columnMeasure(shown, 'sum')] : amountOf(reading)
  if (isMarked(reading, 'total of')) return shown !== null ? [columnMeasure(shown, 'sum')] : total(reading)
  if (isMarked(reading, 'total') && shown === null && reading.subject !== null)
    return [totalOf(reading, reading.subject)]
  if (shown === null) return []
  // "What is the value of all leads": one number.
  if (saysAll(reading) && isAdditive(reading, shown)) return [columnMeasure(shown, 'sum')]
  if (isMarked(reading, 'average')) return [columnMeasure(shown, 'avg')]
  if (!isSplit(reading, shown)) return []
  return [columnMeasure(shown, isAdditive(reading, shown) ? 'sum' : 'avg')]
}

/** "The total of the orders": their value. */
const total = ({ subject, catalog }: Reading): readonly Measure[] => {
  const number = subject === null ? null : mainNumber(catalog, subject)
  return found(number, 'sum')
}

/** "Total orders" is a count; "total payments" is a sum. */
const totalOf = ({ catalog }: Reading, subject: string): Measure => {
  const number = mainNumber(catalog, subject)
  return number?.column === 'amount' ? columnMeasure(number, 'sum') : countMeasure(catalog, subject)
}

const saysAll = ({ words: { tokens } }: Reading): boolean =>
  tokens.some(({ lower }, at) => lower === 'of' && tokens[at + 1]?.lower === 'all')

/** Whether the values of a column may be summed. */
export const isAdditive = (reading: Reading, ref: ColumnRef): boolean =>
  infoOf(reading, ref)?.words.some((word) => NOT_ADDITIVE.test(word)) !== true

const found = (column: ColumnRef | null, fold: 'avg' | 'sum'): readonly Measure[] =>
  column === null ? [] : [columnMeasure(column, fold)]

/** The duration column of the mentioned rows. */
const durationColumn = (reading: Reading): ColumnRef | null => {
  const done = reading.parts.flatMap((part) =>
    part.kind === 'done' ? part.options.map(({ column }) => column.table) : [],
  )
  const tables = [reading.subject, ...reading.tableMentions.map(({ table }) => table), ...done].filter(
    (table) => table !== null,
  )
  return (
    tables.map((table) => senseColumn(reading.catalog, table, 'duration')).find((column) => column !== null) ?? null
  )
}

/** The only numeric column to show. */
const amountShown = (reading: Reading): ColumnRef | null => {
  // The uncertainty is recorded where the column is shown.
  const doubts = new UncertaintyNotes()
  const nouns = partsOf(reading, 'noun').filter(
    (part) => part.noun.kind === 'column' && !isGroup(part) && !part.negated,
  )
  const amounts = nouns.flatMap(({ noun }) => columnOfNoun(reading, noun, [reading.subject], doubts) ?? [])
  const [only, more] = amounts.filter((ref) => isAmount(reading, ref))
  return only !== undefined && more === undefined && (amounts.length === 1 || isMarked(reading, 'much')) ? only : null
}

/** "Units per product", "refunds per month": each group has several rows, or several days. */
const isSplit = (reading: Reading, { table }: ColumnRef): boolean => {
  if (partsOf(reading, 'order').length + partsOf(reading, 'rank').length > 0) return false
  if (partsOf(reading, 'bucket').length > 0) return true
  return partsOf(reading, 'noun')
    .filter(isGroup)
    .some(({ noun }) => {
      if (noun.kind === 'table') return noun.table !== table && isManyToOne(reading, table, noun.table)
      const split = noun.kind === 'column' ? choose(reading, noun.options, [table])?.chosen.column : undefined
      return split !== undefined && isManyToOne(reading, table, split.table)
    })
}

/** "How much was paid": the amount of the mentioned rows. */
const amountOf = (reading: Reading): readonly Measure[] => {
  const tables = [
    reading.subject,
    ...reading.tableMentions.map(({ table }) => table),
    ...reading.parts.flatMap((part) => {
      if (part.kind === 'noun') return tablesOfNoun(part.noun).slice(0, 1)
      const options = part.kind === 'done' ? part.options : valueOptionsOf(part)
      return options.slice(0, 1).map(({ column }) => column.table)
    }),
  ].filter((table) => table !== null)
  for (const table of tables) {
    const line = lineMeasure(reading.catalog, table)
    if (line !== null) return [line]
    const number = mainNumber(reading.catalog, table)
    if (number !== null && MONEY_NAMES.test(number.column)) return [columnMeasure(number, 'sum')]
  }
  return []
}
