import { at, onlyName } from '../../sql/verify/verify-tree.ts'
import { AGGREGATES, isSafeFunction, NARROW_TYPES, SAFE_OPERATORS } from '../language/allow-list.ts'
import { constantTimeQuery, hasSource, isFilter, isSingle, withNamesOf } from './verify-constant-time.ts'

/** What part of a statement does: reads row values, may fail on them, or contains a query that may. */
interface Conduct {
  readonly reads: boolean
  readonly risk: boolean
  readonly below: boolean
}

/** Fields with names of functions and types, which are not columns. */
const NAMES: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

/** The context of an expression or query. */
interface Context {
  /** Whether the rows of its columns have passed every filter. */
  readonly passed: boolean
  readonly withNames: ReadonlySet<string>
}

/** Sub-queries in place of values. */
const VALUES: ReadonlySet<string> = new Set(['Subquery', 'InSubquery', 'Exists', 'AnyOp', 'AllOp'])

const NOTHING: Conduct = { reads: false, risk: false, below: false }

/**
 * The verifier's check whether a statement may fail before its filters have run, bottom-up: an operation not known to
 * succeed is a risk if it reads row values, and so is a query that may take longer for some rows.
 */
export const verifyMayFail = (statement: unknown): boolean =>
  conductOf(at(statement, 'Query'), true, { passed: true, withNames: withNamesOf(statement) }).risk

/** Checks one expression on rows that may have passed no filter. */
export const verifyRisk = (expression: unknown): boolean =>
  conductOf(expression, false, { passed: false, withNames: new Set() }).risk

const conductOf = (value: unknown, outermost: boolean, context: Context): Conduct => {
  if (typeof value !== 'object' || value === null) return NOTHING
  let all = NOTHING
  if (Array.isArray(value)) {
    for (const one of value) all = merge(all, conductOf(one, outermost, context))
    return all
  }
  if (isFilter(value, context.withNames)) return { reads: true, risk: false, below: false }
  if (Object.hasOwn(value, 'body')) {
    for (const key in value) all = merge(all, clauseConduct(key, Reflect.get(value, key), outermost, context))
    return { reads: true, risk: all.risk, below: all.risk }
  }
  for (const form in value) all = merge(all, formConduct(form, Reflect.get(value, form), outermost, context))
  return all
}

/** Checks a clause of a query or SELECT. */
const clauseConduct = (key: string, field: unknown, outermost: boolean, context: Context): Conduct => {
  if (key === 'body') return bodyConduct(field, outermost, context)
  if (outermost && key === 'order_by') return lateConduct(field, context)
  return conductOf(field, false, context)
}

const bodyConduct = (body: unknown, outermost: boolean, context: Context): Conduct => {
  const operation = at(body, 'SetOperation')
  if (operation !== undefined)
    return merge(
      bodyConduct(at(operation, 'left'), outermost, context),
      bodyConduct(at(operation, 'right'), outermost, context),
    )
  const select = at(body, 'Select')
  if (typeof select !== 'object' || select === null) return conductOf(body, outermost, context)
  const even = outermost && context.withNames.size === 0 ? constantTimeQuery(select) : undefined
  const computesLate = outermost && (at(select, 'having') ?? null) === null
  let all = NOTHING
  for (const key in select) {
    const isLate = computesLate && (key === 'projection' || key === 'group_by')
    const field: unknown = Reflect.get(select, key)
    if (isLate) all = merge(all, lateConduct(field, context))
    else if (key !== 'selection' || even === undefined) all = merge(all, conductOf(field, false, context))
  }
  return even === undefined ? all : merge(all, conductOf(even, false, { ...context, passed: false }))
}

/** Checks what is computed last: it may fail itself, but its sub-queries read rows of their own. */
const lateConduct = (field: unknown, context: Context): Conduct => {
  if (typeof field !== 'object' || field === null) return NOTHING
  if (Object.hasOwn(field, 'body')) return conductOf(field, false, { ...context, passed: true })
  let all = NOTHING
  for (const part of Object.values(field)) all = merge(all, lateConduct(part, context))
  return { reads: true, risk: all.risk, below: all.below }
}

const formConduct = (form: string, content: unknown, outermost: boolean, context: Context): Conduct => {
  if (NAMES.has(form)) return NOTHING
  if (form === 'JsonTable') return { reads: true, risk: true, below: true }
  const isAggregate = form === 'Function' && AGGREGATES.has(functionName(content))
  if (isAggregate && context.passed) return lateConduct(content, context)
  const isQuery = VALUES.has(form)
  const { reads, risk, below } = conductOf(
    content,
    outermost && form === 'Query',
    isQuery ? { ...context, passed: false } : context,
  )
  if (form === 'Identifier' || form === 'CompoundIdentifier') return { reads: true, risk, below }
  return { reads, risk: risk || (isQuery && hasSource(content)) || (reads && !isSafe(form, content)), below }
}

const isSafe = (form: string, content: unknown): boolean => {
  if (form === 'BinaryOp' || form === 'UnaryOp') {
    const isInterval = ['left', 'right'].some((side) => at(content, side, 'Interval') !== undefined)
    return isInterval || SAFE_OPERATORS.has(String(at(content, 'op')))
  }
  if (form === 'Function') return isSafeFunction(functionName(content))
  if (form === 'RLike') return false
  if (form === 'Subquery') return isSingle(content)
  if (form !== 'Cast' && form !== 'Convert') return true
  const charset = at(content, 'charset', 0, 'Identifier', 'value')
  if (charset !== undefined) return String(charset).toLowerCase() === 'utf8mb4'
  return [...NARROW_TYPES].every(
    (type) => at(content, 'data_type') !== type && at(content, 'data_type', type) === undefined,
  )
}

const functionName = (content: unknown): string => (onlyName(content) ?? '').toLowerCase()

const merge = (one: Conduct, other: Conduct): Conduct => {
  if (one === NOTHING) return other
  if (other === NOTHING) return one
  return { reads: one.reads || other.reads, risk: one.risk || other.risk, below: one.below || other.below }
}
