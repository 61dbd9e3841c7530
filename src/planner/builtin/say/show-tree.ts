import { type ColumnRef, type Condition, emptyTree, type QueryTree } from '../query/index.ts'
import { type Catalog, columnOf, countMeasure, listColumns } from '../schema/index.ts'
import { asksForOrder } from './question-form.ts'

/**
 * The tree to run, which shows what was asked for with its context: the number by which rows were filtered, compared or
 * sorted columns first, and numeric groups in their own order. The selected rows stay the same.
 */
export const shownTree = (catalog: Catalog, tree: QueryTree, question: string): QueryTree => {
  if (tree.groups.length > 0) return asksForOrder(question) ? tree : inGroupOrder(catalog, tree)
  if (tree.measures.length > 0 || tree.share !== null || tree.distinct) return tree
  return (isUsual(catalog, tree) ? measuredRows(catalog, tree) : undefined) ?? withCompared(catalog, tree)
}

const key = ({ table, column }: ColumnRef): string => JSON.stringify([table, column])

/** Whether the columns of a list are the default ones. */
export const isUsual = (catalog: Catalog, { anchor, columns }: QueryTree): boolean => {
  const usual = new Set(listColumns(catalog, anchor, []).map(key))
  return columns.length === usual.size && columns.every((ref) => usual.has(key(ref)))
}

const inGroupOrder = (catalog: Catalog, tree: QueryTree): QueryTree => {
  const [group, other] = tree.groups
  const [order, more] = tree.order
  const isOfNumbers = group?.type === 'column' && columnOf(catalog, group.column)?.kind === 'number'
  if (!isOfNumbers || other !== undefined || tree.limit !== null || more !== undefined) return tree
  if (order?.by !== 'measure') return tree
  return { ...tree, order: [{ by: 'group', descending: false }] }
}

/** "Customers who spent over 1,500": sums per customer, over 1,500. */
const measuredRows = (catalog: Catalog, tree: QueryTree): QueryTree | undefined => {
  const [related, other] = tree.where.filter((one) => one.type === 'related')
  if (related?.type !== 'related' || other !== undefined || tree.order.length > 0 || tree.limit !== null)
    return undefined
  const isAtLeast = related.op === '>' || related.op === '>='
  const least = related.measure === null ? 2 : 0
  if (!isAtLeast || related.value + (related.op === '>' ? 1 : 0) < least) return undefined
  const others = tree.where.filter((one) => one !== related)
  if (!others.every((one) => isOwn(one, tree.anchor))) return undefined
  const measure = related.measure ?? countMeasure(catalog, related.table)
  if (measure.table !== related.table) return undefined
  return {
    ...emptyTree(related.table),
    measures: [measure],
    groups: [{ type: 'entity', table: tree.anchor }],
    where: [...related.where, ...others],
    having: [{ measure, op: related.op, value: related.value }],
    order: [{ by: 'measure', descending: true }],
    via: tree.via.filter((table) => table !== related.table),
  }
}

const isOwn = (condition: Condition, anchor: string): boolean =>
  condition.type === 'any'
    ? condition.options.every((option) => isOwn(option, anchor))
    : condition.type !== 'related' && condition.column.table === anchor

const COLUMNS_MAX = 6

const withCompared = (catalog: Catalog, tree: QueryTree): QueryTree => {
  const [label, ...rest] = tree.columns
  if (label === undefined) return tree
  const listed = new Set([key(label)])
  const ranked = tree.order.flatMap(({ by }) => (typeof by === 'string' ? [] : [by]))
  const compared = [...ranked, ...tree.where.flatMap((one) => comparedColumn(catalog, one))].filter((ref) => {
    const isNew = ref.table === tree.anchor && !listed.has(key(ref))
    listed.add(key(ref))
    return isNew
  })
  const settled = new Set(tree.where.flatMap(settledColumn))
  const others = rest.filter((ref) => !listed.has(key(ref)))
  if (!isUsual(catalog, tree)) {
    const missing = compared.filter((ref) => !rest.some((shown) => key(shown) === key(ref)))
    return missing.length === 0 ? tree : { ...tree, columns: [...tree.columns, ...missing] }
  }
  const arranged = [...others.filter((ref) => !settled.has(key(ref))), ...others.filter((ref) => settled.has(key(ref)))]
  return { ...tree, columns: [label, ...compared, ...arranged].slice(0, Math.max(COLUMNS_MAX, tree.columns.length)) }
}

/** A column of a condition whose values still differ between the selected rows. */
const comparedColumn = (catalog: Catalog, condition: Condition): ColumnRef[] => {
  if (condition.type === 'average' || condition.type === 'range' || condition.type === 'like') return [condition.column]
  if (condition.type !== 'compare' || condition.op === '=' || condition.op === '<>') return []
  return columnOf(catalog, condition.column)?.kind === 'boolean' ? [] : [condition.column]
}

/** A column of a condition with only one possible value. */
const settledColumn = (condition: Condition): string[] =>
  condition.type === 'compare' && condition.op === '=' ? [key(condition.column)] : []
