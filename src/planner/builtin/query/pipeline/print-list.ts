import { columnOf, Unplannable } from '../query-context.ts'
import { columnName, withOwnNames } from '../result-names.ts'
import type { ColumnRef, QueryTree } from '../tree.ts'
import { addConditions } from './conditions.ts'
import { plain } from './grouped.ts'
import type { Printed } from './print-groups.ts'
import { type Ordered, shownStage, sortStages } from './result-stages.ts'
import { type PipelineContext, Rows } from './rows.ts'

/** Rows of a table, with some of its columns and of those that its keys lead to. */
export const printList = (context: PipelineContext, tree: QueryTree): Printed => {
  const rows = new Rows(context, tree.anchor)
  const fieldOf = ({ table, column, by }: ColumnRef, keep = false) => rows.column(table, keep, by).field(column)
  const order = tree.order.flatMap(({ by, descending }): Ordered[] => {
    if (typeof by === 'string') return []
    const place = rows.column(by.table, false, by.by)
    const field = place.field(by.column)
    place.isUsed = true
    // The first row of an order should have a value to be ordered by.
    if ((columnOf(context, by)?.nullable ?? true) && tree.limit !== null) place.matches.push({ [field]: { $ne: null } })
    return [{ field, descending }]
  })
  addConditions(rows, tree.where)
  const shown = withOwnNames(
    tree.columns.map((ref) => ({
      name: plain(columnName(context, tree, ref)),
      field: fieldOf(ref, ref.table !== tree.anchor),
    })),
  )
  const [first] = shown
  if (first === undefined) throw new Unplannable('nothing to show')
  if (tree.distinct) {
    const id = Object.fromEntries(shown.map(({ name, field }) => [name, { $ifNull: [`$${field}`, null] }]))
    const grouped = shown.map(({ name, field }) => ({ name, field: `_id.${name}`, was: field }))
    const placed = order.map(({ field, descending }) => {
      const found = grouped.find(({ was }) => was === field)
      if (found === undefined) throw new Unplannable('an order by what is not shown')
      return { field: found.field, descending }
    })
    const sorted = sortStages({ order: placed, ties: grouped.map(({ field }) => field), limit: tree.limit })
    return { rows, stages: [...rows.stages(), { $group: { _id: id } }, ...sorted, shownStage(grouped)] }
  }
  const keys = rows.table.primaryKey.map((key) => rows.anchor.field(key))
  const isOrdered = tree.order.length > 0 || tree.limit !== null
  const ties = isOrdered ? keys : [first.field, ...keys]
  if (!isOrdered && tree.columns[0] !== undefined) rows.column(tree.columns[0].table).isUsed = true
  const sorted = sortStages({ order, ties, limit: tree.limit })
  // What is only shown is joined for the rows that are.
  const { needed, others } = rows.parts()
  return { rows, stages: [...needed, ...sorted, ...others, shownStage(shown)] }
}
