import { COMPARISONS, comparisonOf } from './comparison.ts'
import { isSummed } from './infallible-sum.ts'
import { infallibleKind } from './infallible-value.ts'
import type { Compared, KnownNames } from './known-names.ts'
import { isNode, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'

interface Standing {
  readonly names: KnownNames
  /** Whether the condition is of groups, and so of sums. */
  readonly grouped: boolean
}

/** A name for a name for a value. */
const NAMES_DEEP = 4

/**
 * Whether every condition of a query says nothing of a row on which it is tried. PostgreSQL tries conditions on rows
 * before it has filtered them, where they cost no more than the filter, and while it plans on values of its statistics,
 * which are everybody's. Comparisons of columns, as they are stored or of functions that have an answer for every value,
 * with each other or with constants of one kind fail on nothing and take no time: PostgreSQL calls such operators
 * leakproof. So are patterns that are whole. Of all else nothing is known, and a query with such a condition has its
 * tables fenced; so has one with a UNION or VALUES in a sub-select, whose names stand for what each of its
 * parts lists.
 *
 * @param query its outermost SELECT, as it was drafted
 */
export const hasQuietConditions = (query: unknown, names: KnownNames): boolean => {
  if (Array.isArray(query)) return query.every((one) => hasQuietConditions(one, names))
  if (!isNode(query)) return true
  for (const key in query) {
    const content = query[key]
    if (typeof content !== 'object') continue
    if (key === 'SelectStmt' && isNode(content) && (content.op !== 'SETOP_NONE' || content.valuesLists !== undefined))
      return false
    if (key === 'JoinExpr' && isNode(content) && !joinsQuietly(content, names)) return false
    if (key === 'whereClause' && isNode(content) && !isQuiet(content, { names, grouped: false })) return false
    if (key === 'havingClause' && isNode(content) && !isQuiet(content, { names, grouped: true })) return false
    if (!hasQuietConditions(content, names)) return false
  }
  return true
}

const joinsQuietly = (join: RawNode, names: KnownNames): boolean => {
  const on = nodeAt(join, 'quals')
  const using = (stringsAt(join, 'usingClause') ?? []).map(
    (sval): RawNode => ({ ColumnRef: { fields: [{ String: { sval } }] } }),
  )
  const standing = { names, grouped: false }
  return (
    join.isNatural !== true &&
    using.every((name) => quietKind(name, standing) !== undefined) &&
    (on === undefined || isQuiet(on, standing))
  )
}

const isQuiet = (condition: RawNode, standing: Standing): boolean => {
  const parts = nodeAt(condition, 'BoolExpr')
  if (parts !== undefined) return listAt(parts, 'args').every((part) => isQuiet(part, standing))
  const comparison = nodeAt(condition, 'A_Expr')
  if (comparison !== undefined) return comparesQuietly(comparison, standing)
  const link = nodeAt(condition, 'SubLink')
  if (link !== undefined) return linksQuietly(link, standing)
  const tested = nodeAt(nodeAt(condition, 'NullTest') ?? {}, 'arg')
  if (tested !== undefined) return operandKind(tested, standing) !== undefined
  const told = nodeAt(nodeAt(condition, 'BooleanTest') ?? {}, 'arg') ?? condition
  return ['boolean', 'constant'].includes(quietKind(told, standing) ?? '')
}

const comparesQuietly = (expression: RawNode, standing: Standing): boolean => {
  const comparison = comparisonOf(expression)
  switch (comparison?.form) {
    case 'values':
      return goTogether(comparison.values, standing)
    case 'pair': {
      const [left, right] = [membersOf(comparison.left), membersOf(comparison.right)]
      return left.length === right.length && left.every((value, at) => goTogether([value, right[at] ?? {}], standing))
    }
    case 'pattern':
      return quietKind(comparison.tested, standing) === 'text'
    case undefined:
      return false
  }
}

const membersOf = (value: RawNode): readonly RawNode[] => {
  const row = nodeAt(value, 'RowExpr')
  return row === undefined ? [value] : listAt(row, 'args')
}

const goTogether = (values: readonly RawNode[], standing: Standing): boolean =>
  areAlike(values.map((value) => operandKind(value, standing)))

/** Whether values are of one kind; constants, sums and what sub-selects find go with every kind. */
const areAlike = (kinds: readonly (Compared | undefined)[]): boolean =>
  !kinds.includes(undefined) && new Set(kinds.filter((kind) => kind !== 'constant' && kind !== 'computed')).size < 2

/** EXISTS, IN, ANY and ALL. What is in the sub-select is looked at like every other query. */
const linksQuietly = (link: RawNode, standing: Standing): boolean => {
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
    values.every((value, at) => areAlike([operandKind(value, standing), foundKind(found[at] ?? {}, standing.names)]))
  )
}

/** What a sub-select lists; undefined for what is no plain SELECT. */
const targetsOf = (link: RawNode): readonly RawNode[] | undefined => {
  const select = nodeAt(nodeAt(link, 'subselect') ?? {}, 'SelectStmt')
  if (select === undefined || select.op !== 'SETOP_NONE' || select.valuesLists !== undefined) return undefined
  return listAt(select, 'targetList').map((target) => nodeAt(nodeAt(target, 'ResTarget') ?? {}, 'val') ?? {})
}

const operandKind = (value: RawNode, standing: Standing): Compared | undefined => {
  const kind = quietKind(value, standing)
  if (kind !== undefined) return kind
  if (standing.grouped && isSummed(value, { names: standing.names, alone: true })) return 'computed'
  const link = nodeAt(value, 'SubLink')
  const isScalar = link !== undefined && textAt(link, 'subLinkType') === 'EXPR_SUBLINK'
  return isScalar && isOneSum(link, standing.names) ? 'computed' : undefined
}

/** Whether a sub-select sums all of its rows up: one that finds several would be an error for the rows that get so far. */
const isOneSum = (link: RawNode, names: KnownNames): boolean => {
  const select = nodeAt(nodeAt(link, 'subselect') ?? {}, 'SelectStmt') ?? {}
  const [first, ...more] = targetsOf(link) ?? []
  if (first === undefined || more.length > 0 || select.groupClause !== undefined) return false
  return !hasWindow(first) && isSummed(first, { names, alone: true })
}

const hasWindow = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasWindow)
  return isNode(value) && (value.over !== undefined || Object.values(value).some(hasWindow))
}

/** What a sub-select finds: a column, a constant, or what is summed up of rows that it has joined. */
const foundKind = (value: RawNode, names: KnownNames): Compared | undefined =>
  quietKind(value, { names, grouped: false }) ?? (isSummed(value, { names, alone: true }) ? 'computed' : undefined)

/** What kind of value cannot fail on any row: names of the query's own are what they were given to. */
const quietKind = (value: RawNode, { names }: Standing, deep = NAMES_DEEP): Compared | undefined => {
  const kind = infallibleKind(value, names)
  const reference = nodeAt(value, 'ColumnRef')
  if (kind !== 'computed' || reference === undefined) return kind
  const name = stringsAt(reference, 'fields')?.at(-1) ?? ''
  return names.once(`${deep} ${name}`, () => namedKind(reference, names, deep))
}

const namedKind = (reference: RawNode, names: KnownNames, deep: number): Compared | undefined => {
  const values = deep === 0 ? undefined : names.valuesOf(reference)
  if (values === undefined) return undefined
  const kinds = values.map((one) =>
    isSummed(one, { names, alone: true }) ? 'computed' : quietKind(one, { names, grouped: false }, deep - 1),
  )
  if (kinds.includes(undefined)) return undefined
  const [only, ...others] = new Set([names.storedKind(reference) ?? kinds[0], ...kinds])
  return others.length > 0 || only === undefined || only === 'constant' ? 'computed' : only
}
