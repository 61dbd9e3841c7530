import type { OwnerTypes } from './owner-types.ts'

/**
 * How each table of one database is restricted. The JSON form is the policy file of the `tabletalk` command. A table
 * without an entry takes the entry `*`; without that it is denied.
 */
export interface Policy {
  readonly version: 1
  readonly engine: string
  /** Absent when the database has no organization scoping. */
  readonly tenant?: { readonly column: string; readonly type: OwnerTypes }
  readonly scope?: {
    readonly column: string
    readonly type: OwnerTypes
    /** How a table without the scope column behaves when a scope is given. */
    readonly missing_scope: 'deny' | 'ignore'
  }
  readonly tables: Readonly<Record<string, TablePolicy>>
}

export type TablePolicy = (
  | {
      readonly mode: 'tenant' | 'tenantRoot' | 'sharedOrOwn' /** Overrides the database's tenant column. */
      readonly column?: string
    }
  | {
      readonly mode: 'via' /** The column of this table. */
      readonly fk: string /** `table.column` that it points to. */
      readonly ref: string
    }
  | { readonly mode: 'shared' }
  | { readonly mode: 'deny' }
) & {
  /** Overrides the database's scope column. */
  readonly scope_column?: string
  /** Columns that no query may see. */
  readonly hide?: readonly string[]
  /** Columns that are visible although they look secret; all others that look secret are hidden (`effectivePolicy`). */
  readonly show?: readonly string[]
}
