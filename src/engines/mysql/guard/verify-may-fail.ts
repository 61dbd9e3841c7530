import { at, list, onlyName } from '../../spliced/verify/verify-tree.ts'
import { AGGREGATES, NARROW_TYPES, SAFE_FUNCTIONS, SAFE_OPERATORS } from './allow-list.ts'

/** What a part of a statement does: reads values of rows, may fail on them, or holds a query that may. */
interface Conduct {
  readonly reads: boolean
  readonly risk: boolean
  readonly below: boolean
}

/** Fields with names of functions and types, which are no columns. */
const NAMES: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

/** What rows an expression or a query is given: all that a server likes to look at, or those that passed every filter. */
type Given = 'any' | 'passed'

/** Queries that stand where a value does. */
const VALUES: ReadonlySet<string> = new Set(['Subquery', 'InSubquery', 'Exists', 'AnyOp', 'AllOp'])

const NOTHING: Conduct = { reads: false, risk: false, below: false }

/**
 * The verifier's own judgement whether a statement may fail before its filters have run, from the leaves up: an
 * operation that is not known to succeed is a risk where it is given anything of a row.
 */
export const verifyMayFail = (statement: unknown): boolean => of(at(statement, 'Query'), true, 'passed').risk

/** The same for one expression, of rows that may have passed no filter. */
export const verifyRisk = (expression: unknown): boolean => of(expression, false, 'any').risk

/** @param around the rows that columns of queries around this may be of */
const of = (value: unknown, outermost: boolean, around: Given): Conduct => {
  if (typeof value !== 'object' || value === null) return NOTHING
  let all = NOTHING
  if (Array.isArray(value)) {
    for (const one of value) all = both(all, of(one, outermost, around))
    return all
  }
  if (Object.hasOwn(value, 'body')) {
    for (const key in value) all = both(all, ofClause(key, Reflect.get(value, key), outermost, around))
    return { reads: true, risk: all.risk, below: all.risk }
  }
  for (const form in value) all = both(all, ofForm(form, Reflect.get(value, form), outermost, around))
  return all
}

/** Clauses of a query, and of the SELECTs in its body. */
const ofClause = (key: string, field: unknown, outermost: boolean, around: Given): Conduct => {
  if (key === 'body') return ofBody(field, outermost, around)
  if (outermost && key === 'order_by') return late(field)
  return of(field, false, around)
}

const ofBody = (body: unknown, outermost: boolean, around: Given): Conduct => {
  const operation = at(body, 'SetOperation')
  if (operation !== undefined)
    return both(ofBody(at(operation, 'left'), outermost, around), ofBody(at(operation, 'right'), outermost, around))
  const select = at(body, 'Select')
  if (typeof select !== 'object' || select === null) return of(body, outermost, around)
  const computesLate = outermost && (at(select, 'having') ?? null) === null
  let all = NOTHING
  for (const key in select) {
    const isLate = computesLate && (key === 'projection' || key === 'group_by')
    const field: unknown = Reflect.get(select, key)
    all = both(all, isLate ? late(field) : of(field, false, around))
  }
  return all
}

/** What is computed last may fail; a query in it is one more that looks at rows of its own. */
const late = (field: unknown): Conduct => {
  if (typeof field !== 'object' || field === null) return NOTHING
  if (Object.hasOwn(field, 'body')) return of(field, false, 'passed')
  let all = NOTHING
  for (const part of Object.values(field)) all = both(all, late(part))
  return { reads: true, risk: all.risk, below: all.below }
}

const ofForm = (form: string, content: unknown, outermost: boolean, around: Given): Conduct => {
  if (NAMES.has(form)) return NOTHING
  const sums = form === 'Function' && AGGREGATES.has(called(content))
  if (sums && around === 'passed') return late(content)
  const { reads, risk, below } = of(content, outermost && form === 'Query', VALUES.has(form) ? 'any' : around)
  if (form === 'Identifier' || form === 'CompoundIdentifier') return { reads: true, risk, below }
  return { reads, risk: risk || (reads && !isSafe(form, content)), below }
}

const isSafe = (form: string, content: unknown): boolean => {
  if (form === 'BinaryOp' || form === 'UnaryOp') {
    const dated = ['left', 'right'].some((side) => at(content, side, 'Interval') !== undefined)
    return dated || SAFE_OPERATORS.has(String(at(content, 'op')))
  }
  if (form === 'Function') return SAFE_FUNCTIONS.has(called(content))
  if (form === 'RLike') return false
  if (form === 'Subquery') return isSingle(content)
  if (form !== 'Cast' && form !== 'Convert') return true
  const charset = at(content, 'charset', 0, 'Identifier', 'value')
  if (charset !== undefined) return String(charset).toLowerCase() === 'utf8mb4'
  return [...NARROW_TYPES].every(
    (type) => at(content, 'data_type') !== type && at(content, 'data_type', type) === undefined,
  )
}

const called = (content: unknown): string => (onlyName(content) ?? '').toLowerCase()

/** Whether a sub-select has one row at most, whatever is in its tables. */
const isSingle = (query: unknown): boolean => {
  const select = at(query, 'body', 'Select')
  const one = at(query, 'limit_clause', 'LimitOffset', 'limit', 'Value', 'value', 'Number', 0)
  if (select === undefined) return false
  const groups = list(at(select, 'group_by', 'Expressions', 0))
  return one === '1' || list(at(select, 'from')).length === 0 || (groups.length === 0 && sums(at(select, 'projection')))
}

const sums = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'body')) return false
  const call = at(value, 'Function')
  const overAll = call !== undefined && (at(call, 'over') ?? null) === null && AGGREGATES.has(called(call))
  return overAll || Object.values(value).some(sums)
}

const both = (one: Conduct, other: Conduct): Conduct => {
  if (one === NOTHING) return other
  if (other === NOTHING) return one
  return { reads: one.reads || other.reads, risk: one.risk || other.risk, below: one.below || other.below }
}
