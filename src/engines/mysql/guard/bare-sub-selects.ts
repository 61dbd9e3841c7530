import { repairableRefusal } from '../../shared/refuse.ts'
import { isNode, listOf, type RawNode } from '../../sql/guard/tree/raw-tree.ts'

/**
 * Refuses IN, ANY and ALL over a sub-select without FROM. MariaDB 10.11 crashes on a prepared one that names a column
 * of a filtered table, so any caller could stop the server.
 *
 * @param tree the draft's syntax tree
 * @throws Refused
 */
export const refuseBareSubSelects = (tree: unknown): void => {
  if (Array.isArray(tree)) for (const one of tree) refuseBareSubSelects(one)
  if (!isNode(tree)) return
  for (const [form, content] of Object.entries(tree)) {
    const operand = isNode(content) ? operandOf(form, content) : undefined
    if (operand !== undefined && isBare(operand))
      throw repairableRefusal(
        'unsupported',
        'Compare with the value itself: a sub-select after IN, ANY or ALL needs a FROM.',
      )
    refuseBareSubSelects(content)
  }
}

const operandOf = (form: string, content: RawNode): unknown => {
  if (form === 'InSubquery') return content.subquery
  return form === 'AnyOp' || form === 'AllOp' ? content.right : undefined
}

/** Whether a query, without parentheses and WITH, is a single SELECT without tables. */
const isBare = (query: unknown): boolean => {
  if (!isNode(query)) return false
  const inner = query.Subquery ?? query.Nested ?? query.Query ?? query.body
  if (inner !== undefined) return isBare(inner)
  return isNode(query.Select) && listOf(query.Select.from).length === 0
}
