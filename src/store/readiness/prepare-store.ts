import { STORE_TIMEOUTS } from '../../platform/mongodb/store-timeouts.ts'
import { declareCollections } from '../collections.ts'
import { connectionClock } from '../connection-clock.ts'
import { openStore } from '../open-store.ts'
import { serverErrorText, temporaryErrorText } from '../server-error-text.ts'
import { parseStoreAddress } from '../store-address.ts'
import { StoreTooNew, StoreUnusable } from '../store-unusable.ts'
import { createMissingIndexes, type IndexCreation } from './make-indexes.ts'
import { type MigrateOptions, migrate } from './migrate.ts'

export interface PreparedStore {
  readonly version: number
  /** Migrations run by this process. */
  readonly migrations: readonly number[]
  readonly indexes: IndexCreation
}

/**
 * Runs the migrations and creates the indexes, as processes do in the background when they start.
 *
 * @throws StoreAddressInvalid, StoreTooNew, StoreUnusable
 */
export const prepareStore = async (
  uri: string,
  options: Omit<MigrateOptions, 'signal'> = {},
): Promise<PreparedStore> => {
  const connection = await openStore(uri, { silenceMs: STORE_TIMEOUTS.indexMs })
  try {
    declareCollections(connection, connectionClock(connection))
    const { signal } = new AbortController()
    const { version, done } = await migrate(connection, { ...options, signal })
    return { version, migrations: done, indexes: await createMissingIndexes(connection) }
  } catch (error) {
    if (error instanceof StoreTooNew) throw error
    throw new StoreUnusable(parseStoreAddress(uri).shown, serverErrorText(error) ?? temporaryErrorText(error), error)
  } finally {
    await connection.destroy().catch(() => undefined)
  }
}
