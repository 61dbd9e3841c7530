import type { DatabaseView } from '../../../ask/rules/knowledge.ts'
import { type ColumnRef, type Condition, type Group, type QueryTree, sameRef, withNested } from '../query/index.ts'
import { catalogOf } from '../schema/index.ts'
import type { PrintedCandidate } from './candidates.ts'

/** Features of a reading; each is meaningful in any database. */
export const FEATURES = ['constant', 'poorest link', 'behind the best', 'close rivals', 'one value'] as const

const CLOSE = 0.7

/** The meaning of a query, without order and display columns. */
export const queryMeaning = ({ anchor, measures, groups, where, having, limit, columns }: QueryTree): string =>
  JSON.stringify([
    anchor,
    measures.map(({ aggregate, table, column }) => [aggregate, table, column]),
    measures.length > 0 ? groups : [...new Set(columns.map(({ table }) => table))].sort(),
    where.map((one) => JSON.stringify(one)).sort(),
    having.map(({ measure: { aggregate, table, column }, op, value }) => [aggregate, table, column, op, value]),
    limit,
  ])

/** A foreign key is replaced by its target: `orders.customer_id` is `customers.id`. */
const resolvedKey = (view: DatabaseView, { table, column }: ColumnRef): ColumnRef => {
  const { tables } = catalogOf(view)
  const target = tables.get(table)?.columns.get(column)?.refTable ?? null
  const [key, more] = target === null ? [] : (tables.get(target)?.primaryKey ?? [])
  return target === null || key === undefined || more !== undefined ? { table, column } : { table: target, column: key }
}

const allIn = (view: DatabaseView, some: readonly ColumnRef[], all: readonly ColumnRef[]): boolean => {
  const known = all.map((ref) => resolvedKey(view, ref))
  return some.every((ref) => known.some((one) => sameRef(one, resolvedKey(view, ref))))
}

const rows = new WeakMap<QueryTree, string>()

/** The rows of a query, regardless of its display columns; cached, because each tree is compared with all others. */
const rowsOf = (tree: QueryTree): string => {
  const known = rows.get(tree) ?? queryMeaning({ ...tree, columns: [], groups: [] })
  rows.set(tree, known)
  return known
}

/** Whether two queries select the same rows, regardless of their display columns. */
export const areOfSameRows = (one: QueryTree, other: QueryTree): boolean => rowsOf(one) === rowsOf(other)

/** Whether two queries have the same rows or groups, and the display columns of one include those of the other. */
const showsSame = (view: DatabaseView, one: QueryTree, other: QueryTree): boolean => {
  if (rowsOf(one) !== rowsOf(other)) return false
  if (one.measures.length > 0) return groupsSame(view, one.groups, other.groups)
  const [fewer, more] = one.columns.length < other.columns.length ? [one, other] : [other, one]
  return allIn(view, fewer.columns, more.columns)
}

/** Further columns of a row that is a group of its own do not change the groups. */
const groupsSame = (view: DatabaseView, one: readonly Group[], other: readonly Group[]): boolean => {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  const entities = fewer.flatMap((group) => (group.type === 'entity' ? [group.table] : []))
  const isKnown = (group: Group): boolean => fewer.some((own) => JSON.stringify(own) === JSON.stringify(group))
  const added = more.filter((group) => !isKnown(group))
  return (
    more.length - added.length === fewer.length &&
    added.every((group) => group.type === 'column' && entities.includes(resolvedKey(view, group.column).table))
  )
}

/** Readings with other rows, or other columns. */
const rivalsOf = (
  view: DatabaseView,
  all: readonly PrintedCandidate[],
  { query, tree }: PrintedCandidate,
): readonly PrintedCandidate[] => all.filter((rival) => rival.query !== query && !showsSame(view, rival.tree, tree))

const closeAmong = (rivals: readonly PrintedCandidate[], { score }: PrintedCandidate): number =>
  rivals.filter((rival) => Math.abs(rival.score - score) < CLOSE).length

/** Number of other readings that explain about as much. */
export const closeRivals = (view: DatabaseView, all: readonly PrintedCandidate[], one: PrintedCandidate): number =>
  closeAmong(rivalsOf(view, all, one), one)

/** The features of one reading, compared with all others. */
export const featuresOf = (
  view: DatabaseView,
  all: readonly PrintedCandidate[],
  one: PrintedCandidate,
): readonly number[] => {
  const { notes, score, shape } = one
  const rivals = rivalsOf(view, all, one)
  const best = Math.max(-20, ...rivals.map((rival) => rival.score))
  return [
    1,
    1 - notes.weakest,
    Math.max(0, Math.min(3, best - score)),
    Math.min(4, closeAmong(rivals, one)),
    Number(shape === 'value'),
  ]
}

/** Whether a query excludes rows by a negated condition. */
export const hasNegation = ({ where, having }: QueryTree): boolean =>
  withNested(where).some(
    (one) =>
      one.type === 'any' ||
      ('negated' in one && one.negated) ||
      ('op' in one && one.op === '<>') ||
      (one.type === 'null' && !one.negated) ||
      (one.type === 'compare' && one.value === 0) ||
      isNone(one),
  ) || having.some(({ op, value }) => op === '<>' || value === 0)

const isNone = (condition: Condition): boolean =>
  condition.type === 'related' && condition.op === '=' && condition.value === 0
