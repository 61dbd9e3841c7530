import { factorsOf, requiredColumns } from '../../../../ask/rules/formula.ts'
import type { Json } from '../../../../platform/values/json.ts'
import { columnOf, pathTo } from '../query-context.ts'
import { checkMeasure, countedBy, isExact } from '../row-counts.ts'
import type { Measure } from '../tree.ts'
import type { Doc } from './document.ts'
import { expressionOf } from './expression-of.ts'
import { rounded } from './expressions.ts'
import type { Rows } from './rows.ts'

/** The stages that compute a measure. */
export interface MeasureStages {
  readonly name: string
  /** Accumulators of `$group`. */
  readonly accumulators: Doc
  /** Fields computed from the accumulators afterwards. */
  readonly computed: Doc
  readonly rounded: Doc
}

/** The aggregate over the rows. @throws Unplannable for sums over rows that a join has multiplied */
export const measured = (rows: Rows, measure: Measure, name: string): MeasureStages => {
  const { context, anchor, fanned, table } = rows
  const { aggregate, column } = measure
  const made = (accumulator: Json, computed?: Json): MeasureStages => ({
    name,
    accumulators: { [name]: accumulator },
    computed: computed === undefined ? {} : { [name]: computed },
    rounded: isExact(context, measure, isDecimal) ? {} : { [name]: rounded(name) },
  })
  if (column === null) {
    if (!fanned) return made({ $sum: 1 })
    return made({ $addToSet: `$${anchor.field(countedBy(table))}` }, { $size: `$${name}` })
  }
  const operand = operandOf(rows, measure)
  checkMeasure(context, { anchor: table.name, fanned, measure })
  const mayLack = requiredColumns(measure).some(
    (one) => columnOf(context, { table: measure.table, column: one })?.nullable ?? true,
  )
  if (aggregate === 'count' && measure.distinct)
    return made({ $addToSet: operand }, { $size: { $setDifference: [`$${name}`, [null]] } })
  if (aggregate === 'count')
    return made({ $sum: { $cond: [expressionOf({ [fieldOf(rows, measure, column)]: { $ne: null } }), 1, 0] } })
  if (aggregate !== 'sum' || !mayLack) return made({ [`$${aggregate}`]: operand })
  // The sum of no values is null; `$sum` returns 0.
  const most = `${name}_most`
  const sum = made({ $sum: operand }, { $cond: [{ $eq: [`$${most}`, null] }, null, `$${name}`] })
  return { ...sum, accumulators: { ...sum.accumulators, [most]: { $max: operand } } }
}

const isDecimal = (type: string): boolean => /^decimal$/i.test(type)

const fieldOf = (rows: Rows, { table }: Measure, column: string): string =>
  (rows.reached(pathTo(rows.context, rows.table.name, table)) ?? rows.column(table)).field(column)

/** The value of a measure in one row. */
export const operandOf = (rows: Rows, measure: Measure): Json => {
  const field = (one: string): string => `$${fieldOf(rows, measure, one)}`
  const column = field(measure.column ?? '')
  const factors = factorsOf(measure).map((factor): Json => {
    if (typeof factor === 'string') return field(factor)
    const { from, minus, per } = factor
    const less = { $ifNull: [field(minus), 0] }
    return {
      $subtract: [typeof from === 'string' ? field(from) : from, per === undefined ? less : { $divide: [less, per] }],
    }
  })
  return factors.length === 0 ? column : { $multiply: [column, ...factors] }
}

/** Stages after `$group` that complete the measures. */
export const finishing = (all: readonly MeasureStages[]): Doc[] =>
  [all.map(({ computed }) => computed), all.map(({ rounded }) => rounded)]
    .map((docs): Doc => Object.assign({}, ...docs))
    .filter((doc) => Object.keys(doc).length > 0)
    .map((doc) => ({ $addFields: doc }))
