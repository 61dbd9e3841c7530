import type { StoredDatabase } from './store/databases.ts'

/**
 * Called around the one write of a change, with the database after it; not called when nothing changes. The audit log
 * records the change there.
 */
export type AroundWrite = <Value>(
  database: Pick<StoredDatabase, 'id' | 'policy'>,
  write: () => Promise<Value>,
) => Promise<Value>
