import { findTable } from './find-table.ts'
import type { GuardRules } from './guard-rules.ts'
import type { NameFolding } from './name-folding.ts'
import type { TablePolicy } from './policy.ts'
import { tablePolicy } from './policy-entries.ts'
import { tableName } from './schema.ts'
import { type RowRule, tableAccess } from './table-access.ts'

/** How one table was restricted for a query, for the receipt. */
export interface TableFilter {
  readonly table: string
  readonly mode: TablePolicy['mode']
  /** Columns that filter its rows; those of a parent are named `parent.column`. */
  readonly columns: readonly string[]
  /** Whether the rows are limited to the caller's scope. */
  readonly isScoped?: true
}

/** @param names the tables that a guarded query reads */
export const tableFilters = (
  names: readonly string[],
  rules: GuardRules,
  folding: NameFolding,
): readonly TableFilter[] =>
  names.map((name) => {
    const table = findTable(rules.schema, name, folding)
    const access = table && tableAccess(table, rules, folding)
    return {
      table: name,
      mode: tablePolicy(rules.policy, name, folding).mode,
      columns: (access?.rules ?? []).flatMap((rule) => columnsOf(rule, '')),
      ...(access?.rules.some(isByScope) === true ? { isScoped: true } : {}),
    }
  })

const isByScope = (rule: RowRule): boolean => (rule.kind === 'own' ? rule.by === 'scope' : rule.rules.some(isByScope))

const columnsOf = (rule: RowRule, parent: string): readonly string[] => {
  const column = `${parent}${rule.column}`
  if (rule.kind === 'own') return [column]
  return [column, ...rule.rules.flatMap((above) => columnsOf(above, `${tableName(rule.parent)}.`))]
}
