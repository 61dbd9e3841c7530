import type { StoredDatabase } from './store/databases.ts'

/**
 * Called around the one write that a change comes to, with the database as it will be; where nothing is changed, it is
 * not. Whoever keeps a log of changes writes into it there.
 */
export type AroundWrite = <Value>(
  database: Pick<StoredDatabase, 'id' | 'policy'>,
  write: () => Promise<Value>,
) => Promise<Value>
