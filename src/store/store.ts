import type { Connection } from 'mongoose'
import { apiKeyVerbs } from './api-keys.ts'
import { claimVerbs } from './claims.ts'
import { conversationVerbs } from './conversations.ts'
import { databaseVerbs } from './databases.ts'
import { messageVerbs } from './messages.ts'
import { organizationVerbs } from './organizations.ts'
import { resultVerbs } from './results.ts'
import { sealedText } from './sealed.ts'

export interface StoreKeys {
  /** Encrypts customers' connection strings. */
  readonly addresses: { seal(plain: Uint8Array): Uint8Array; open(sealed: Uint8Array): Uint8Array }
  /** The HMAC key of API keys. */
  readonly pepper: Uint8Array
}

/**
 * The product's verbs over its document store, caller first: an unscoped verb does not exist. Writes are idempotent by
 * deterministic ids and conditional updates; there are no transactions and no pipeline updates, so that the same code
 * runs on mongod and on the embedded store.
 */
export const createStore = (connection: Connection, keys: StoreKeys) => {
  const claims = claimVerbs(connection)
  const sweeper = setInterval(() => void claims.sweepClaims(new Date()).catch(() => undefined), SWEEP_MS).unref()
  return {
    ...organizationVerbs(connection),
    ...apiKeyVerbs(connection, keys.pepper),
    ...databaseVerbs(connection, sealedText(keys.addresses)),
    ...conversationVerbs(connection),
    ...messageVerbs(connection),
    ...resultVerbs(connection),
    ...claims,
    /** Resolves when the store answers. */
    async ping(): Promise<void> {
      await connection.db?.command({ ping: 1 })
    },
    async close(): Promise<void> {
      clearInterval(sweeper)
      await connection.close()
    },
  }
}

/** Not every store forgets what has expired by itself. */
const SWEEP_MS = 10 * 60_000

export type Store = ReturnType<typeof createStore>
