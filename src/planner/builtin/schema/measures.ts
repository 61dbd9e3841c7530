import type { Glossary } from '../../../ask/rules/glossary.ts'
import { normalWords } from '../../../knowledge/words/index.ts'
import type { ColumnRef, Measure } from '../query/index.ts'
import type { AdjectiveSense } from '../words/index.ts'
import { type Catalog, type ColumnInfo, columnOf } from './catalog.ts'

export const columnMeasure = (column: ColumnRef, aggregate: Measure['aggregate'], name?: string): Measure => ({
  aggregate,
  table: column.table,
  column: column.column,
  times: null,
  distinct: false,
  name: name ?? `${NAMES[aggregate]}_${column.column}`,
})

const NAMES: Readonly<Record<Measure['aggregate'], string>> = {
  count: 'number_of',
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
}

export const countMeasure = (catalog: Catalog, table: string): Measure => ({
  aggregate: 'count',
  table,
  column: null,
  times: null,
  distinct: false,
  name: `number_of_${(catalog.tables.get(table)?.plural ?? table).replaceAll(' ', '_')}`,
})

const MONEY = ['total', 'amount', 'revenue', 'price', 'salary', 'cost', 'value', 'fee', 'fare', 'budget', 'balance']
const SENSES: ReadonlyMap<AdjectiveSense, RegExp> = new Map([
  ['price', /price|cost|fee|rate$|fare|salary|total|amount|value/],
  ['duration', /duration|days|minutes|hours|seconds|milliseconds|length|runtime|time/],
  ['rating', /rating|score|stars|grade/],
  ['weight', /weight/],
  ['length', /height|length|size/],
  ['sold', /quantity|qty|units/],
])

const numbers = (catalog: Catalog, table: string): ColumnInfo[] =>
  [...(catalog.tables.get(table)?.columns.values() ?? [])].filter((column) => column.kind === 'number')

/** The number that "large" or "more than 500" refers to by default. */
export const mainNumber = (catalog: Catalog, table: string): ColumnRef | null => {
  const columns = numbers(catalog, table)
  for (const word of MONEY) {
    const found = columns.find((column) => column.words.includes(word))
    if (found !== undefined) return { table, column: found.name }
  }
  const [only, more] = columns
  return only === undefined || more !== undefined ? null : { table, column: only.name }
}

const AGED = /^ages?$/
const BEGUN = /^(birth|born|birthday|dob|founded|opened|built|est|established|construction|constructed)$/

/** A column with an age, or else with the day or year of birth. */
const ageColumn = (catalog: Catalog, table: string): ColumnRef | null => {
  const columns = [...(catalog.tables.get(table)?.columns.values() ?? [])]
  const found =
    columns.find(({ kind, words }) => kind !== 'date' && words.some((word) => AGED.test(word))) ??
    columns.find(({ kind, words }) => kind !== 'key' && words.some((word) => BEGUN.test(word)))
  return found === undefined ? senseColumn(catalog, table, 'time') : { table, column: found.name }
}

/** Whether a higher age is an earlier date in this column. */
export const isBackward = (catalog: Catalog, column: ColumnRef, sense: AdjectiveSense | null): boolean =>
  sense === 'age' && columnOf(catalog, column)?.words.some((word) => AGED.test(word)) !== true

/** The column of a table that an adjective such as "cheap" or "long" measures. */
export const senseColumn = (catalog: Catalog, table: string, sense: AdjectiveSense): ColumnRef | null => {
  if (sense === 'time') {
    const time = catalog.tables.get(table)?.time ?? null
    return time === null ? null : { table, column: time }
  }
  if (sense === 'age') return ageColumn(catalog, table)
  if (sense === 'size') return mainNumber(catalog, table)
  const pattern = SENSES.get(sense)
  const found =
    pattern === undefined ? [] : numbers(catalog, table).filter((column) => pattern.test(column.name.toLowerCase()))
  const [first] = sense === 'price' ? [mainNumber(catalog, table)?.column ?? found[0]?.name] : [found[0]?.name]
  return first === undefined || found.length === 0 ? null : { table, column: first }
}

/** As `senseColumn`, in tables whose rows belong to a row of `table`: a carrier's delivery days are in its shipments. */
export const childSenseColumn = (catalog: Catalog, table: string, sense: AdjectiveSense): ColumnRef | null => {
  const children = catalog.graph.stepsFrom(table).filter((step) => !step.up)
  const found = children.flatMap((step) => senseColumn(catalog, step.to, sense) ?? [])
  const [only, more] = found
  return only === undefined || more !== undefined ? null : only
}

/** The value of order lines: quantity times price. */
export const lineMeasure = (catalog: Catalog, table: string): Measure | null => {
  const columns = numbers(catalog, table)
  const quantity = columns.find((column) => /^(quantity|qty|units)$/i.test(column.name))
  const price = columns.find((column) => /price/i.test(column.name))
  if (quantity === undefined || price === undefined) return null
  return { aggregate: 'sum', table, column: quantity.name, times: price.name, distinct: false, name: 'amount' }
}

/** Measures defined by a glossary; the first phrase of a measure is its name. */
export const glossaryMeasures = ({
  phrases,
}: Pick<Glossary, 'phrases'>): readonly (readonly [phrase: string, Measure])[] => {
  const names = new Map<string, string>()
  return phrases.flatMap(({ phrase, table, measure }): readonly (readonly [string, Measure])[] => {
    if (measure === undefined) return []
    const { aggregate, column = null, times = null } = measure
    const key = JSON.stringify([table, aggregate, column, times])
    const name = names.get(key) ?? normalWords(phrase).join('_')
    names.set(key, name)
    return [[phrase, { aggregate, table, column, times, distinct: false, name }]]
  })
}
