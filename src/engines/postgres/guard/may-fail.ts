import { comparisonOf } from './comparison.ts'
import { isSummed, queriesIn, type Standing, windowKeysIn } from './infallible-sum.ts'
import { infallibleKind } from './infallible-value.ts'
import type { Compared, KnownNames } from './known-names.ts'
import { listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'

/** Where a query stands. */
interface Place extends Standing {
  readonly outermost: boolean
}

/**
 * Whether anything in a query may fail on the values of a row before that row was found to be the caller's. A table that
 * is seen through another is filtered by a join, and PostgreSQL tries conditions, what it sorts and groups by, and what
 * sub-selects list on rows that no join has left out yet. So all of that may be comparisons of columns as they are
 * stored, with each other or with constants, and nothing else. Aggregates, and what the outermost SELECT lists, come
 * after every join; a server that could sum earlier is told not to (`transactionStart`).
 *
 * @param query its outermost SELECT, as it was drafted
 */
export const mayFail = (query: RawNode, names: KnownNames): boolean =>
  !isCalm(query, { names, alone: true, outermost: true })

const isCalm = (select: RawNode, place: Place): boolean => {
  const within: Place = { ...place, outermost: false }
  const ctes = listAt(nodeAt(select, 'withClause') ?? {}, 'ctes')
  return (
    ctes.every((cte) => isCalmSelect(nodeAt(nodeAt(cte, 'CommonTableExpr') ?? {}, 'ctequery'), within)) &&
    [select.limitCount, select.limitOffset].every((limit) => limit === undefined || isConstant(limit)) &&
    select.valuesLists === undefined &&
    select.windowClause === undefined &&
    (select.op === 'SETOP_NONE' ? isCalmOne(select, place) : isCalmOfTwo(select, within))
  )
}

const isCalmSelect = (node: RawNode | undefined, place: Place): boolean => {
  const select = nodeAt(node ?? {}, 'SelectStmt')
  return select !== undefined && isCalm(select, place)
}

const isCalmOfTwo = (select: RawNode, place: Place): boolean => {
  const parts = [nodeAt(select, 'larg'), nodeAt(select, 'rarg')]
  const sorted = listAt(select, 'sortClause').map((sort) => nodeAt(nodeAt(sort, 'SortBy') ?? {}, 'node') ?? {})
  return parts.every((part) => part !== undefined && isCalm(part, place)) && sorted.every((one) => isBare(one))
}

const isCalmOne = (select: RawNode, place: Place): boolean => {
  const items = listAt(select, 'targetList').map((target) => nodeAt(target, 'ResTarget') ?? {})
  const computed = items.filter((item) => !isCalmItem(nodeAt(item, 'val') ?? {}, place))
  if (computed.length > 0 && !place.outermost) return false
  const inner = { ...place, alone: false, outermost: false }
  const hasDistinct = select.distinctClause !== undefined
  const groups = listAt(select, 'groupClause')
  const sorts = listAt(select, 'sortClause').map((sort) => nodeAt(nodeAt(sort, 'SortBy') ?? {}, 'node') ?? {})
  const having = nodeAt(select, 'havingClause')
  const where = nodeAt(select, 'whereClause')
  return (
    computed.every((item) => queriesIn(item.val).every((query) => isCalmSelect(query, inner))) &&
    computed.every((item) => windowKeysIn(item.val).every((key) => isCalmItem(key, place))) &&
    !(hasDistinct && computed.length > 0) &&
    [...groups, ...sorts, ...listAt(select, 'distinctClause')].every((key) =>
      isInfallibleKey(key, items, computed, place),
    ) &&
    listAt(select, 'fromClause').every((item) => isCalmSource(item, place)) &&
    (where === undefined || isCalmCondition(where, place, false)) &&
    (having === undefined || isCalmCondition(having, place, true))
  )
}

/** What rows are sorted or grouped by may be computed of rows before they are joined. */
const isInfallibleKey = (
  key: RawNode,
  items: readonly RawNode[],
  computed: readonly RawNode[],
  place: Place,
): boolean => {
  // DISTINCT without ON.
  if (Object.keys(key).length === 0) return true
  if ('A_Const' in key) return computed.length === 0
  const reference = nodeAt(key, 'ColumnRef')
  const [name, ...more] = (reference && stringsAt(reference, 'fields')) ?? []
  const isCalled = (item: RawNode): boolean => more.length === 0 && name !== undefined && textAt(item, 'name') === name
  if (computed.some(isCalled)) return false
  return items.some(isCalled) || isCalmItem(key, place)
}

const isBare = (key: RawNode): boolean =>
  'A_Const' in key || stringsAt(nodeAt(key, 'ColumnRef') ?? {}, 'fields')?.length === 1

/** A stored column, a constant, or what is computed of rows that were joined already. */
const isCalmItem = (value: RawNode, place: Place): boolean => {
  const [step] = listAt(nodeAt(value, 'ColumnRef') ?? {}, 'fields').slice(-1)
  if (step !== undefined && 'A_Star' in step) return true
  return infallibleKind(value, place.names) !== undefined || isSummed(value, place)
}

const isCalmSource = (item: RawNode, place: Place): boolean => {
  if ('RangeVar' in item) return true
  const within = { ...place, outermost: false }
  const derived = nodeAt(item, 'RangeSubselect')
  if (derived !== undefined)
    return isCalmSelect(nodeAt(derived, 'subquery'), { ...within, alone: place.alone && derived.lateral !== true })
  const join = nodeAt(item, 'JoinExpr')
  if (join === undefined || join.isNatural === true) return false
  const on = nodeAt(join, 'quals')
  const using = (stringsAt(join, 'usingClause') ?? []).map(
    (sval): RawNode => ({ ColumnRef: { fields: [{ String: { sval } }] } }),
  )
  return (
    [nodeAt(join, 'larg'), nodeAt(join, 'rarg')].every((side) => side !== undefined && isCalmSource(side, place)) &&
    using.every((name) => areAlike([name, name], place)) &&
    (on === undefined || isCalmCondition(on, place, false))
  )
}

/** @param grouped whether it is of groups, and so of sums */
const isCalmCondition = (condition: RawNode, place: Place, grouped: boolean): boolean => {
  const parts = nodeAt(condition, 'BoolExpr')
  if (parts !== undefined) return listAt(parts, 'args').every((part) => isCalmCondition(part, place, grouped))
  const comparison = nodeAt(condition, 'A_Expr')
  if (comparison !== undefined) return isCalmComparison(comparison, place, grouped)
  const link = nodeAt(condition, 'SubLink')
  if (link !== undefined) return isCalmLink(link, place)
  const tested = nodeAt(nodeAt(condition, 'NullTest') ?? {}, 'arg')
  if (tested !== undefined) return infallibleKind(tested, place.names) !== undefined
  const told = nodeAt(nodeAt(condition, 'BooleanTest') ?? {}, 'arg') ?? condition
  return ['boolean', 'constant'].includes(infallibleKind(told, place.names) ?? '')
}

const isCalmComparison = (expression: RawNode, place: Place, grouped: boolean): boolean => {
  const comparison = comparisonOf(expression)
  switch (comparison?.form) {
    case 'values':
      return areAlike(comparison.values, place, grouped)
    case 'pair':
      return areAlike([comparison.left, comparison.right], place, grouped)
    case 'pattern':
      return infallibleKind(comparison.tested, place.names) === 'text'
    case undefined:
      return false
  }
}

/** Whether values are of one kind; what is summed, and what sub-selects compute, is compared with constants only. */
const areAlike = (values: readonly RawNode[], place: Place, grouped = false): boolean => {
  const kinds = values.map(
    (value): Compared | undefined =>
      infallibleKind(value, place.names) ?? (grouped && isSummed(value, place) ? 'computed' : undefined),
  )
  if (kinds.includes(undefined)) return false
  const known = new Set(kinds.filter((kind) => kind !== 'constant'))
  return known.size < 2 && !(known.has('computed') && kinds.filter((kind) => kind === 'computed').length > 1)
}

/** EXISTS and IN, of queries that may see this one. */
const isCalmLink = (link: RawNode, place: Place): boolean => {
  const within = { ...place, alone: false, outermost: false }
  const query = nodeAt(link, 'subselect')
  if (!isCalmSelect(query, within)) return false
  if (textAt(link, 'subLinkType') === 'EXISTS_SUBLINK') return true
  const [target] = listAt(nodeAt(query ?? {}, 'SelectStmt') ?? {}, 'targetList')
  const [tested, found] = [nodeAt(link, 'testexpr'), nodeAt(nodeAt(target ?? {}, 'ResTarget') ?? {}, 'val')]
  const isIn = textAt(link, 'subLinkType') === 'ANY_SUBLINK' && link.operName === undefined
  return isIn && tested !== undefined && found !== undefined && areAlike([tested, found], place)
}

const isConstant = (value: unknown): boolean => typeof value === 'object' && value !== null && 'A_Const' in value
