import { comparisonOf } from './comparison.ts'
import { type ExpressionContext, isInfallibleAggregate, queriesIn, windowKeysIn } from './infallible-aggregate.ts'
import { infallibleKind } from './infallible-value.ts'
import type { ComparableKind, KnownNames } from './known-names.ts'
import { listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'

/** The context of a query. */
interface QueryContext extends ExpressionContext {
  readonly outermost: boolean
}

/**
 * Whether anything in a query may fail on the values of a row before it is known to be the caller's. A `via` table is
 * filtered by a join, and PostgreSQL evaluates conditions, sort and group keys, and select lists of sub-selects on rows
 * that no join has removed yet. All of these must therefore be comparisons of stored columns with each other or with
 * constants. Aggregates and the outermost select list come after every join; eager aggregation is disabled
 * (`transactionStart`).
 *
 * @param query its outermost SELECT, as drafted
 */
export const mayFail = (query: RawNode, names: KnownNames): boolean =>
  !isInfallible(query, { names, isUncorrelated: true, outermost: true })

const isInfallible = (select: RawNode, context: QueryContext): boolean => {
  const within: QueryContext = { ...context, outermost: false }
  const ctes = listAt(nodeAt(select, 'withClause') ?? {}, 'ctes')
  return (
    ctes.every((cte) => isInfallibleSubquery(nodeAt(nodeAt(cte, 'CommonTableExpr') ?? {}, 'ctequery'), within)) &&
    [select.limitCount, select.limitOffset].every((limit) => limit === undefined || isConstant(limit)) &&
    select.valuesLists === undefined &&
    select.windowClause === undefined &&
    (select.op === 'SETOP_NONE' ? isInfallibleSelect(select, context) : isInfallibleSetOperation(select, within))
  )
}

const isInfallibleSubquery = (node: RawNode | undefined, context: QueryContext): boolean => {
  const select = nodeAt(node ?? {}, 'SelectStmt')
  return select !== undefined && isInfallible(select, context)
}

const isInfallibleSetOperation = (select: RawNode, context: QueryContext): boolean => {
  const parts = [nodeAt(select, 'larg'), nodeAt(select, 'rarg')]
  const sorted = listAt(select, 'sortClause').map((sort) => nodeAt(nodeAt(sort, 'SortBy') ?? {}, 'node') ?? {})
  return parts.every((part) => part !== undefined && isInfallible(part, context)) && sorted.every((one) => isBare(one))
}

const isInfallibleSelect = (select: RawNode, context: QueryContext): boolean => {
  const items = listAt(select, 'targetList').map((target) => nodeAt(target, 'ResTarget') ?? {})
  const computed = items.filter((item) => !isInfallibleItem(nodeAt(item, 'val') ?? {}, context))
  if (computed.length > 0 && !context.outermost) return false
  const inner = { ...context, isUncorrelated: false, outermost: false }
  const hasDistinct = select.distinctClause !== undefined
  const groups = listAt(select, 'groupClause')
  const sorts = listAt(select, 'sortClause').map((sort) => nodeAt(nodeAt(sort, 'SortBy') ?? {}, 'node') ?? {})
  const having = nodeAt(select, 'havingClause')
  const where = nodeAt(select, 'whereClause')
  return (
    computed.every((item) => queriesIn(item.val).every((query) => isInfallibleSubquery(query, inner))) &&
    computed.every((item) => windowKeysIn(item.val).every((key) => isInfallibleItem(key, context))) &&
    !(hasDistinct && computed.length > 0) &&
    [...groups, ...sorts, ...listAt(select, 'distinctClause')].every((key) =>
      isInfallibleKey(key, items, computed, context),
    ) &&
    listAt(select, 'fromClause').every((item) => isInfallibleSource(item, context)) &&
    (where === undefined || isInfallibleCondition(where, context, false)) &&
    (having === undefined || isInfallibleCondition(having, context, true))
  )
}

/** Sort and group keys may be computed before rows are joined. */
const isInfallibleKey = (
  key: RawNode,
  items: readonly RawNode[],
  computed: readonly RawNode[],
  context: QueryContext,
): boolean => {
  // DISTINCT without ON.
  if (Object.keys(key).length === 0) return true
  if ('A_Const' in key) return computed.length === 0
  const reference = nodeAt(key, 'ColumnRef')
  const [name, ...more] = (reference && stringsAt(reference, 'fields')) ?? []
  const hasThisName = (item: RawNode): boolean =>
    more.length === 0 && name !== undefined && textAt(item, 'name') === name
  if (computed.some(hasThisName)) return false
  return items.some(hasThisName) || isInfallibleItem(key, context)
}

const isBare = (key: RawNode): boolean =>
  'A_Const' in key || stringsAt(nodeAt(key, 'ColumnRef') ?? {}, 'fields')?.length === 1

/** Whether a value is a stored column, a constant, or computed from joined rows. */
const isInfallibleItem = (value: RawNode, context: QueryContext): boolean => {
  const [step] = listAt(nodeAt(value, 'ColumnRef') ?? {}, 'fields').slice(-1)
  if (step !== undefined && 'A_Star' in step) return true
  return infallibleKind(value, context.names) !== undefined || isInfallibleAggregate(value, context)
}

const isInfallibleSource = (item: RawNode, context: QueryContext): boolean => {
  if ('RangeVar' in item) return true
  const within = { ...context, outermost: false }
  const derived = nodeAt(item, 'RangeSubselect')
  if (derived !== undefined)
    return isInfallibleSubquery(nodeAt(derived, 'subquery'), {
      ...within,
      isUncorrelated: context.isUncorrelated && derived.lateral !== true,
    })
  const join = nodeAt(item, 'JoinExpr')
  if (join === undefined || join.isNatural === true) return false
  const on = nodeAt(join, 'quals')
  const using = (stringsAt(join, 'usingClause') ?? []).map(
    (sval): RawNode => ({ ColumnRef: { fields: [{ String: { sval } }] } }),
  )
  return (
    [nodeAt(join, 'larg'), nodeAt(join, 'rarg')].every(
      (side) => side !== undefined && isInfallibleSource(side, context),
    ) &&
    using.every((name) => haveOneKind([name, name], context)) &&
    (on === undefined || isInfallibleCondition(on, context, false))
  )
}

/** @param grouped whether it is a HAVING condition, which may contain aggregates */
const isInfallibleCondition = (condition: RawNode, context: QueryContext, grouped: boolean): boolean => {
  const parts = nodeAt(condition, 'BoolExpr')
  if (parts !== undefined) return listAt(parts, 'args').every((part) => isInfallibleCondition(part, context, grouped))
  const comparison = nodeAt(condition, 'A_Expr')
  if (comparison !== undefined) return isInfallibleComparison(comparison, context, grouped)
  const link = nodeAt(condition, 'SubLink')
  if (link !== undefined) return isInfallibleLink(link, context)
  const tested = nodeAt(nodeAt(condition, 'NullTest') ?? {}, 'arg')
  if (tested !== undefined) return infallibleKind(tested, context.names) !== undefined
  const truthOperand = nodeAt(nodeAt(condition, 'BooleanTest') ?? {}, 'arg') ?? condition
  return ['boolean', 'constant'].includes(infallibleKind(truthOperand, context.names) ?? '')
}

const isInfallibleComparison = (expression: RawNode, context: QueryContext, grouped: boolean): boolean => {
  const comparison = comparisonOf(expression)
  switch (comparison?.form) {
    case 'values':
      return haveOneKind(comparison.values, context, grouped)
    case 'pair':
      return haveOneKind([comparison.left, comparison.right], context, grouped)
    case 'pattern':
      return infallibleKind(comparison.tested, context.names) === 'text'
    case undefined:
      return false
  }
}

/** Whether values have one kind; aggregates and computed values are compared with constants only. */
const haveOneKind = (values: readonly RawNode[], context: QueryContext, grouped = false): boolean => {
  const kinds = values.map(
    (value): ComparableKind | undefined =>
      infallibleKind(value, context.names) ??
      (grouped && isInfallibleAggregate(value, context) ? 'computed' : undefined),
  )
  if (kinds.includes(undefined)) return false
  const known = new Set(kinds.filter((kind) => kind !== 'constant'))
  return known.size < 2 && !(known.has('computed') && kinds.filter((kind) => kind === 'computed').length > 1)
}

/** EXISTS and IN, with possibly correlated sub-queries. */
const isInfallibleLink = (link: RawNode, context: QueryContext): boolean => {
  const within = { ...context, isUncorrelated: false, outermost: false }
  const query = nodeAt(link, 'subselect')
  if (!isInfallibleSubquery(query, within)) return false
  if (textAt(link, 'subLinkType') === 'EXISTS_SUBLINK') return true
  const [target] = listAt(nodeAt(query ?? {}, 'SelectStmt') ?? {}, 'targetList')
  const [tested, found] = [nodeAt(link, 'testexpr'), nodeAt(nodeAt(target ?? {}, 'ResTarget') ?? {}, 'val')]
  const isIn = textAt(link, 'subLinkType') === 'ANY_SUBLINK' && link.operName === undefined
  return isIn && tested !== undefined && found !== undefined && haveOneKind([tested, found], context)
}

const isConstant = (value: unknown): boolean => typeof value === 'object' && value !== null && 'A_Const' in value
