import { at, onlyName } from '../../sql/verify/verify-tree.ts'
import { AGGREGATES, isSafeFunction, NARROW_TYPES, SAFE_OPERATORS } from '../language/allow-list.ts'
import { evenlyQueried, hasSource, isFilter, isSingle, withNamesOf } from './verify-even.ts'

/** What a part of a statement does: reads values of rows, may fail on them, or holds a query that may. */
interface Conduct {
  readonly reads: boolean
  readonly risk: boolean
  readonly below: boolean
}

/** Fields with names of functions and types, which are no columns. */
const NAMES: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

/** What surrounds an expression or a query. */
interface Around {
  /** Whether the rows that its columns may be of have passed every filter, or are all that a server likes to look at. */
  readonly passed: boolean
  readonly withNames: ReadonlySet<string>
}

/** Queries that stand where a value does. */
const VALUES: ReadonlySet<string> = new Set(['Subquery', 'InSubquery', 'Exists', 'AnyOp', 'AllOp'])

const NOTHING: Conduct = { reads: false, risk: false, below: false }

/**
 * The verifier's own judgement whether a statement may fail before its filters have run, from the leaves up: an
 * operation that is not known to succeed is a risk where it is given anything of a row, and so is a query that may take
 * longer for one row than for another.
 */
export const verifyMayFail = (statement: unknown): boolean =>
  of(at(statement, 'Query'), true, { passed: true, withNames: withNamesOf(statement) }).risk

/** The same for one expression, of rows that may have passed no filter. */
export const verifyRisk = (expression: unknown): boolean =>
  of(expression, false, { passed: false, withNames: new Set() }).risk

const of = (value: unknown, outermost: boolean, around: Around): Conduct => {
  if (typeof value !== 'object' || value === null) return NOTHING
  let all = NOTHING
  if (Array.isArray(value)) {
    for (const one of value) all = both(all, of(one, outermost, around))
    return all
  }
  if (isFilter(value, around.withNames)) return { reads: true, risk: false, below: false }
  if (Object.hasOwn(value, 'body')) {
    for (const key in value) all = both(all, ofClause(key, Reflect.get(value, key), outermost, around))
    return { reads: true, risk: all.risk, below: all.risk }
  }
  for (const form in value) all = both(all, ofForm(form, Reflect.get(value, form), outermost, around))
  return all
}

/** Clauses of a query, and of the SELECTs in its body. */
const ofClause = (key: string, field: unknown, outermost: boolean, around: Around): Conduct => {
  if (key === 'body') return ofBody(field, outermost, around)
  if (outermost && key === 'order_by') return late(field, around)
  return of(field, false, around)
}

const ofBody = (body: unknown, outermost: boolean, around: Around): Conduct => {
  const operation = at(body, 'SetOperation')
  if (operation !== undefined)
    return both(ofBody(at(operation, 'left'), outermost, around), ofBody(at(operation, 'right'), outermost, around))
  const select = at(body, 'Select')
  if (typeof select !== 'object' || select === null) return of(body, outermost, around)
  const even = outermost && around.withNames.size === 0 ? evenlyQueried(select) : undefined
  const computesLate = outermost && (at(select, 'having') ?? null) === null
  let all = NOTHING
  for (const key in select) {
    const isLate = computesLate && (key === 'projection' || key === 'group_by')
    const field: unknown = Reflect.get(select, key)
    if (isLate) all = both(all, late(field, around))
    else if (key !== 'selection' || even === undefined) all = both(all, of(field, false, around))
  }
  return even === undefined ? all : both(all, of(even, false, { ...around, passed: false }))
}

/** What is computed last may fail; a query in it is one more that looks at rows of its own. */
const late = (field: unknown, around: Around): Conduct => {
  if (typeof field !== 'object' || field === null) return NOTHING
  if (Object.hasOwn(field, 'body')) return of(field, false, { ...around, passed: true })
  let all = NOTHING
  for (const part of Object.values(field)) all = both(all, late(part, around))
  return { reads: true, risk: all.risk, below: all.below }
}

const ofForm = (form: string, content: unknown, outermost: boolean, around: Around): Conduct => {
  if (NAMES.has(form)) return NOTHING
  if (form === 'JsonTable') return { reads: true, risk: true, below: true }
  const sums = form === 'Function' && AGGREGATES.has(called(content))
  if (sums && around.passed) return late(content, around)
  const isQuery = VALUES.has(form)
  const { reads, risk, below } = of(
    content,
    outermost && form === 'Query',
    isQuery ? { ...around, passed: false } : around,
  )
  if (form === 'Identifier' || form === 'CompoundIdentifier') return { reads: true, risk, below }
  return { reads, risk: risk || (isQuery && hasSource(content)) || (reads && !isSafe(form, content)), below }
}

const isSafe = (form: string, content: unknown): boolean => {
  if (form === 'BinaryOp' || form === 'UnaryOp') {
    const dated = ['left', 'right'].some((side) => at(content, side, 'Interval') !== undefined)
    return dated || SAFE_OPERATORS.has(String(at(content, 'op')))
  }
  if (form === 'Function') return isSafeFunction(called(content))
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

const both = (one: Conduct, other: Conduct): Conduct => {
  if (one === NOTHING) return other
  if (other === NOTHING) return one
  return { reads: one.reads || other.reads, risk: one.risk || other.risk, below: one.below || other.below }
}
