import { Unplannable } from '../query-context.ts'
import { withUniqueNames } from '../result-names.ts'
import type { Condition, Measure, QueryTree } from '../tree.ts'
import { conditionExpressions } from './conditions.ts'
import { type Doc, matchStages } from './document.ts'
import { percentage, rounded } from './expressions.ts'
import { comparison } from './field-test.ts'
import { grouped } from './grouped.ts'
import { finishing, type MeasureStages, measured, operandOf } from './measured.ts'
import { loneRow, type Ordered, plain, shownStage, sortStages } from './result-stages.ts'
import { type PipelineContext, Rows } from './rows.ts'
import type { Pipeline } from './scalar-subqueries.ts'

const PERCENTAGE = { name: 'percentage', field: 'percentage', isCount: false }
/** A share is shown and sorted by nothing else. */
const ONLY_A_SHARE = { measures: [], having: [], order: [] } as const

/** Measures or a share, of all rows or per group. */
export const printGroups = (context: PipelineContext, tree: QueryTree): Pipeline => {
  const rows = new Rows(context, tree.anchor)
  const groups = grouped(rows, tree)
  const { measures, having, order } = tree.share === null ? tree : ONLY_A_SHARE
  const known = measuresOf(rows, [...measures, ...having.map(({ measure }) => measure)])
  const fieldOf = (measure: Measure): string => known.get(keyOf(measure))?.name ?? ''
  const all = tree.share === null ? [...known.values()] : [shareOf(rows, tree, tree.share)]
  const [main] = measures
  const tests = having.map(({ measure, op, value }): Doc => ({ [fieldOf(measure)]: comparison(op, value) }))
  const ordered = order.flatMap(({ by, descending }): Ordered[] => {
    if (by === 'group') return groups.by.map((field) => ({ field, descending }))
    if (by !== 'measure' || main === undefined) return []
    if (!descending && main.column !== null) tests.push({ [fieldOf(main)]: { $ne: null } })
    return [{ field: fieldOf(main), descending }]
  })
  const accumulators: Doc = Object.assign({}, ...all.map((one) => one.accumulators))
  const group = [
    { $group: { _id: groups.id, ...accumulators } },
    ...groups.labels,
    ...finishing(all),
    ...matchStages(tests),
  ]
  const { collection } = rows
  const values = measures.map((one) => ({
    name: plain(one.name),
    field: fieldOf(one),
    isCount: one.aggregate === 'count',
  }))
  const shown = tree.share === null ? values : [PERCENTAGE]
  if (tree.groups.length === 0) return { collection, stages: [...rows.stages(), ...loneRow(group, shown)] }
  const ties = [...(tree.share === null ? groups.shown.map(({ field }) => field) : []), ...groups.by]
  const stages = [...rows.stages(), ...group, ...sortStages({ order: ordered, ties, limit: tree.limit })]
  return { collection, stages: [...stages, shownStage([...groups.shown, ...shown])] }
}

const keyOf = (measure: Measure): string => JSON.stringify({ ...measure, name: '' })

/** Distinct measures, each under a unique name. */
const measuresOf = (rows: Rows, measures: readonly Measure[]): ReadonlyMap<string, MeasureStages> => {
  // The first of equal measures determines the name.
  const unique = new Map(measures.toReversed().map((measure) => [keyOf(measure), measure]))
  const named = withUniqueNames(
    [...unique].toReversed().map(([key, measure]) => ({ key, measure, name: plain(measure.name) })),
  )
  return new Map(named.map(({ key, measure, name }) => [key, measured(rows, measure, name)]))
}

const percent = (part: string, whole: string, accumulators: Doc): MeasureStages => ({
  name: PERCENTAGE.field,
  accumulators,
  computed: { [PERCENTAGE.field]: percentage(part, whole) },
  rounded: { [PERCENTAGE.field]: rounded(PERCENTAGE.field) },
})

/** The percentage of rows, or of a sum over them, that also meet some conditions. */
const shareOf = (rows: Rows, { measures: [measure] }: QueryTree, share: readonly Condition[]): MeasureStages => {
  const [only, ...more] = conditionExpressions(rows, share)
  const operand = measure?.aggregate === 'sum' ? operandOf(rows, measure) : 1
  if (rows.fanned) throw new Unplannable('a share would count rows twice')
  const test =
    only !== undefined && more.length === 0 ? only : { $and: [...(only === undefined ? [] : [only]), ...more] }
  return percent('$part', '$whole', { part: { $sum: { $cond: [test, operand, 0] } }, whole: { $sum: operand } })
}
