import pluralize from 'pluralize'
import { columnsOfProduct } from '../../../../domain/ask/formula.ts'
import { type Figure, isCurrency, numberKind } from '../../../wording/index.ts'
import type { Group, Measure } from '../../query/index.ts'
import { type Catalog, columnOf, columnWords } from '../../schema/index.ts'
import { columnFigure } from './column-figure.ts'

const AGGREGATES: Readonly<Record<Measure['aggregate'], string>> = {
  count: 'number of',
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
}

/** `number of orders`, `average price of books`; where the glossary has words for it, the first of them: `revenue`. */
export const measureWords = (catalog: Catalog, measure: Measure): string => {
  const { aggregate, table, column, name } = measure
  const rows = catalog.tables.get(table)?.plural ?? table
  if (column === null) return `number of ${rows}`
  const glossed = glossedWords(catalog, measure)
  if (glossed !== undefined) return glossed
  const info = columnOf(catalog, { table, column })
  const words = measure.times === null ? columnFigureWords(catalog, measure) : name.replaceAll('_', ' ')
  if (measure.times !== null) return words
  if (aggregate === 'count') return `number of different ${pluralize(words)}`
  if (info?.kind === 'date') return dateWords(catalog, measure)
  const lead = AGGREGATES[aggregate]
  return `${words.startsWith(`${lead} `) || words === lead ? words : `${lead} ${words}`} of ${rows}`
}

const columnFigureWords = (catalog: Catalog, { table, column }: Measure): string => {
  const { says } = columnFigure(catalog, table, { table, column: column ?? '' })
  return says === '' ? columnWords(catalog, { table, column: column ?? '' }) : says
}

/** What the glossary calls a measure first, whichever of its words was said. */
const glossedWords = (catalog: Catalog, { table, aggregate, column, times }: Measure): string | undefined =>
  catalog.view.glossary.phrases.find(
    ({ table: owner, measure }) =>
      owner === table &&
      measure !== undefined &&
      measure.aggregate === aggregate &&
      (measure.column ?? null) === column &&
      JSON.stringify(measure.times ?? null) === JSON.stringify(times),
  )?.phrase

/** `date of the first order`, `last due date`. */
const dateWords = (catalog: Catalog, { aggregate, table, column }: Measure): string => {
  const info = catalog.tables.get(table)
  const which = aggregate === 'min' ? 'first' : 'last'
  if (info !== undefined && info.time === column) return `date of the ${which} ${info.singular}`
  const words = columnWords(catalog, { table, column: column ?? '' })
  return `${which} ${words.replace(/ (on|at|date)$/, '')} date`
}

/** What the numbers of a measure are, said beside other numbers. */
export const measureFigure = (catalog: Catalog, measure: Measure): Figure => {
  const { aggregate, table, column, times } = measure
  const role = 'value'
  if (column === null) {
    const info = catalog.tables.get(table)
    return { role, says: '', kind: 'number', unit: info?.plural ?? table, one: info?.singular ?? table }
  }
  const says = measureWords(catalog, measure)
  if (aggregate === 'count') return { role, says, kind: 'number', unit: null, one: null }
  const words = columnOf(catalog, { table, column })?.words ?? []
  const own = columnFigure(catalog, table, { table, column })
  const figures = columnsOfProduct(measure).map((factor) => columnFigure(catalog, table, { table, column: factor }))
  const figure = (times === null ? undefined : figures.find(({ kind }) => kind === 'money')) ?? own
  const isMoney = aggregate === 'avg' && figure.kind === 'number' && numberKind(words, figure.unit) === 'money'
  const isSaid = figure.unit !== null && !isCurrency(figure.unit) && says.split(' ').includes(figure.unit)
  return { ...figure, role, says, kind: isMoney ? 'money' : figure.kind, unit: isSaid ? null : figure.unit }
}

/** What a group is: `country`, `month`, `customer`. */
export const groupWords = (catalog: Catalog, group: Group): string => {
  if (group.type === 'time') return group.bucket
  if (group.type === 'periods') return 'period'
  if (group.type === 'entity') return catalog.tables.get(group.table)?.singular ?? group.table
  const owner = catalog.tables.get(group.column.table)
  return owner?.label === group.column.column ? owner.singular : columnWords(catalog, group.column)
}
