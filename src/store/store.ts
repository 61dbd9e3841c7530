import type { Connection } from 'mongoose'
import { apiKeyVerbs } from './api-keys.ts'
import { auditVerbs } from './audit.ts'
import { belongingVerbs } from './belongings.ts'
import { claimVerbs } from './claims.ts'
import { conversationVerbs } from './conversations.ts'
import { databaseVerbs } from './databases.ts'
import { epochVerbs, type InOrganization, renewing } from './epochs.ts'
import { jobVerbs } from './jobs.ts'
import { keptReplyVerbs } from './kept-replies.ts'
import { keyHolderVerbs } from './key-holders.ts'
import { messageVerbs } from './messages.ts'
import { organizationVerbs } from './organizations.ts'
import { patternVerbs } from './patterns.ts'
import { personalityVerbs } from './personalities.ts'
import { resultVerbs } from './results.ts'
import { sealedText } from './sealed.ts'
import { sessionVerbs } from './sessions.ts'
import { streamTicketVerbs } from './stream-tickets.ts'

export interface StoreKeys {
  /** Encrypts customers' connection strings, and answers that are kept. */
  readonly addresses: { seal(plain: Uint8Array): Uint8Array; open(sealed: Uint8Array): Uint8Array }
  /** The HMAC key of API keys. */
  readonly pepper: Uint8Array
  /** HMAC keys from before a rotation: what is compared with one of them is stored anew. */
  readonly olderPeppers?: readonly Uint8Array[]
}

/**
 * The product's verbs over its document store, caller first: an unscoped verb does not exist. Writes are idempotent by
 * deterministic ids and conditional updates; there are no transactions and no pipeline updates, so that the same code
 * runs on mongod and on the embedded store.
 *
 * @param onRenewed told whose epoch this process has renewed
 */
export const createStore = (
  connection: Connection,
  keys: StoreKeys,
  onRenewed: (caller: InOrganization) => void = () => undefined,
) => {
  const claims = claimVerbs(connection)
  const jobs = jobVerbs(connection)
  const sealed = sealedText(keys.addresses)
  const replies = keptReplyVerbs(connection, sealed)
  const tickets = streamTicketVerbs(connection)
  const sweep = (now: Date) =>
    Promise.all([
      claims.sweepClaims(now),
      jobs.sweepJobs(now),
      replies.sweepKeptReplies(now),
      tickets.sweepStreamTickets(now),
    ])
  const sweeper = setInterval(() => void sweep(new Date()).catch(() => undefined), SWEEP_MS).unref()
  const epochs = epochVerbs(connection, onRenewed)
  const owners = renewingOwners(
    {
      ...organizationVerbs(connection),
      ...apiKeyVerbs(connection, keys.pepper, keys.olderPeppers),
      ...databaseVerbs(connection, sealed),
      ...patternVerbs(connection),
    },
    epochs.renewEpoch,
  )
  return {
    ...epochs,
    ...owners,
    ...keyHolderVerbs({ ...owners, ...epochs }),
    ...conversationVerbs(connection),
    ...messageVerbs(connection),
    ...resultVerbs(connection),
    ...personalityVerbs(connection),
    ...sessionVerbs(connection),
    ...auditVerbs(connection),
    ...belongingVerbs(connection),
    ...jobs,
    ...claims,
    ...replies,
    ...tickets,
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

type Owners = ReturnType<typeof organizationVerbs> &
  ReturnType<typeof apiKeyVerbs> &
  ReturnType<typeof databaseVerbs> &
  ReturnType<typeof patternVerbs>

/** Verbs that change what processes hold for a while say so. A new key changes nothing that anybody holds. */
const renewingOwners = (verbs: Owners, renewEpoch: Parameters<typeof renewing>[0]): Owners => {
  const renews = renewing(renewEpoch)
  const own = (caller: { readonly organizationId: number }): number => caller.organizationId
  return {
    ...verbs,
    changeOrganization: renews(verbs.changeOrganization, own),
    markLeaving: renews(verbs.markLeaving, own),
    revokeAllKeys: renews(verbs.revokeAllKeys, own),
    putOrganization: renews(verbs.putOrganization, ({ id }) => id),
    changeApiKey: renews(verbs.changeApiKey, own),
    revokeApiKey: renews(verbs.revokeApiKey, own),
    renewApiKey: renews(verbs.renewApiKey, own),
    revokeDatabaseKeys: renews(verbs.revokeDatabaseKeys, own),
    putApiKey: renews(verbs.putApiKey, own),
    putIdentity: renews(verbs.putIdentity, own),
    renewIdentity: renews(verbs.renewIdentity, own),
    addDatabase: renews(verbs.addDatabase, own),
    changeDatabase: renews(verbs.changeDatabase, own),
    removeDatabase: renews(verbs.removeDatabase, own),
    putDatabase: renews(verbs.putDatabase, own),
    addPattern: renews(verbs.addPattern, own),
    changePattern: renews(verbs.changePattern, own),
    removePattern: renews(verbs.removePattern, own),
    removeDatabasePatterns: renews(verbs.removeDatabasePatterns, own),
  }
}

/** Not every store forgets what has expired by itself. */
const SWEEP_MS = 10 * 60_000

export type Store = ReturnType<typeof createStore>
