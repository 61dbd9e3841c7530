import { at, list, onlyName } from '../../sql/verify/verify-tree.ts'
import { AGGREGATES } from '../language/allow-list.ts'

/** Lower-case names of a statement's WITH tables. */
export const withNamesOf = (value: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const table of list(at(part, 'cte_tables')))
      names.add(String(at(table, 'alias', 'name', 'value')).toLowerCase())
    for (const one of Object.values(part)) visit(one)
  }
  visit(value)
  return names
}

/** Whether a query reads a database table, so that it is a filter and verified as one. */
export const isFilter = (query: unknown, withNames: ReadonlySet<string>): boolean => {
  const table = at(query, 'body', 'Select', 'from', 0, 'relation', 'Table')
  return table !== undefined && !withNames.has((onlyName(table) ?? '').toLowerCase())
}

const OPERATORS: ReadonlySet<unknown> = new Set(['Eq', 'NotEq', 'Lt', 'LtEq', 'Gt', 'GtEq'])

/**
 * The sub-query that is the whole condition of a SELECT, if it takes equally long for every row of the only table: it
 * reads only one table, by columns equal to each other or to constants.
 */
export const constantTimeQuery = (select: unknown): unknown => {
  const condition = unwrapped(at(select, 'selection'))
  const { op, left, right } = Object(at(condition, 'BinaryOp'))
  const compared = at(condition, 'InSubquery', 'expr') ?? left
  const query =
    at(condition, 'Exists', 'subquery') ??
    at(condition, 'InSubquery', 'subquery') ??
    (OPERATORS.has(op) ? at(right, 'Subquery') : undefined)
  if (query === undefined || sourceOf(select) === undefined) return undefined
  if (compared !== undefined && !isColumn(compared)) return undefined
  if (at(condition, 'BinaryOp') !== undefined && !isSingle(query)) return undefined
  return isEven(query) ? query : undefined
}

/** The alias of the only table that a SELECT reads. */
const sourceOf = (select: unknown): string | undefined => {
  const [source, ...more] = list(at(select, 'from'))
  const filtered = at(source, 'relation', 'Derived')
  const plain = list(at(source, 'joins')).length === 0 && more.length === 0 && isFilter(at(filtered, 'subquery'), NONE)
  return plain ? String(at(filtered, 'alias', 'name', 'value')).toLowerCase() : undefined
}

const NONE: ReadonlySet<string> = new Set()

const isEven = (query: unknown): boolean => {
  const select = at(query, 'body', 'Select')
  const alias = sourceOf(select)
  if (alias === undefined || (at(query, 'with') ?? at(select, 'having') ?? null) !== null) return false
  const pending = [at(select, 'selection')]
  for (let one = pending.pop(); one !== undefined && one !== null; one = pending.pop()) {
    const { op, left, right } = Object(at(unwrapped(one), 'BinaryOp'))
    if (op === 'And') pending.push(left, right)
    else if (!(op === 'Eq' && isColumn(left) && isColumn(right)) && !isOwnComparison(op, left, right, alias))
      return false
  }
  return true
}

const isOwnComparison = (op: unknown, left: unknown, right: unknown, alias: string): boolean => {
  const path = list(at(left, 'CompoundIdentifier'))
  const ofTable = path.length === 2 && String(at(path[0], 'value')).toLowerCase() === alias
  return OPERATORS.has(op) && ofTable && at(right, 'Value') !== undefined
}

const unwrapped = (value: unknown): unknown => {
  const inner = at(value, 'Nested') ?? (at(value, 'UnaryOp', 'op') === 'Not' ? at(value, 'UnaryOp', 'expr') : undefined)
  return inner === undefined ? value : unwrapped(inner)
}

const isColumn = (value: unknown): boolean =>
  at(value, 'Identifier') !== undefined || at(value, 'CompoundIdentifier') !== undefined

/** Whether a sub-select returns at most one row. */
export const isSingle = (query: unknown): boolean => {
  const select = at(query, 'body', 'Select')
  const one = at(query, 'limit_clause', 'LimitOffset', 'limit', 'Value', 'value', 'Number', 0)
  if (select === undefined) return false
  const groups = list(at(select, 'group_by', 'Expressions', 0))
  return (
    one === '1' ||
    list(at(select, 'from')).length === 0 ||
    (groups.length === 0 && containsAggregate(at(select, 'projection')))
  )
}

const containsAggregate = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'body')) return false
  const call = at(value, 'Function')
  const isAggregate =
    call !== undefined && (at(call, 'over') ?? null) === null && AGGREGATES.has((onlyName(call) ?? '').toLowerCase())
  return isAggregate || Object.values(value).some(containsAggregate)
}

/** Whether part of a statement reads rows of a table. */
export const hasSource = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return list(at(value, 'from')).length > 0 || Object.values(value).some(hasSource)
}
