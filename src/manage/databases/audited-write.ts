import type { StoredDatabase } from './store/databases.ts'

/**
 * Runs the single write of a change and may audit it; it receives the database as it will be. Not called if nothing
 * changes.
 */
export type AuditedWrite = <Value>(
  database: Pick<StoredDatabase, 'id' | 'policy'>,
  write: () => Promise<Value>,
) => Promise<Value>
