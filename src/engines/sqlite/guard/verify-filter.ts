import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import type { TablePolicy } from '../../../domain/guard/policy.ts'
import type { BoundValue } from '../../../domain/guard/restriction.ts'
import type { Table } from '../../../domain/guard/schema.ts'
import { fold } from './names.ts'
import { policyFor, tablesByName } from './verify-names.ts'

type Parameters = readonly BoundValue[]

/** Names of the tables in the FROM clause of a query, case-folded; '' for what has no plain name. */
export const readsOf = (query: unknown): readonly string[] =>
  list(at(query, 'body', 'Select', 'from')).flatMap((tables) => {
    const relations = [at(tables, 'relation'), ...list(at(tables, 'joins')).map((join) => at(join, 'relation'))]
    return relations.flatMap((relation) => (at(relation, 'Table') === undefined ? [] : [tableNameOf(relation)]))
  })

/**
 * Whether a query is nothing but one table, some of its columns, and the filter that the policy asks for.
 *
 * @returns what is wrong, or undefined
 */
export const filterFault = (query: unknown, parameters: Parameters, rules: GuardRules): string | undefined => {
  const [name, ...more] = readsOf(query)
  const table = tablesByName(rules.schema).get(name ?? '')
  if (table === undefined || more.length > 0 || !isPlain(query)) return 'a table is read outside of a filter'
  const hidden = (policyFor(table, rules.policy)?.hide ?? []).map((column) => fold(column))
  const columns = list(at(query, 'body', 'Select', 'projection')).map((item) => nameOf(at(item, 'UnnamedExpr')))
  if (columns.some((column) => column === undefined || hidden.includes(column))) return 'a hidden column'
  return conditionsFault(table, at(query, 'body', 'Select', 'selection'), parameters, rules, 0)
}

/** Nothing beside SELECT, FROM and WHERE. */
const isPlain = (query: unknown): boolean => {
  const select = at(query, 'body', 'Select')
  const beside = [
    ...['with', 'order_by', 'limit_clause', 'fetch', 'for_clause', 'settings', 'format_clause'].map((key) =>
      at(query, key),
    ),
    ...['distinct', 'top', 'into', 'having', 'qualify', 'prewhere', 'value_table_mode'].map((key) => at(select, key)),
    ...['optimizer_hints', 'lateral_views', 'named_window', 'connect_by'].flatMap((key) => list(at(select, key))),
    ...[...list(at(select, 'group_by', 'Expressions', 0)), ...list(at(query, 'locks'))],
    ...list(at(select, 'from')).flatMap((tables) => list(at(tables, 'joins'))),
    ...['alias', 'args', 'sample', 'version', 'json_path'].map((key) =>
      at(select, 'from', 0, 'relation', 'Table', key),
    ),
  ]
  return list(at(select, 'from')).length === 1 && beside.every((one) => one === undefined || one === null)
}

const conditionsFault = (
  table: Table,
  selection: unknown,
  parameters: Parameters,
  rules: GuardRules,
  steps: number,
): string | undefined => {
  const policy = policyFor(table, rules.policy)
  const { tenant, scope } = rules.restriction
  const conditions = selection === undefined || selection === null ? [] : conjunctsOf(selection)
  const take = (test: (condition: unknown) => boolean): boolean => {
    const found = conditions.findIndex(test)
    return found >= 0 && conditions.splice(found, 1).length === 1
  }
  const equal = (column: string | undefined, value: unknown) => (condition: unknown) =>
    column !== undefined && isEqual(condition, fold(column), parameters, value)

  if (policy === undefined || policy.mode === 'deny' || steps > 3) return 'a denied table'
  if (policy.mode === 'via') {
    const below = (condition: unknown) => isBelowParent(condition, policy, parameters, rules, steps)
    if ((tenant !== undefined || scope !== undefined) && !take(below)) return 'a child without its parent'
  } else if (policy.mode !== 'shared' && tenant !== undefined) {
    const own = equal(policy.column ?? rules.policy.tenant?.column, tenant.value)
    const orNull = (condition: unknown) => {
      const { left, right } = operands(at(condition, 'Nested'), 'Or')
      return (
        nameOf(at(left, 'IsNull')) !== undefined && nameOf(at(left, 'IsNull')) === comparedColumn(right) && own(right)
      )
    }
    if (!take(policy.mode === 'sharedOrOwn' ? orNull : own)) return 'a table without its tenant'
  }
  if (scope !== undefined) {
    const column = policy.scope_column ?? rules.policy.scope?.column
    const has = column !== undefined && table.columns.some(({ name }) => fold(name) === fold(column))
    const mayMiss =
      policy.scope_column === undefined && (policy.mode === 'via' || rules.policy.scope?.missing_scope === 'ignore')
    if (has ? !take(equal(column, scope.value)) : !mayMiss) return 'a table without its scope'
  }
  return conditions.length === 0 ? undefined : 'more than the filter'
}

const isBelowParent = (
  condition: unknown,
  policy: TablePolicy & { readonly mode: 'via' },
  parameters: Parameters,
  rules: GuardRules,
  steps: number,
): boolean => {
  const query = at(condition, 'InSubquery', 'subquery')
  const column = nameOf(withoutCollation(at(condition, 'InSubquery', 'expr')))
  const parent = tablesByName(rules.schema).get(readsOf(query)[0] ?? '')
  const items = list(at(query, 'body', 'Select', 'projection'))
  const parentColumn = nameOf(at(items[0], 'UnnamedExpr'))
  const selection = at(query, 'body', 'Select', 'selection')
  return (
    at(condition, 'InSubquery', 'negated') === false &&
    column === fold(policy.fk) &&
    parent !== undefined &&
    readsOf(query).length === 1 &&
    items.length === 1 &&
    fold(`${parent.name}.${parentColumn}`) === fold(policy.ref) &&
    isPlain(query) &&
    selection !== undefined &&
    selection !== null &&
    conditionsFault(parent, selection, parameters, rules, steps + 1) === undefined
  )
}

/** `column = ?n` where the nth parameter is the value, or NULL, which no column equals. */
const isEqual = (condition: unknown, column: string, parameters: Parameters, value: unknown): boolean => {
  const placeholder = at(withoutCollation(operands(condition, 'Eq').right), 'Value', 'value', 'Placeholder')
  const bound = typeof placeholder === 'string' ? parameters[Number(placeholder.slice(1)) - 1] : undefined
  const isValue = bound === null || (value !== null && String(bound) === String(value))
  return comparedColumn(condition) === column && bound !== undefined && isValue
}

const comparedColumn = (condition: unknown): string | undefined => nameOf(operands(condition, 'Eq').left)

const operands = (node: unknown, operator: string): { readonly left: unknown; readonly right: unknown } => {
  const found = at(node, 'BinaryOp', 'op') === operator ? at(node, 'BinaryOp') : undefined
  return { left: at(found, 'left'), right: at(found, 'right') }
}

const conjunctsOf = (node: unknown): unknown[] => {
  const { left, right } = operands(node, 'And')
  return left === undefined ? [node] : [...conjunctsOf(left), ...conjunctsOf(right)]
}

const withoutCollation = (node: unknown): unknown => {
  const collation = at(node, 'Collate', 'collation', 0, 'Identifier', 'value')
  return collation === 'BINARY' ? at(node, 'Collate', 'expr') : node
}

/** A bare column in double quotes, case-folded. */
const nameOf = (node: unknown): string | undefined => {
  const name = at(node, 'Identifier', 'value')
  return typeof name === 'string' && at(node, 'Identifier', 'quote_style') === '"' ? fold(name) : undefined
}

const tableNameOf = (relation: unknown): string => {
  const name = list(at(relation, 'Table', 'name'))
  const value = at(name[0], 'Identifier', 'value')
  return name.length === 1 && typeof value === 'string' ? fold(value) : ''
}

/** What is no list has no members. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value at a path, or undefined. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined
  }
  return found
}
