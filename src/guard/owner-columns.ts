import type { NameFolding } from './name-folding.ts'
import { type OwnerTypes, ownerTypesText } from './owner-types.ts'
import type { Policy } from './policy.ts'
import type { Drift } from './policy-drift.ts'
import { tablePolicy } from './policy-entries.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/** A column that says whose the rows of its table are, and as which types. */
export interface OwnerColumn {
  readonly table: string
  readonly column: string
  readonly types: OwnerTypes
}

/** So many rows have an owner of a type that no caller can be. */
export interface OtherOwners {
  readonly count: number
  /** Whether there may be more. */
  readonly isLeast: boolean
}

/** The columns by which a policy filters the rows of its open tables; views show rows of others, and are left out. */
export const ownerColumns = (schema: Schema, policy: Policy, folding: NameFolding): readonly OwnerColumn[] =>
  schema.tables.flatMap((table) => (table.view === true ? [] : ofTable(table, policy, folding)))

const ofTable = (table: Table, policy: Policy, folding: NameFolding): readonly OwnerColumn[] => {
  const name = tableName(table)
  const entry = tablePolicy(policy, name, folding)
  const at = (wanted: string | undefined, types: OwnerTypes = 'integer'): readonly OwnerColumn[] =>
    table.columns
      .filter((column) => wanted !== undefined && folding.column(column.name) === folding.column(wanted))
      .slice(0, 1)
      .map((column) => ({ table: name, column: column.name, types }))
  if (entry.mode === 'deny') return []
  const isOwn = entry.mode === 'tenant' || entry.mode === 'tenantRoot' || entry.mode === 'sharedOrOwn'
  return [
    ...(isOwn ? at(entry.column ?? policy.tenant?.column, policy.tenant?.type) : []),
    ...at(entry.scope_column ?? policy.scope?.column, policy.scope?.type),
  ]
}

/** What rows that no caller can own mean, where there are any. */
export const otherOwnersDrift = (
  { table, column, types }: OwnerColumn,
  { count, isLeast }: OtherOwners,
): readonly Drift[] => {
  if (count === 0) return []
  const documents = `${isLeast ? 'at least ' : ''}${count} ${count === 1 && !isLeast ? 'document has' : 'documents have'}`
  const detail = `${documents} a ${column} that is not of type ${ownerTypesText(types)}: not visible unless the policy names that type too`
  return [{ table, kind: 'other type', detail }]
}
