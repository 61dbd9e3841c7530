import { productText } from '../../../domain/ask/formula.ts'
import type { DatabaseView } from '../../../domain/ask/knowledge.ts'
import { normalWords } from '../../../words/index.ts'
import type { Measure } from '../query/index.ts'
import { type Catalog, columnMeasure, countMeasure, lineMeasure } from '../schema/index.ts'
import { namesFor } from './names.ts'
import { either, framed, mapped, oneOf, pair, type Syntax } from './syntax.ts'

const FOLDS: readonly (readonly [string, Pick<Measure, 'aggregate' | 'distinct'>])[] = [
  ['total', { aggregate: 'sum', distinct: false }],
  ['average', { aggregate: 'avg', distinct: false }],
  ['lowest', { aggregate: 'min', distinct: false }],
  ['highest', { aggregate: 'max', distinct: false }],
  ['number of known', { aggregate: 'count', distinct: false }],
]

/** What lines of an order add up to. */
const lineOf = (catalog: Catalog, anchor: string): readonly (readonly [string, Measure])[] => {
  const line = lineMeasure(catalog, anchor)
  if (line === null) return []
  return [[`total ${productText(line, (name) => name, { times: 'times' })}`.replaceAll('_', ' '), line]]
}

/** Measures that a glossary has words for. */
export const glossaryMeasures = ({
  glossary,
}: Pick<DatabaseView, 'glossary'>): readonly (readonly [phrase: string, Measure])[] =>
  glossary.phrases.flatMap(({ phrase, table, measure }): readonly (readonly [string, Measure])[] => {
    if (measure === undefined) return []
    const { aggregate, column = null, times = null } = measure
    const name = normalWords(phrase).join('_')
    return [[phrase, { aggregate, table, column, times, distinct: false, name }]]
  })

/** Measures with a name of their own: those of the glossary, and what lines of an order add up to. */
const namedMeasures = (catalog: Catalog, anchor: string): readonly (readonly [string, Measure])[] => [
  ...glossaryMeasures(catalog.view).map(([phrase, measure]): readonly [string, Measure] => {
    const owner = measure.table === anchor ? '' : `${catalog.tables.get(measure.table)?.singular ?? measure.table}'s `
    return [`${owner}${phrase}`, measure]
  }),
  ...lineOf(catalog, anchor),
]

/** What is measured of rows of a table: `number`, `average age`, `revenue`. */
export const measureFor = (catalog: Catalog, anchor: string): Syntax<Measure> => {
  const { column, columns } = namesFor(catalog, anchor)
  return either(
    oneOf<Measure>([['number', countMeasure(catalog, anchor)], ...namedMeasures(catalog, anchor)]),
    mapped(pair(oneOf(FOLDS), ' ', column))(
      ([{ aggregate, distinct }, ref]): Measure => ({ ...columnMeasure(ref, aggregate), distinct }),
      ({ aggregate, distinct, table, column: name, times }) =>
        name === null || times !== null
          ? null
          : [
              { aggregate, distinct },
              { table, column: name },
            ],
    ),
    mapped(framed('number of different ', columns))(
      (ref): Measure => ({ ...columnMeasure(ref, 'count'), distinct: true }),
      ({ aggregate, distinct, table, column: name, times }) =>
        aggregate === 'count' && distinct && name !== null && times === null ? { table, column: name } : null,
    ),
  )
}
