import { COMPARISONS, comparisonOf } from './comparison.ts'
import { isInfallibleAggregate } from './infallible-aggregate.ts'
import { infallibleKind } from './infallible-value.ts'
import type { ComparableKind, KnownNames } from './known-names.ts'
import { isNode, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'

interface ConditionContext {
  readonly names: KnownNames
  /** Whether the condition is HAVING, which may contain aggregates. */
  readonly grouped: boolean
}

/** Maximum length of a chain of names. */
const NAME_CHAIN_MAX = 4

/**
 * Whether no condition of a query can reveal anything about a row on which it is evaluated. PostgreSQL evaluates
 * conditions before the filter if they cost no more, and during planning on values of its statistics, which include
 * other tenants' rows. Comparisons of stored columns or total functions with each other or with constants of one kind
 * cannot fail and take constant time: PostgreSQL calls such operators leakproof. So are valid patterns. Any other
 * condition causes the tables to be fenced, as does a UNION or VALUES in a sub-select, whose names refer to columns of
 * each part.
 *
 * @param query its outermost SELECT, as drafted
 */
export const hasLeakproofConditions = (query: unknown, names: KnownNames): boolean => {
  if (Array.isArray(query)) return query.every((one) => hasLeakproofConditions(one, names))
  if (!isNode(query)) return true
  for (const key in query) {
    const content = query[key]
    if (typeof content !== 'object') continue
    if (key === 'SelectStmt' && isNode(content) && (content.op !== 'SETOP_NONE' || content.valuesLists !== undefined))
      return false
    if (key === 'JoinExpr' && isNode(content) && !isLeakproofJoin(content, names)) return false
    if (key === 'whereClause' && isNode(content) && !isLeakproof(content, { names, grouped: false })) return false
    if (key === 'havingClause' && isNode(content) && !isLeakproof(content, { names, grouped: true })) return false
    if (!hasLeakproofConditions(content, names)) return false
  }
  return true
}

const isLeakproofJoin = (join: RawNode, names: KnownNames): boolean => {
  const on = nodeAt(join, 'quals')
  const using = (stringsAt(join, 'usingClause') ?? []).map(
    (sval): RawNode => ({ ColumnRef: { fields: [{ String: { sval } }] } }),
  )
  const context = { names, grouped: false }
  return (
    join.isNatural !== true &&
    using.every((name) => leakproofKind(name, context) !== undefined) &&
    (on === undefined || isLeakproof(on, context))
  )
}

const isLeakproof = (condition: RawNode, context: ConditionContext): boolean => {
  const parts = nodeAt(condition, 'BoolExpr')
  if (parts !== undefined) return listAt(parts, 'args').every((part) => isLeakproof(part, context))
  const comparison = nodeAt(condition, 'A_Expr')
  if (comparison !== undefined) return isLeakproofComparison(comparison, context)
  const link = nodeAt(condition, 'SubLink')
  if (link !== undefined) return isLeakproofLink(link, context)
  const tested = nodeAt(nodeAt(condition, 'NullTest') ?? {}, 'arg')
  if (tested !== undefined) return operandKind(tested, context) !== undefined
  const truthOperand = nodeAt(nodeAt(condition, 'BooleanTest') ?? {}, 'arg') ?? condition
  return ['boolean', 'constant'].includes(leakproofKind(truthOperand, context) ?? '')
}

const isLeakproofComparison = (expression: RawNode, context: ConditionContext): boolean => {
  const comparison = comparisonOf(expression)
  switch (comparison?.form) {
    case 'values':
      return haveOneKind(comparison.values, context)
    case 'pair': {
      const [left, right] = [membersOf(comparison.left), membersOf(comparison.right)]
      return left.length === right.length && left.every((value, at) => haveOneKind([value, right[at] ?? {}], context))
    }
    case 'pattern':
      return leakproofKind(comparison.tested, context) === 'text'
    case undefined:
      return false
  }
}

const membersOf = (value: RawNode): readonly RawNode[] => {
  const row = nodeAt(value, 'RowExpr')
  return row === undefined ? [value] : listAt(row, 'args')
}

const haveOneKind = (values: readonly RawNode[], context: ConditionContext): boolean =>
  isOneKind(values.map((value) => operandKind(value, context)))

/** Whether values have one kind; constants, aggregates and sub-select results match every kind. */
const isOneKind = (kinds: readonly (ComparableKind | undefined)[]): boolean =>
  !kinds.includes(undefined) && new Set(kinds.filter((kind) => kind !== 'constant' && kind !== 'computed')).size < 2

/** EXISTS, IN, ANY and ALL; the sub-select itself is checked like every other query. */
const isLeakproofLink = (link: RawNode, context: ConditionContext): boolean => {
  if (textAt(link, 'subLinkType') === 'EXISTS_SUBLINK') return true
  const operator = link.operName === undefined ? ['='] : (stringsAt(link, 'operName') ?? [])
  const [tested, found] = [nodeAt(link, 'testexpr'), targetsOf(link)]
  const values = tested === undefined ? [] : membersOf(tested)
  const isMany = ['ANY_SUBLINK', 'ALL_SUBLINK'].includes(textAt(link, 'subLinkType') ?? '')
  return (
    isMany &&
    operator.length === 1 &&
    COMPARISONS.has(operator[0] ?? '') &&
    found !== undefined &&
    found.length === values.length &&
    values.every((value, at) => isOneKind([operandKind(value, context), foundKind(found[at] ?? {}, context.names)]))
  )
}

/** The select list of a sub-select; undefined if it is not a plain SELECT. */
const targetsOf = (link: RawNode): readonly RawNode[] | undefined => {
  const select = nodeAt(nodeAt(link, 'subselect') ?? {}, 'SelectStmt')
  if (select === undefined || select.op !== 'SETOP_NONE' || select.valuesLists !== undefined) return undefined
  return listAt(select, 'targetList').map((target) => nodeAt(nodeAt(target, 'ResTarget') ?? {}, 'val') ?? {})
}

const operandKind = (value: RawNode, context: ConditionContext): ComparableKind | undefined => {
  const kind = leakproofKind(value, context)
  if (kind !== undefined) return kind
  if (context.grouped && isInfallibleAggregate(value, { names: context.names, isUncorrelated: true })) return 'computed'
  const link = nodeAt(value, 'SubLink')
  const isScalar = link !== undefined && textAt(link, 'subLinkType') === 'EXPR_SUBLINK'
  return isScalar && isSingleAggregate(link, context.names) ? 'computed' : undefined
}

/** Whether a scalar sub-select aggregates all its rows; several rows would be an error. */
const isSingleAggregate = (link: RawNode, names: KnownNames): boolean => {
  const select = nodeAt(nodeAt(link, 'subselect') ?? {}, 'SelectStmt') ?? {}
  const [first, ...more] = targetsOf(link) ?? []
  if (first === undefined || more.length > 0 || select.groupClause !== undefined) return false
  return !hasWindow(first) && isInfallibleAggregate(first, { names, isUncorrelated: true })
}

const hasWindow = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasWindow)
  return isNode(value) && (value.over !== undefined || Object.values(value).some(hasWindow))
}

/** The kind of a sub-select's result: a column, a constant, or an aggregate over joined rows. */
const foundKind = (value: RawNode, names: KnownNames): ComparableKind | undefined =>
  leakproofKind(value, { names, grouped: false }) ??
  (isInfallibleAggregate(value, { names, isUncorrelated: true }) ? 'computed' : undefined)

/** The kind of a value that cannot fail on any row; names assigned by the query have the kind of their values. */
const leakproofKind = (
  value: RawNode,
  { names }: ConditionContext,
  stepsLeft = NAME_CHAIN_MAX,
): ComparableKind | undefined => {
  const kind = infallibleKind(value, names)
  const reference = nodeAt(value, 'ColumnRef')
  if (kind !== 'computed' || reference === undefined) return kind
  const name = stringsAt(reference, 'fields')?.at(-1) ?? ''
  return names.memoized(`${stepsLeft} ${name}`, () => namedKind(reference, names, stepsLeft))
}

const namedKind = (reference: RawNode, names: KnownNames, stepsLeft: number): ComparableKind | undefined => {
  const values = stepsLeft === 0 ? undefined : names.valuesOf(reference)
  if (values === undefined) return undefined
  const kinds = values.map((one) =>
    isInfallibleAggregate(one, { names, isUncorrelated: true })
      ? 'computed'
      : leakproofKind(one, { names, grouped: false }, stepsLeft - 1),
  )
  if (kinds.includes(undefined)) return undefined
  const [only, ...others] = new Set([names.storedKind(reference) ?? kinds[0], ...kinds])
  return others.length > 0 || only === undefined || only === 'constant' ? 'computed' : only
}
