import { findTable } from './find-table.ts'
import type { GuardRules } from './guard-rules.ts'
import { hiddenColumns } from './hidden-columns.ts'
import type { NameFolding } from './name-folding.ts'
import type { TablePolicy } from './policy.ts'
import { tablePolicy } from './policy-entries.ts'
import type { RestrictionValue } from './restriction.ts'
import { type Table, tableName } from './schema.ts'

/** What a caller may see of one table: these columns, of the rows that satisfy every rule. */
export interface TableAccess {
  readonly table: Table
  /** In the order of the schema, without hidden ones. */
  readonly columns: readonly string[]
  readonly rules: readonly RowRule[]
}

export type RowRule =
  | {
      readonly kind: 'own'
      readonly column: string
      readonly bound: RestrictionValue
      /** The restriction that causes the rule. */
      readonly by: 'tenant' | 'scope'
      /** Whether rows without a tenant belong to all tenants. */
      readonly orShared: boolean
    }
  | {
      readonly kind: 'parent'
      readonly column: string
      readonly parent: Table
      readonly parentColumn: string
      readonly rules: readonly RowRule[]
    }

interface Rules extends GuardRules {
  readonly folding: NameFolding
}

/** Maximum number of `via` steps to a table with the tenant column. */
const CHAIN_MAX = 3

/**
 * Applies a policy to one table. Anything missing (an entry, a column, a parent) denies access: a table that loses its
 * tenant column shows no rows. Every guard writes its filters from this; verifiers must not use it and read policies
 * themselves.
 *
 * @param folding the engine's name folding
 * @returns undefined if the caller may not see the table.
 */
export const tableAccess = (table: Table, guardRules: GuardRules, folding: NameFolding): TableAccess | undefined => {
  const rules = { ...guardRules, folding }
  const rowRules = rulesFor(table, rules, CHAIN_MAX)
  if (rowRules === undefined) return undefined
  const hidden = hiddenColumns(table, policyOf(table, rules).hide, folding)
  const columns = table.columns.map(({ name }) => name).filter((name) => !hidden.has(folding.column(name)))
  return columns.length === 0 ? undefined : { table, columns, rules: rowRules }
}

const rulesFor = (table: Table, rules: Rules, chain: number): readonly RowRule[] | undefined => {
  const policy = policyOf(table, rules)
  const byTenant = tenantRules(table, policy, rules, chain)
  const byScope = scopeRules(table, policy, rules)
  return byTenant === undefined || byScope === undefined ? undefined : [...byTenant, ...byScope]
}

const tenantRules = (
  table: Table,
  policy: TablePolicy,
  rules: Rules,
  chain: number,
): readonly RowRule[] | undefined => {
  switch (policy.mode) {
    case 'shared':
      return []
    case 'tenant':
    case 'tenantRoot':
    case 'sharedOrOwn': {
      const bound = rules.restriction.tenant
      if (bound === undefined) return []
      const column = columnOf(table, policy.column ?? rules.policy.tenant?.column, rules.folding)
      return column === undefined
        ? undefined
        : [{ kind: 'own', column, bound, by: 'tenant', orShared: policy.mode === 'sharedOrOwn' }]
    }
    case 'via':
      return parentRules(table, policy, rules, chain)
    default:
      return undefined
  }
}

/** Restricts a child through its parent; a parent without a filter is refused, as it would expose every child row. */
const parentRules = (
  table: Table,
  policy: TablePolicy & { readonly mode: 'via' },
  rules: Rules,
  chain: number,
): readonly RowRule[] | undefined => {
  const { tenant, scope } = rules.restriction
  if (tenant === undefined && scope === undefined) return []
  const dot = policy.ref.lastIndexOf('.')
  const parent = findTable(rules.schema, policy.ref.slice(0, dot), rules.folding)
  if (chain === 0 || dot < 1 || parent === undefined) return undefined
  const column = columnOf(table, policy.fk, rules.folding)
  const parentColumn = columnOf(parent, policy.ref.slice(dot + 1), rules.folding)
  const above = rulesFor(parent, rules, chain - 1)
  if (column === undefined || parentColumn === undefined || above === undefined || above.length === 0) return undefined
  return [{ kind: 'parent', column, parent, parentColumn, rules: above }]
}

/** A child without the scope column is scoped by its parent, to which the same rule applied. */
const scopeRules = (table: Table, policy: TablePolicy, rules: Rules): readonly RowRule[] | undefined => {
  const bound = rules.restriction.scope
  if (bound === undefined) return []
  const column = columnOf(table, policy.scope_column ?? rules.policy.scope?.column, rules.folding)
  if (column !== undefined) return [{ kind: 'own', column, bound, by: 'scope', orShared: false }]
  if (policy.scope_column !== undefined) return undefined
  return policy.mode === 'via' || rules.policy.scope?.missing_scope === 'ignore' ? [] : undefined
}

const policyOf = (table: Table, { policy, folding }: Rules): TablePolicy =>
  tablePolicy(policy, tableName(table), folding)

/** The restrictions that filter at least one of these tables, directly or through parents. */
export const filtersOf = (accesses: readonly Pick<TableAccess, 'rules'>[]): readonly ('tenant' | 'scope')[] => {
  const restrictionsOf = (rules: readonly RowRule[]): readonly ('tenant' | 'scope')[] =>
    rules.flatMap((rule) => (rule.kind === 'own' ? [rule.by] : restrictionsOf(rule.rules)))
  const found = new Set(accesses.flatMap(({ rules }) => restrictionsOf(rules)))
  return (['tenant', 'scope'] as const).filter((name) => found.has(name))
}

const columnOf = (table: Table, name: string | undefined, folding: NameFolding): string | undefined =>
  name === undefined
    ? undefined
    : (
        table.columns.find((column) => column.name === name) ??
        table.columns.find((column) => folding.column(column.name) === folding.column(name))
      )?.name
