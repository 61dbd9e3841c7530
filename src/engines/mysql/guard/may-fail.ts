import { isNode, listOf, type RawNode, variant } from '../../sql/guard/tree/raw-tree.ts'
import { AGGREGATES, isSafeFunction, NARROW_TYPES, SAFE_OPERATORS } from '../language/allow-list.ts'
import { isConstantTimeQuery, readsTables } from './constant-time-query.ts'

/**
 * Whether a query may fail on the values of a row that the caller must not see. A server may evaluate conditions of the
 * query before the filter of a merged table: in an index, for a row read by key during planning, or in an order that
 * seems cheaper. This reveals nothing unless a condition can fail; then tables are fenced. A sub-query counts as a
 * failure too, because it may run into the time limit, unless it takes equally long for every row (`constant-time-query.ts`).
 * Truncation is covered by `may-truncate.ts`.
 *
 * The select list, sort and group keys of the outermost SELECT, and arguments of an uncorrelated query's aggregates,
 * are computed from rows that passed every filter: a failure there concerns the caller's own rows.
 *
 * @param tree the draft's syntax tree
 */
export const mayFail = (tree: unknown): boolean =>
  listOf(tree).some((statement) => isNode(statement) && outermostMayFail(statement.Query))

const outermostMayFail = (query: unknown): boolean => {
  if (!isNode(query)) return false
  const { body, order_by, ...rest } = query
  return (
    Object.values(rest).some((part) => fails(part, true)) ||
    subQueriesMayFail(order_by) ||
    outermostBodyMayFail(body, (rest.with ?? null) === null)
  )
}

/** @param hasNoWith whether it contains no name of a WITH table */
const outermostBodyMayFail = (body: unknown, hasNoWith: boolean): boolean => {
  if (!isNode(body)) return fails(body, true)
  if (isNode(body.SetOperation))
    return [body.SetOperation.left, body.SetOperation.right].some((part) => outermostBodyMayFail(part, hasNoWith))
  if (isNode(body.Query)) return outermostMayFail(body.Query)
  if (!isNode(body.Select)) return fails(body, true)
  const { projection, group_by, selection, ...rest } = body.Select
  const always = (part: unknown): boolean => fails(part, true)
  // HAVING may use the select list and be evaluated as part of WHERE.
  const checkLate = (rest.having ?? null) === null ? subQueriesMayFail : always
  return (
    checkLate(projection) ||
    checkLate(group_by) ||
    Object.values(rest).some(always) ||
    whereFails(body.Select, hasNoWith)
  )
}

const whereFails = (select: RawNode, hasNoWith: boolean): boolean =>
  hasNoWith && isConstantTimeQuery(select) ? partsFail(select.selection) : fails(select.selection, true)

/** Checks the contents of a condition that is only a sub-query. */
const partsFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(partsFail)
  if (!isNode(value)) return false
  if (Object.hasOwn(value, 'body')) return fails(value, false)
  if (isNode(value.Subquery) && !hasOneRow(value.Subquery)) return true
  return Object.values(value).some(partsFail)
}

/** Checks only sub-queries of an expression, whose own rows passed every filter. */
const subQueriesMayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(subQueriesMayFail)
  if (!isNode(value)) return false
  if (Object.hasOwn(value, 'body')) return fails(value, true)
  return Object.values(value).some(subQueriesMayFail)
}

/** Sub-queries in place of values, which may refer to columns of outer rows. */
const VALUE_QUERIES: ReadonlySet<string> = new Set(['Subquery', 'InSubquery', 'Exists', 'AnyOp', 'AllOp'])

/** @param isUncorrelated whether no column can belong to an outer row, whose filters have not run */
const fails = (value: unknown, isUncorrelated: boolean): boolean => {
  if (Array.isArray(value)) return value.some((one) => fails(one, isUncorrelated))
  if (!isNode(value)) return false
  const [entry] = Object.entries(value)
  if (entry !== undefined && Object.keys(value).length === 1 && isNode(entry[1])) {
    const [form, content] = [entry[0], entry[1]]
    // Fails on a text that is not JSON; even on a literal, if no row is read before.
    if (form === 'JsonTable') return true
    if (isUncorrelated && form === 'Function' && AGGREGATES.has(nameOf(content))) return subQueriesMayFail(content)
    if (isUnsafe(form, content) && readsData(content)) return true
    if (VALUE_QUERIES.has(form)) return readsTables(content) || fails(content, false)
  }
  return Object.values(value).some((part) => fails(part, isUncorrelated))
}

/** Whether an expression of the outermost SELECT may fail on rows before they are joined. */
export const mayFailOnRow = (expression: unknown): boolean => fails(expression, false)

const isUnsafe = (form: string, content: RawNode): boolean => {
  switch (form) {
    case 'BinaryOp':
      return !SAFE_OPERATORS.has(variant(content.op)[0]) && !isInterval(content.left) && !isInterval(content.right)
    case 'UnaryOp':
      return !SAFE_OPERATORS.has(variant(content.op)[0])
    case 'Function':
      return !isSafeFunction(nameOf(content))
    case 'RLike':
      return true
    case 'Cast':
      return NARROW_TYPES.has(variant(content.data_type)[0])
    case 'Convert':
      return (content.data_type ?? null) !== null
        ? NARROW_TYPES.has(variant(content.data_type)[0])
        : charsetOf(content) !== 'utf8mb4'
    case 'Subquery':
      return !hasOneRow(content)
    default:
      return false
  }
}

const isInterval = (value: unknown): boolean => isNode(value) && Object.hasOwn(value, 'Interval')

const readsData = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(readsData)
  if (!isNode(value)) return false
  return Object.entries(value).some(([key, field]) => DATA.has(key) || (!NAMES.has(key) && readsData(field)))
}

/** Columns and queries. */
const DATA: ReadonlySet<string> = new Set(['Identifier', 'CompoundIdentifier', 'body'])
/** Fields that contain names of functions, types and character sets. */
const NAMES: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

const nameOf = ({ name }: RawNode): string => lastWord(name)
const charsetOf = ({ charset }: RawNode): string => lastWord(charset)

const lastWord = (path: unknown): string => {
  const [first] = listOf(path)
  const identifier = isNode(first) ? first.Identifier : undefined
  return isNode(identifier) && typeof identifier.value === 'string' ? identifier.value.toLowerCase() : ''
}

/** Whether a scalar sub-query returns at most one row; otherwise it may fail. */
const hasOneRow = ({ body, limit_clause }: RawNode): boolean => {
  const select = isNode(body) && isNode(body.Select) ? body.Select : undefined
  if (select === undefined) return false
  if (listOf(select.from).length === 0) return true
  if (isNode(limit_clause) && isNode(limit_clause.LimitOffset) && isOne(limit_clause.LimitOffset.limit)) return true
  const grouped = isNode(select.group_by) && listOf(listOf(select.group_by.Expressions)[0]).length > 0
  return !grouped && aggregates(select.projection)
}

const isOne = (value: unknown): boolean => JSON.stringify(value)?.includes('"Number":["1",') === true

const aggregates = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(aggregates)
  if (!isNode(value) || Object.hasOwn(value, 'body')) return false
  const call = isNode(value.Function) ? value.Function : undefined
  if (call !== undefined && AGGREGATES.has(nameOf(call)) && (call.over ?? null) === null) return true
  return Object.values(value).some(aggregates)
}
