import { isNode, listOf, type RawNode, variant } from '../../sql/guard/tree/raw-tree.ts'
import { AGGREGATES, isSafeFunction, NARROW_TYPES, SAFE_OPERATORS } from '../language/allow-list.ts'
import { isEvenQuery, readsTables } from './even-query.ts'

/**
 * Whether a query may fail on the values of a row that it is not to see. A server may try conditions of the query before
 * the filter of a table that it merged: it looks at an index, reads a row by its key while it plans, or takes what seems
 * cheaper first. That shows nothing as long as no condition can fail; where one can, the failure would tell of a foreign
 * row, and tables are fenced instead. A query within may take long, up to the time limit, and counts as a failure unless
 * it is as long for every row (`even-query.ts`). What may be cut short is `may-cut.ts`.
 *
 * What the outermost SELECT lists, sorts and groups by, and what goes into an aggregate of a query that sees nothing of
 * those around it, is computed of rows that passed every filter: a failure there is one of the caller's own rows.
 *
 * @param tree of the draft
 */
export const mayFail = (tree: unknown): boolean =>
  listOf(tree).some((statement) => isNode(statement) && outermost(statement.Query))

const outermost = (query: unknown): boolean => {
  if (!isNode(query)) return false
  const { body, order_by, ...rest } = query
  return (
    Object.values(rest).some((part) => fails(part, true)) ||
    inQueries(order_by) ||
    outermostBody(body, (rest.with ?? null) === null)
  )
}

/** @param plain whether no name in it is that of a WITH table */
const outermostBody = (body: unknown, plain: boolean): boolean => {
  if (!isNode(body)) return fails(body, true)
  if (isNode(body.SetOperation))
    return [body.SetOperation.left, body.SetOperation.right].some((part) => outermostBody(part, plain))
  if (isNode(body.Query)) return outermost(body.Query)
  if (!isNode(body.Select)) return fails(body, true)
  const { projection, group_by, selection, ...rest } = body.Select
  const always = (part: unknown): boolean => fails(part, true)
  // HAVING may use what the list computes, and be tried as part of WHERE.
  const late = (rest.having ?? null) === null ? inQueries : always
  return late(projection) || late(group_by) || Object.values(rest).some(always) || whereFails(body.Select, plain)
}

const whereFails = (select: RawNode, plain: boolean): boolean =>
  plain && isEvenQuery(select) ? partsFail(select.selection) : fails(select.selection, true)

/** Of a condition that is nothing but a query within: what is in it. */
const partsFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(partsFail)
  if (!isNode(value)) return false
  if (Object.hasOwn(value, 'body')) return fails(value, false)
  if (isNode(value.Subquery) && !hasOneRow(value.Subquery)) return true
  return Object.values(value).some(partsFail)
}

/** What is in a query within, wherever it stands: what is around it passed every filter. */
const inQueries = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(inQueries)
  if (!isNode(value)) return false
  if (Object.hasOwn(value, 'body')) return fails(value, true)
  return Object.values(value).some(inQueries)
}

/** Queries that stand where a value does, and may name columns of the rows around them. */
const VALUE_QUERIES: ReadonlySet<string> = new Set(['Subquery', 'InSubquery', 'Exists', 'AnyOp', 'AllOp'])

/** @param alone whether no column can be of a row around the query, which its filters say nothing of */
const fails = (value: unknown, alone: boolean): boolean => {
  if (Array.isArray(value)) return value.some((one) => fails(one, alone))
  if (!isNode(value)) return false
  const [entry] = Object.entries(value)
  if (entry !== undefined && Object.keys(value).length === 1 && isNode(entry[1])) {
    const [form, content] = [entry[0], entry[1]]
    // Rows of a text that is no JSON: even of one that stands in the query, as long as no row is looked at before.
    if (form === 'JsonTable') return true
    if (alone && form === 'Function' && AGGREGATES.has(nameOf(content))) return inQueries(content)
    if (isUnsafe(form, content) && readsData(content)) return true
    if (VALUE_QUERIES.has(form)) return readsTables(content) || fails(content, false)
  }
  return Object.values(value).some((part) => fails(part, alone))
}

/** Whether an expression of the outermost SELECT may fail, if it is tried on rows before they are joined. */
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

/** Columns, and queries. */
const DATA: ReadonlySet<string> = new Set(['Identifier', 'CompoundIdentifier', 'body'])
/** What holds names of functions, types and character sets. */
const NAMES: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

const nameOf = ({ name }: RawNode): string => lastWord(name)
const charsetOf = ({ charset }: RawNode): string => lastWord(charset)

const lastWord = (path: unknown): string => {
  const [first] = listOf(path)
  const identifier = isNode(first) ? first.Identifier : undefined
  return isNode(identifier) && typeof identifier.value === 'string' ? identifier.value.toLowerCase() : ''
}

/** More rows than one are a failure where one value is asked for. */
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
