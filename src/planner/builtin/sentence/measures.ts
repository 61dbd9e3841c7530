import { isSameProduct, productText } from '../../../ask/rules/formula.ts'
import type { ColumnRef, Measure } from '../query/index.ts'
import { type Catalog, columnMeasure, columnOf, countMeasure, glossaryMeasures, lineMeasure } from '../schema/index.ts'
import { namesFor, once } from './names.ts'
import { either, framed, mapped, oneOf, pair, type Syntax } from './syntax.ts'

interface Fold extends Pick<Measure, 'aggregate' | 'distinct'> {
  /** Whether it applies to dates. */
  readonly isOfDates: boolean
}

const fold = (aggregate: Fold['aggregate'], isOfDates: boolean): Fold => ({ aggregate, distinct: false, isOfDates })

const FOLDS = oneOf<Fold>([
  ['total', fold('sum', false)],
  ['average', fold('avg', false)],
  ['lowest', fold('min', false)],
  ['first', fold('min', true)],
  ['highest', fold('max', false)],
  ['last', fold('max', true)],
  ['number of known', fold('count', false)],
])

/** The measure of order lines. */
const lineOf = (catalog: Catalog, anchor: string): readonly (readonly [string, Measure])[] => {
  const line = lineMeasure(catalog, anchor)
  if (line === null) return []
  return [[`total ${productText(line, (name) => name, { times: 'times' })}`.replaceAll('_', ' '), line]]
}

/** Measures with a name of their own: those of the glossary, and the sum of order lines. */
const namedMeasures = (catalog: Catalog, anchor: string): readonly (readonly [string, Measure])[] => [
  ...glossaryMeasures(catalog.view.glossary).map(([phrase, measure]): readonly [string, Measure] => {
    const owner = measure.table === anchor ? '' : `${catalog.tables.get(measure.table)?.singular ?? measure.table}'s `
    return [`${owner}${phrase}`, measure]
  }),
  ...lineOf(catalog, anchor),
]

/** `total`, if a column has that name. */
const totalOf = (catalog: Catalog, anchor: string): readonly (readonly [string, Measure])[] =>
  [...(catalog.tables.get(anchor)?.columns.values() ?? [])].flatMap(({ name, words, kind }) =>
    kind === 'number' && words.length === 1 && words[0] === 'total'
      ? [['total', columnMeasure({ table: anchor, column: name }, 'sum')] as const]
      : [],
  )

/** Measures as text. */
interface MeasureForms {
  readonly column: Syntax<Measure>
  /** Before an amount, which has its own unit. */
  readonly bare: Syntax<Measure>
}

const measureIn = (catalog: Catalog, anchor: string, form: keyof MeasureForms): Syntax<Measure> => {
  const { [form]: column, columns } = namesFor(catalog, anchor)
  const isDate = (ref: ColumnRef): boolean => columnOf(catalog, ref)?.kind === 'date'
  return either(
    oneOf<Measure>([
      ['number', countMeasure(catalog, anchor)],
      ...namedMeasures(catalog, anchor),
      ...totalOf(catalog, anchor),
    ]),
    mapped(pair(FOLDS, ' ', column))(
      ([{ aggregate, distinct, isOfDates }, ref]): Measure | null =>
        isOfDates && !isDate(ref) ? null : { ...columnMeasure(ref, aggregate), distinct },
      ({ aggregate, distinct, table, column: name, times }) => {
        if (name === null || distinct || times !== null) return null
        const ref = { table, column: name }
        return [fold(aggregate, isDate(ref) && (aggregate === 'min' || aggregate === 'max')), ref]
      },
    ),
    mapped(framed('number of different ', columns))(
      (ref): Measure => ({ ...columnMeasure(ref, 'count'), distinct: true }),
      ({ aggregate, distinct, table, column: name, times }) =>
        aggregate === 'count' && distinct && name !== null && times === null ? { table, column: name } : null,
    ),
  )
}

const formsFor = once(
  (catalog, anchor): MeasureForms => ({
    column: measureIn(catalog, anchor, 'column'),
    bare: measureIn(catalog, anchor, 'bare'),
  }),
)

/** Measures of a table as text: `number`, `average age in years`, `revenue`. */
export const measureFor = (catalog: Catalog, anchor: string, form: keyof MeasureForms = 'column'): Syntax<Measure> =>
  formsFor(catalog, anchor)[form]

/** The measure under its glossary name, which implies the rows that it measures. */
export const namedMeasure = (catalog: Catalog, measure: Measure): Measure | undefined =>
  glossaryMeasures(catalog.view.glossary).find(
    ([, one]) => one.table === measure.table && one.aggregate === measure.aggregate && isSameProduct(one, measure),
  )?.[1]
