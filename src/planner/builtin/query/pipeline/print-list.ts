import { columnOf, Unplannable } from '../query-context.ts'
import { columnName, withUniqueNames } from '../result-names.ts'
import type { QueryTree } from '../tree.ts'
import { addConditions } from './conditions.ts'
import { type Ordered, plain, shownStage, sortStages } from './result-stages.ts'
import { type PipelineContext, Rows } from './rows.ts'
import type { Pipeline } from './scalar-subqueries.ts'

/** Rows of a table, with own columns and columns of referenced rows. */
export const printList = (context: PipelineContext, tree: QueryTree): Pipeline => {
  const rows = new Rows(context, tree.anchor)
  const { limit } = tree
  const order = tree.order.flatMap(({ by, descending }): Ordered[] => {
    if (typeof by === 'string') return []
    const place = rows.column(by.table, false, by.by)
    const field = place.field(by.column)
    place.isUsed = true
    // The first rows of an order should have a value to sort by.
    if ((columnOf(context, by)?.nullable ?? true) && limit !== null) place.matches.push({ [field]: { $ne: null } })
    return [{ field, descending }]
  })
  addConditions(rows, tree.where)
  const shown = withUniqueNames(
    tree.columns.map((ref) => ({
      name: plain(columnName(context, tree, ref)),
      field: rows
        .column(ref.table, ref.table !== tree.anchor && !tree.via.includes(ref.table), ref.by)
        .field(ref.column),
    })),
  )
  const [first] = tree.columns
  if (first === undefined) throw new Unplannable('nothing to show')
  const { collection } = rows
  if (tree.distinct) {
    const id = Object.fromEntries(shown.map(({ name, field }) => [name, { $ifNull: [`$${field}`, null] }]))
    const fieldOf = (was: string): string => {
      const found = shown.find(({ field }) => field === was)
      if (found === undefined) throw new Unplannable('an order by what is not shown')
      return `_id.${found.name}`
    }
    const groups = shown.map(({ name }) => ({ name, field: `_id.${name}` }))
    const placed = order.map(({ field, descending }) => ({ field: fieldOf(field), descending }))
    const sorted = sortStages({ order: placed, ties: groups.map(({ field }) => field), limit })
    return { collection, stages: [...rows.stages(), { $group: { _id: id } }, ...sorted, shownStage(groups)] }
  }
  const keys = rows.table.primaryKey.map((key) => rows.anchor.field(key))
  const isOrdered = tree.order.length > 0 || limit !== null
  const firstPlace = rows.column(first.table, false, first.by)
  if (!isOrdered) firstPlace.isUsed = true
  const ties = isOrdered ? keys : [firstPlace.field(first.column), ...keys]
  // Joins for shown columns only are done after the limit.
  const { needed, others } = rows.parts()
  return { collection, stages: [...needed, ...sortStages({ order, ties, limit }), ...others, shownStage(shown)] }
}
