import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate } from '../../../guard/guarded-query.ts'
import type { TablePolicy } from '../../../guard/policy.ts'
import type { Table } from '../../../guard/schema.ts'
import { VerifiedTypes } from './verify-own-types.ts'
import { columnsOf, policyFor, tableOf } from './verify-policy.ts'
import { at, isObject, list, namesIn, POSITIONS } from './verify-tree.ts'
import { type ComparisonContext, valueFault } from './verify-value.ts'

/** A sub-select that reads a database table. */
export interface Filter {
  /** The SELECT that reads it. */
  readonly read: unknown
  /** Whether the outer query sees neither rows nor statistics of the table before the filter. */
  readonly fenced: boolean
}

/** By their nodes in the tree. */
export type Filters = ReadonlyMap<unknown, Filter>

/**
 * The filter in a query that reads a qualified table, or in the fence around one.
 *
 * @returns undefined for every other query
 */
export const filterIn = (select: unknown): Filter | undefined => {
  if (readsTable(select)) return { read: select, fenced: false }
  const read = at(select, 'larg')
  return isObject(read) && readsTable(read) && isFence(select, read) ? { read, fenced: true } : undefined
}

const readsTable = (select: unknown): boolean =>
  list(at(select, 'fromClause')).some((item) => at(item, 'RangeVar', 'schemaname') !== undefined)

const FENCE_PARTS: ReadonlySet<string> = new Set('op all larg rarg limitOffset limitOption'.split(' '))

/** `read UNION ALL SELECT the same columns FROM the same table WHERE false OFFSET 0`. */
const isFence = (select: unknown, read: unknown): boolean => {
  const [nothing, one, other] = [at(select, 'rarg'), plainRead(read), plainRead(at(select, 'rarg'))]
  const isNothing = isObject(at(nothing, 'whereClause', 'A_Const', 'boolval')) && !isTrue(at(nothing, 'whereClause'))
  return (
    hasOnly(select, FENCE_PARTS) &&
    at(select, 'op') === 'SETOP_UNION' &&
    at(select, 'all') === true &&
    at(select, 'limitOption') === 'LIMIT_OPTION_COUNT' &&
    isZero(at(select, 'limitOffset')) &&
    isNothing &&
    one !== undefined &&
    other !== undefined &&
    one.schema === other.schema &&
    one.name === other.name &&
    one.columns.join('\0') === other.columns.join('\0')
  )
}

const isTrue = (constant: unknown): boolean => at(constant, 'A_Const', 'boolval', 'boolval') === true

/**
 * Checks that a query is exactly one table, some of its columns, and the filter that the policy requires.
 *
 * @returns what is wrong, or undefined
 */
export const filterFault = (
  { read, fenced }: Filter,
  candidate: QueryCandidate,
  rules: GuardRules,
): string | undefined => {
  const found = plainRead(read)
  const table = found && tableOf(rules.schema, found.schema, found.name)
  if (found === undefined || table === undefined) return 'a table is read outside of a filter'
  if (!candidate.tables.includes(`${found.schema}.${found.name}`) && !candidate.tables.includes(found.name))
    return 'a table is not listed'
  const hidden = policyFor(table, rules.policy)?.hide ?? []
  const own = columnsOf(table)
  if (found.columns.some((column) => !own.has(column) || revealsHidden(column, hidden, table))) return 'a hidden column'
  const isOpen = !fenced && at(read, 'whereClause') !== undefined
  if (isOpen && table.columns.some(({ name, virtual }) => virtual === true && found.columns.includes(name)))
    return 'a computed column without a fence'
  return conditionsFault(
    table,
    at(read, 'whereClause'),
    { parameters: candidate.parameters, types: new VerifiedTypes(rules.schema) },
    rules,
    0,
  )
}

/** Whether a column is hidden, or computed from a hidden one. */
const revealsHidden = (
  column: string,
  hidden: readonly string[],
  table: Table,
  stepsLeft = table.columns.length,
): boolean => {
  if (hidden.includes(column) || stepsLeft === 0) return hidden.length > 0
  const sources = table.columns.find(({ name }) => name === column)?.generatedFrom ?? []
  return sources.some((source) => revealsHidden(source, hidden, table, stepsLeft - 1))
}

interface PlainRead {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

const SELECT_PARTS: ReadonlySet<string> = new Set('targetList fromClause whereClause limitOption op'.split(' '))
const TABLE_PARTS: ReadonlySet<string> = new Set('schemaname relname inh relpersistence'.split(' '))

/** A query of plain columns of one table, with at most a condition. */
const plainRead = (select: unknown): PlainRead | undefined => {
  const [item, ...more] = list(at(select, 'fromClause'))
  const table = at(item, 'RangeVar')
  const [schema, name] = [at(table, 'schemaname'), at(table, 'relname')]
  const columns: string[] = []
  for (const one of list(at(select, 'targetList'))) {
    const target = at(one, 'ResTarget')
    const column = columnOf(at(target, 'val'))
    if (column === undefined || at(target, 'name') !== undefined) return undefined
    columns.push(column)
  }
  const isPlain = hasOnly(select, SELECT_PARTS) && hasOnly(table, TABLE_PARTS) && at(table, 'relpersistence') === 'p'
  const isSelect = at(select, 'op') === 'SETOP_NONE' && at(select, 'limitOption') === 'LIMIT_OPTION_DEFAULT'
  if (!isPlain || !isSelect || more.length > 0) return undefined
  if (typeof schema !== 'string' || typeof name !== 'string' || columns.length === 0) return undefined
  return { schema, name, columns }
}

const conditionsFault = (
  table: Table,
  where: unknown,
  context: ComparisonContext,
  rules: GuardRules,
  steps: number,
): string | undefined => {
  const policy = policyFor(table, rules.policy)
  const { tenant, scope } = rules.restriction
  const conditions = where === undefined ? [] : conjuncts(where)
  const take = (test: (condition: unknown) => boolean): boolean => {
    const found = conditions.findIndex(test)
    return found >= 0 && conditions.splice(found, 1).length === 1
  }
  if (policy === undefined || policy.mode === 'deny' || steps > 3) return 'a denied table'
  if (policy.mode === 'via') {
    const byParent = (condition: unknown) => isParentFilter(condition, policy, context, rules, steps)
    if ((tenant !== undefined || scope !== undefined) && !take(byParent)) return 'a child without its parent'
  } else if (policy.mode !== 'shared' && tenant !== undefined) {
    const column = table.columns.find(({ name }) => name === (policy.column ?? rules.policy.tenant?.column))
    const own = (condition: unknown) =>
      column !== undefined && equalsFault(condition, column.name, column.type, context, tenant) === undefined
    const ownOrNull = (condition: unknown) => {
      const [isNull, equals, ...more] = parts(condition, 'OR_EXPR')
      const isOf = columnOf(at(isNull, 'NullTest', 'arg'))
      const isIt = at(isNull, 'NullTest', 'nulltesttype') === 'IS_NULL' && isOf === column?.name
      return isIt && more.length === 0 && own(equals)
    }
    if (!take(policy.mode === 'sharedOrOwn' ? ownOrNull : own)) return 'a table without its tenant'
  }
  if (scope !== undefined) {
    const wanted = policy.scope_column ?? rules.policy.scope?.column
    const column = table.columns.find(({ name }) => name === wanted)
    const mayMiss =
      policy.scope_column === undefined && (policy.mode === 'via' || rules.policy.scope?.missing_scope === 'ignore')
    const scoped = (condition: unknown) =>
      column !== undefined && equalsFault(condition, column.name, column.type, context, scope) === undefined
    if (column === undefined ? !mayMiss : !take(scoped)) return 'a table without its scope'
  }
  return conditions.length === 0 ? undefined : 'more than the filter'
}

const isParentFilter = (
  condition: unknown,
  policy: TablePolicy & { readonly mode: 'via' },
  context: ComparisonContext,
  rules: GuardRules,
  steps: number,
): boolean => {
  const link = at(condition, 'SubLink')
  const read = plainRead(at(link, 'subselect', 'SelectStmt'))
  const parent = read && tableOf(rules.schema, read.schema, read.name)
  if (read === undefined || parent === undefined || read.columns.length !== 1) return false
  const where = at(link, 'subselect', 'SelectStmt', 'whereClause')
  const refersTo = [`${read.schema}.${read.name}.${read.columns[0]}`]
  if (parent.schema === undefined) refersTo.push(`${read.name}.${read.columns[0]}`)
  return (
    hasOnly(link, LINK_PARTS) &&
    at(link, 'subLinkType') === 'ANY_SUBLINK' &&
    columnOf(at(link, 'testexpr')) === policy.fk &&
    refersTo.includes(policy.ref) &&
    where !== undefined &&
    conditionsFault(parent, where, context, rules, steps + 1) === undefined
  )
}

const LINK_PARTS: ReadonlySet<string> = new Set('subLinkType testexpr subselect'.split(' '))

/** Checks `column = parameter` against the restriction for a column of this type. */
const equalsFault = (
  condition: unknown,
  column: string,
  declared: string,
  context: ComparisonContext,
  bound: NonNullable<GuardRules['restriction']['tenant']>,
): string | undefined => {
  const comparison = at(condition, 'A_Expr')
  const operator = namesIn(at(comparison, 'name')) ?? []
  const isEqual = at(comparison, 'kind') === 'AEXPR_OP' && operator.length === 1 && operator[0] === '='
  if (!isEqual || columnOf(withoutDomain(at(comparison, 'lexpr'), declared, context)) !== column)
    return 'another comparison'
  return valueFault(at(comparison, 'rexpr'), declared, context, bound)
}

/** A column whose domain is of an enumeration must be cast to it. */
const withoutDomain = (value: unknown, declared: string, { types }: ComparisonContext): unknown => {
  const byParent = types.below(declared)
  const enumeration = byParent === declared ? undefined : types.enumeration(byParent)
  if (enumeration === undefined) return value
  const cast = at(value, 'TypeCast')
  const names = namesIn(at(cast, 'typeName', 'names')) ?? []
  const isPlain = at(cast, 'typeName', 'typmods') === undefined && at(cast, 'typeName', 'arrayBounds') === undefined
  return isPlain && names.join() === [enumeration.schema, enumeration.name].join() ? at(cast, 'arg') : undefined
}

const conjuncts = (condition: unknown, found: unknown[] = []): unknown[] => {
  const inner = parts(condition, 'AND_EXPR')
  if (inner.length === 0) found.push(condition)
  for (const one of inner) conjuncts(one, found)
  return found
}

const parts = (condition: unknown, operator: string): readonly unknown[] =>
  at(condition, 'BoolExpr', 'boolop') === operator ? list(at(condition, 'BoolExpr', 'args')) : []

/** The name of an unqualified column. */
const columnOf = (value: unknown): string | undefined => {
  const names = namesIn(at(value, 'ColumnRef', 'fields'))
  return names?.length === 1 ? names[0] : undefined
}

const isZero = (value: unknown): boolean => {
  const constant = at(value, 'A_Const', 'ival')
  return isObject(constant) && (at(constant, 'ival') ?? 0) === 0
}

const hasOnly = (node: unknown, known: ReadonlySet<string>): boolean => isObject(node) && onlyKeys(node, known)

const onlyKeys = (node: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): boolean => {
  for (const key in node) if (!known.has(key) && !POSITIONS.has(key)) return false
  return true
}
