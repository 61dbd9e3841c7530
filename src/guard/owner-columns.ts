import type { NameFolding } from './name-folding.ts'
import { type OwnerTypes, ownerTypesText } from './owner-types.ts'
import type { Policy } from './policy.ts'
import type { Drift } from './policy-drift.ts'
import { tablePolicy } from './policy-entries.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/** A column that holds the owner of each row, and the owner types it is compared as. */
export interface OwnerColumn {
  readonly table: string
  readonly column: string
  readonly types: OwnerTypes
}

/** Number of rows whose owner has a type that no caller can have. */
export interface OtherOwners {
  readonly count: number
  /** Whether the count is a lower bound. */
  readonly isLowerBound: boolean
}

/** The columns by which a policy filters its open tables. Views are left out: they show rows of other tables. */
export const ownerColumns = (schema: Schema, policy: Policy, folding: NameFolding): readonly OwnerColumn[] =>
  schema.tables.flatMap((table) => (table.view === true ? [] : ofTable(table, policy, folding)))

const ofTable = (table: Table, policy: Policy, folding: NameFolding): readonly OwnerColumn[] => {
  const name = tableName(table)
  const entry = tablePolicy(policy, name, folding)
  const at = (columnName: string | undefined, types: OwnerTypes = 'integer'): readonly OwnerColumn[] =>
    table.columns
      .filter((column) => columnName !== undefined && folding.column(column.name) === folding.column(columnName))
      .slice(0, 1)
      .map((column) => ({ table: name, column: column.name, types }))
  if (entry.mode === 'deny') return []
  const isOwn = entry.mode === 'tenant' || entry.mode === 'tenantRoot' || entry.mode === 'sharedOrOwn'
  return [
    ...(isOwn ? at(entry.column ?? policy.tenant?.column, policy.tenant?.type) : []),
    ...at(entry.scope_column ?? policy.scope?.column, policy.scope?.type),
  ]
}

/** The drift caused by rows that no caller can own. */
export const otherOwnersDrift = (
  { table, column, types }: OwnerColumn,
  { count, isLowerBound }: OtherOwners,
): readonly Drift[] => {
  if (count === 0) return []
  const documents = `${isLowerBound ? 'at least ' : ''}${count} ${count === 1 && !isLowerBound ? 'document has' : 'documents have'}`
  const detail = `${documents} a ${column} that is not of type ${ownerTypesText(types)}: not visible unless the policy names that type too`
  return [{ table, kind: 'other type', detail }]
}
