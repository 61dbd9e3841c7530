import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { NameFolding } from '../../../guard/name-folding.ts'
import type { TablePolicy } from '../../../guard/policy.ts'
import type { BoundValue, RestrictionValue } from '../../../guard/restriction.ts'
import type { Column, Table } from '../../../guard/schema.ts'
import type { VerifierRules } from './verifier-rules.ts'
import { columnNamed, policyFor, tablesByName } from './verify-names.ts'
import { at, conjunctsOf, list, nameOf, onlyName, operands } from './verify-tree.ts'

/** The inputs for verifying filters of one statement. */
export interface VerifierContext {
  readonly rules: GuardRules
  readonly parameters: readonly BoundValue[]
  readonly proof: VerifierRules
  readonly folding: NameFolding
  /** Which tables must be fenced. */
  readonly fences: 'none' | 'children' | 'all'
}

/** Folded names of the tables in a query's FROM clause; '' for qualified names. */
export const readsOf = (query: unknown, { table }: NameFolding): readonly string[] =>
  list(at(query, 'body', 'Select', 'from')).flatMap((tables) => {
    const relations = [at(tables, 'relation'), ...list(at(tables, 'joins')).map((join) => at(join, 'relation'))]
    return relations.flatMap((relation) => {
      const content = at(relation, 'Table')
      return content === undefined ? [] : [table(onlyName(content) ?? '')]
    })
  })

/**
 * Checks that a query is exactly one table, some of its columns, and the filter that the policy requires.
 *
 * @returns what is wrong, or undefined
 */
export const filterFault = (query: unknown, judged: VerifierContext): string | undefined => {
  const { rules, proof, folding, fences } = judged
  const [name, ...more] = readsOf(query, folding)
  const table = tablesByName(rules.schema, folding).get(name ?? '')
  if (table === undefined || more.length > 0 || !isPlain(query)) return 'a table is read outside of a filter'
  const policy = policyFor(table, rules.policy, folding)
  const hidden = new Set((policy?.hide ?? []).map(folding.column))
  const items = list(at(query, 'body', 'Select', 'projection'))
  const columns = items.map((item) => nameOf(at(item, 'UnnamedExpr'), proof.quote))
  if (columns.some((column) => column === undefined || revealsHidden(column, hidden, table, folding)))
    return 'a hidden column'
  const limit = at(query, 'limit_clause') ?? null
  const filtered = (at(query, 'body', 'Select', 'selection') ?? null) !== null
  const fenced = fences === 'all' || (fences === 'children' && policy?.mode === 'via')
  const isComputed = (column: string | undefined): boolean => columnNamed(table, column, folding)?.virtual === true
  if (limit === null && filtered && proof.marksFences && columns.some(isComputed)) return 'a table without its fence'
  if (limit !== null ? !proof.isFence(limit) : fenced && filtered) return 'a table without its fence'
  return conditionsFault(table, at(query, 'body', 'Select', 'selection'), judged, 0)
}

/** Whether a column is hidden, or computed from a hidden one. */
const revealsHidden = (
  column: string,
  hidden: ReadonlySet<string>,
  table: Table,
  folding: NameFolding,
  stepsLeft = table.columns.length,
): boolean => {
  if (hidden.has(folding.column(column)) || stepsLeft === 0) return hidden.size > 0
  const sources = columnNamed(table, column, folding)?.generatedFrom ?? []
  return sources.some((source) => revealsHidden(source, hidden, table, folding, stepsLeft - 1))
}

/** Whether a query has only SELECT, FROM, WHERE and LIMIT. */
const isPlain = (query: unknown): boolean => {
  const select = at(query, 'body', 'Select')
  const [tables, ...more] = list(at(select, 'from'))
  const table = at(tables, 'relation', 'Table')
  const groups = at(select, 'group_by')
  return (
    more.length === 0 &&
    hasOnly(query, PLAIN.query) &&
    hasOnly(at(query, 'body'), PLAIN.body) &&
    hasOnly(select, PLAIN.select) &&
    at(select, 'flavor') === 'Standard' &&
    hasOnly(groups, PLAIN.groups) &&
    list(at(groups, 'Expressions')).every(isEmpty) &&
    hasOnly(tables, PLAIN.tables) &&
    hasOnly(at(tables, 'relation'), PLAIN.relation) &&
    hasOnly(table, PLAIN.table)
  )
}

const PLAIN = {
  query: new Set(['body', 'limit_clause']),
  body: new Set(['Select']),
  select: new Set(['projection', 'from', 'selection', 'group_by', 'flavor']),
  groups: new Set(['Expressions']),
  tables: new Set(['relation']),
  relation: new Set(['Table']),
  table: new Set(['name']),
}

/** Whether only these fields of a node have values. */
const hasOnly = (node: unknown, fields: ReadonlySet<string>): boolean => {
  if (typeof node !== 'object' || node === null) return false
  for (const key in node) if (!fields.has(key) && !isEmpty(Reflect.get(node, key))) return false
  return true
}

const isEmpty = (field: unknown): boolean =>
  field === null || field === undefined || field === false || (Array.isArray(field) && field.length === 0)

const conditionsFault = (
  table: Table,
  selection: unknown,
  judged: VerifierContext,
  steps: number,
): string | undefined => {
  const { rules, proof, parameters, folding } = judged
  const policy = policyFor(table, rules.policy, folding)
  const { tenant, scope } = rules.restriction
  const conditions = selection === undefined || selection === null ? [] : conjunctsOf(selection)
  const take = (test: (condition: unknown) => boolean): boolean => {
    const found = conditions.findIndex(test)
    return found >= 0 && conditions.splice(found, 1).length === 1
  }
  const equal =
    (column: Column | undefined, { value }: RestrictionValue) =>
    (condition: unknown) =>
      column !== undefined && proof.isEqual(condition, column, value, parameters)

  if (policy === undefined || policy.mode === 'deny' || steps > 3) return 'a denied table'
  if (policy.mode === 'via') {
    const byParent = (condition: unknown) => isParentFilter(condition, table, policy, judged, steps)
    if ((tenant !== undefined || scope !== undefined) && !take(byParent)) return 'a child without its parent'
  } else if (policy.mode !== 'shared' && tenant !== undefined) {
    const column = columnNamed(table, policy.column ?? rules.policy.tenant?.column, folding)
    const own = equal(column, tenant)
    const orNull = (condition: unknown) => {
      const { left, right } = operands(at(condition, 'Nested'), 'Or')
      const shared = nameOf(at(left, 'IsNull'), proof.quote)
      return shared !== undefined && columnNamed(table, shared, folding) === column && own(right)
    }
    if (!take(policy.mode === 'sharedOrOwn' ? orNull : own)) return 'a table without its tenant'
  }
  if (scope !== undefined) {
    const column = columnNamed(table, policy.scope_column ?? rules.policy.scope?.column, folding)
    const mayMiss =
      policy.scope_column === undefined && (policy.mode === 'via' || rules.policy.scope?.missing_scope === 'ignore')
    if (column !== undefined ? !take(equal(column, scope)) : !mayMiss) return 'a table without its scope'
  }
  return conditions.length === 0 ? undefined : 'more than the filter'
}

const isParentFilter = (
  condition: unknown,
  table: Table,
  policy: TablePolicy & { readonly mode: 'via' },
  judged: VerifierContext,
  steps: number,
): boolean => {
  const { rules, proof, folding } = judged
  const query = at(condition, 'InSubquery', 'subquery')
  const expression = at(condition, 'InSubquery', 'expr')
  const side = at(expression, 'Tuple') === undefined ? [expression] : list(at(expression, 'Tuple'))
  const items = list(at(query, 'body', 'Select', 'projection')).map((item) => at(item, 'UnnamedExpr'))
  const parent = tablesByName(rules.schema, folding).get(readsOf(query, folding)[0] ?? '')
  const dot = policy.ref.lastIndexOf('.')
  const child = columnNamed(table, policy.fk, folding)
  const parentKey = parent && columnNamed(parent, policy.ref.slice(dot + 1), folding)
  const selection = at(query, 'body', 'Select', 'selection')
  if (parent === undefined || child === undefined || parentKey === undefined) return false
  const compared = [side, items].map((one) => {
    const column = proof.keyColumn(one, child, parentKey)
    return column && folding.column(column)
  })
  return (
    at(condition, 'InSubquery', 'negated') === false &&
    folding.table(parent.name) === folding.table(policy.ref.slice(0, dot)) &&
    compared[0] === folding.column(child.name) &&
    compared[1] === folding.column(parentKey.name) &&
    side.length === items.length &&
    readsOf(query, folding).length === 1 &&
    isPlain(query) &&
    (at(query, 'limit_clause') ?? null) === null &&
    selection !== undefined &&
    selection !== null &&
    conditionsFault(parent, selection, judged, steps + 1) === undefined
  )
}
