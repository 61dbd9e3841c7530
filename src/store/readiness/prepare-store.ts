import { WAITS } from '../../platform/mongodb/waits.ts'
import { declareCollections } from '../collections.ts'
import { connectionClock } from '../connection-clock.ts'
import { openStore } from '../open-store.ts'
import { parseStoreAddress } from '../store-address.ts'
import { refusalOf, weaknessOf } from '../store-trouble.ts'
import { StoreTooNew, StoreUnusable } from '../store-unusable.ts'
import { type MadeIndexes, makeIndexes } from './make-indexes.ts'
import { type MigrateOptions, migrate } from './migrate.ts'

export interface Prepared {
  readonly version: number
  /** Migrations run by this process. */
  readonly migrations: readonly number[]
  readonly indexes: MadeIndexes
}

/**
 * Runs the migrations and creates the indexes, as processes do in the background when they start.
 *
 * @throws StoreAddressInvalid, StoreTooNew, StoreUnusable
 */
export const prepareStore = async (uri: string, options: Omit<MigrateOptions, 'signal'> = {}): Promise<Prepared> => {
  const connection = await openStore(uri, { silenceMs: WAITS.indexMs })
  try {
    declareCollections(connection, connectionClock(connection))
    const { signal } = new AbortController()
    const { version, done } = await migrate(connection, { ...options, signal })
    return { version, migrations: done, indexes: await makeIndexes(connection) }
  } catch (error) {
    if (error instanceof StoreTooNew) throw error
    throw new StoreUnusable(parseStoreAddress(uri).shown, refusalOf(error) ?? weaknessOf(error), error)
  } finally {
    await connection.destroy().catch(() => undefined)
  }
}
