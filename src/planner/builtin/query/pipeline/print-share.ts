import type { Json } from '../../../../domain/json.ts'
import { Unplannable } from '../query-context.ts'
import type { Condition, QueryTree } from '../tree.ts'
import { lateExpressions } from './conditions.ts'
import { percentage, rounded } from './expressions.ts'
import { Grouped } from './grouped.ts'
import { operandOf } from './measured.ts'
import type { Printed } from './print-groups.ts'
import { loneRow, shownStage, sortStages } from './result-stages.ts'
import { type PipelineContext, Rows } from './rows.ts'

/** How many percent of the rows, or of a sum over them, meet some more conditions. */
export const printShare = (context: PipelineContext, tree: QueryTree, share: readonly Condition[]): Printed => {
  const rows = new Rows(context, tree.anchor)
  const grouped = new Grouped(rows, tree)
  const tests = lateExpressions(rows, share)
  const [measure] = tree.measures
  const operand: Json = measure?.aggregate === 'sum' ? operandOf(rows, measure) : 1
  if (rows.fanned) throw new Unplannable('a share would count rows twice')
  const [test, more] = tests
  const condition: Json = test !== undefined && more === undefined ? test : { $and: [...tests] }
  const sums = {
    name: 'percentage',
    accumulators: { part: { $sum: { $cond: [condition, operand, 0] } }, whole: { $sum: operand } },
    computed: {},
    rounded: {},
  }
  const group = [
    ...grouped.stages([sums]),
    { $addFields: { percentage: percentage('part', 'whole') } },
    { $addFields: { percentage: rounded('percentage') } },
  ]
  const shown = { name: 'percentage', field: 'percentage', isCount: false }
  if (tree.groups.length === 0) return { rows, stages: [...rows.stages(), ...loneRow(group, [shown])] }
  const ordered = sortStages({ ties: grouped.by, limit: tree.limit })
  return { rows, stages: [...rows.stages(), ...group, ...ordered, shownStage([...grouped.shown, shown])] }
}
