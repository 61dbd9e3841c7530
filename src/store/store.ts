import type { Connection } from 'mongoose'
import type { StoreClock } from '../mongodb/store-clock.ts'
import { apiKeyVerbs } from './api-keys.ts'
import { auditVerbs } from './audit.ts'
import { belongingVerbs } from './belongings.ts'
import { catalogVerbs } from './catalogs.ts'
import { claimVerbs } from './claims.ts'
import { connectionClock } from './connection-clock.ts'
import { conversationVerbs } from './conversations.ts'
import { databaseVerbs } from './databases.ts'
import { dueMailVerbs } from './due-mails.ts'
import { epochVerbs, type InOrganization, renewing } from './epochs.ts'
import { evaluationRunVerbs } from './evaluation-runs.ts'
import { evaluationVerbs } from './evaluations.ts'
import { exportFileVerbs } from './export-files.ts'
import { jobVerbs } from './jobs.ts'
import { keptReplyVerbs } from './kept-replies.ts'
import { keyHolderVerbs } from './key-holders.ts'
import { leavingConversationVerbs } from './leaving-conversations.ts'
import { leavingDatabaseVerbs } from './leaving-databases.ts'
import { loginAttemptVerbs } from './login-attempts.ts'
import { logoVerbs } from './logos.ts'
import { mailedTokenVerbs } from './mailed-tokens.ts'
import { messageVerbs } from './messages.ts'
import { modelUsageVerbs } from './model-usage.ts'
import { operatorVerbs } from './operators.ts'
import { organizationVerbs } from './organizations.ts'
import { ownerVerbs } from './owners.ts'
import { patternVerbs } from './patterns.ts'
import { paymentEventVerbs } from './payment-events.ts'
import { personalityVerbs } from './personalities.ts'
import { portalSessionVerbs } from './portal-sessions.ts'
import { proposalVerbs } from './proposals.ts'
import { providerSubjectVerbs } from './provider-subjects.ts'
import { quotaVerbs } from './quotas.ts'
import { missingText } from './readiness/missing-index.ts'
import { type StoreReadiness, type StoreReadinessOptions, storeReadiness } from './readiness/store-readiness.ts'
import { resealVerbs } from './reseal.ts'
import { resultVerbs } from './results.ts'
import { sealedText } from './sealed.ts'
import { sessionVerbs } from './sessions.ts'
import { shareVerbs } from './shares.ts'
import { ssoConfigurationVerbs } from './sso-configurations.ts'
import { ssoLoginVerbs } from './sso-logins.ts'
import { streamTicketVerbs } from './stream-tickets.ts'
import { usageDayVerbs } from './usage-days.ts'
import { userVerbs } from './users.ts'
import { webhookDeliveryVerbs } from './webhook-deliveries.ts'
import { webhookVerbs } from './webhooks.ts'

export interface StoreKeys {
  /** Encrypts customers' connection strings, and answers that are kept. */
  readonly addresses: { seal(plain: Uint8Array): Uint8Array; open(sealed: Uint8Array): Uint8Array }
  /** The HMAC key of API keys. */
  readonly pepper: Uint8Array
  /** HMAC keys from before a rotation: what is compared with one of them is stored anew. */
  readonly olderPeppers?: readonly Uint8Array[]
}

export interface StoreOptions extends StoreReadinessOptions {
  /** Asks whether the store is there, in no line behind others. */
  readonly ping?: () => Promise<void>
  /** That of the store, which a process measures once for all who go by it. */
  readonly clock?: StoreClock
}

/**
 * The product's verbs over its document store, caller first: an unscoped verb does not exist. Writes are idempotent by
 * deterministic ids and conditional updates; there are no transactions and no pipeline updates, so that the same code
 * runs on mongod and on the embedded store.
 *
 * It makes the store ready by itself, in the background (`src/store/readiness/store-readiness.ts`).
 *
 * @param onRenewed told whose epoch this process has renewed */
export const createStore = (
  connection: Connection,
  secrets: StoreKeys,
  onRenewed: (caller: InOrganization) => void = () => undefined,
  {
    ping = async () => {
      await connection.db?.command({ ping: 1 })
    },
    clock = connectionClock(connection),
    ...readying
  }: StoreOptions = {},
) => {
  const verbs = allVerbs(connection, secrets, clock, onRenewed)
  const sweep = (now: Date) =>
    Promise.allSettled([
      verbs.sweepClaims(now),
      verbs.sweepJobs(now),
      verbs.sweepEvaluations(now),
      verbs.sweepEvaluationRuns(now),
      verbs.sweepExports(now),
      verbs.sweepKeptReplies(now),
      verbs.sweepStreamTickets(now),
      verbs.sweepShares(now),
      verbs.sweepPortalSessions(now),
      verbs.sweepMailedTokens(now),
      verbs.sweepLoginAttempts(now),
      verbs.sweepSsoLogins(now),
      verbs.sweepOperators(now),
      verbs.sweepPaymentEvents(now),
      verbs.sweepDeliveries(now),
      verbs.sweepConversations(now),
      verbs.sweepDatabases(now),
    ])
  const sweeper = setInterval(() => void sweep(new Date(Date.now() - SWEPT_LATE_MS)), SWEEP_MS).unref()
  const kept = storeReadiness(connection, readying)
  return {
    ...verbs,
    ...whereUnique(verbs, kept),
    /** What is said of each index that is missing, as far as is known: why, and what helps; nothing of any document. */
    missingIndexes: (): readonly string[] => kept.missing().map(missingText),
    /** When all indexes and migrations stand. */
    untilReady: (): Promise<void> => kept.ready,
    /** Resolves when the store answers. */
    ping,
    async close(): Promise<void> {
      clearInterval(sweeper)
      await kept.close()
      // `close` would leave it in the list of mongoose, with all of its models.
      await connection.destroy()
    },
  }
}

/** Has a connection know every collection, for whoever makes its store ready and reads nothing of it. */
export const declareCollections = (connection: Connection): void => {
  const none = { seal: () => new Uint8Array(), open: () => new Uint8Array() }
  allVerbs(connection, { addresses: none, pepper: new Uint8Array() }, connectionClock(connection), () => undefined)
}

const allVerbs = (
  connection: Connection,
  secrets: StoreKeys,
  clock: StoreClock,
  onRenewed: (caller: InOrganization) => void,
) => {
  const claims = claimVerbs(connection)
  const quotas = quotaVerbs(connection)
  const { isNearMarked, markNear, removeQuotas } = quotas
  const jobs = jobVerbs(connection, quotas)
  const sealed = sealedText(secrets.addresses)
  const replies = keptReplyVerbs(connection, sealed)
  const tickets = streamTicketVerbs(connection, clock)
  const conversations = conversationVerbs(connection)
  const messages = messageVerbs(connection, conversations.leavingConversations)
  const results = resultVerbs(connection)
  const proposals = proposalVerbs(connection)
  const exported = exportFileVerbs(connection)
  const shares = shareVerbs(connection)
  const leavingConversations = leavingConversationVerbs(connection, {
    ...{ ...messages, ...results, ...exported, ...proposals, ...shares },
  })
  const keys = apiKeyVerbs(connection, secrets.pepper, secrets.olderPeppers)
  const databases = databaseVerbs(connection, sealed)
  const patterns = patternVerbs(connection)
  const catalogs = catalogVerbs(connection)
  const evaluations = evaluationVerbs(connection)
  const evaluationRuns = evaluationRunVerbs(connection)
  const leavingDatabases = leavingDatabaseVerbs(connection, {
    ...{ ...keys, ...patterns, ...proposals, ...exported, ...jobs, ...catalogs, ...shares, ...evaluationRuns },
  })
  const epochs = epochVerbs(connection, onRenewed)
  const { removeDeliveries, ...deliveries } = webhookDeliveryVerbs(connection)
  const webhooks = webhookVerbs(connection, sealed, { removeDeliveries })
  const owners = renewingOwners(
    {
      ...organizationVerbs(connection, shares),
      ...ownerVerbs(connection),
      ...keys,
      ...databases,
      ...patterns,
      ...catalogs,
      ...leavingDatabases,
      ...webhooks,
    },
    epochs.renewEpoch,
  )
  return {
    ...epochs,
    ...owners,
    ...keyHolderVerbs({ ...owners, ...epochs }),
    ...conversations,
    ...messages,
    ...results,
    ...leavingConversations,
    ...proposals,
    ...shares,
    ...personalityVerbs(connection),
    ...operatorVerbs(connection),
    ...sessionVerbs(connection),
    ...auditVerbs(connection),
    ...modelUsageVerbs(connection),
    ...usageDayVerbs(connection),
    ...{ isNearMarked, markNear, removeQuotas },
    ...belongingVerbs(connection),
    ...jobs,
    ...exported,
    ...evaluations,
    ...evaluationRuns,
    ...claims,
    ...replies,
    ...tickets,
    ...userVerbs(connection, sealed),
    ...portalSessionVerbs(connection, sealed, clock),
    ...dueMailVerbs(connection),
    ...mailedTokenVerbs(connection),
    ...loginAttemptVerbs(connection),
    ...resealVerbs(connection, sealed),
    ...providerSubjectVerbs(connection, sealed),
    ...ssoConfigurationVerbs(connection, sealed),
    ...ssoLoginVerbs(connection, sealed),
    ...paymentEventVerbs(connection),
    ...deliveries,
    ...logoVerbs(connection),
  }
}

type Verbs = ReturnType<typeof allVerbs>

/** Verbs that write a name which nobody else may have wait until the store can tell. */
const whereUnique = (verbs: Verbs, { unique }: Pick<StoreReadiness, 'unique'>) => {
  const named = async <Value>(collection: string, change: object, write: () => Promise<Value>): Promise<Value> => {
    if ('name' in change && change.name !== undefined) await unique(collection)
    return await write()
  }
  return {
    addDatabase: (...args) => named('databases', args[0], () => verbs.addDatabase(...args)),
    changeDatabase: (...args) => named('databases', args[2], () => verbs.changeDatabase(...args)),
    putDatabase: (...args) => named('databases', args[0], () => verbs.putDatabase(...args)),
    addApiKey: (...args) => named('api_keys', args[1], () => verbs.addApiKey(...args)),
    changeApiKey: (...args) => named('api_keys', args[2], () => verbs.changeApiKey(...args)),
    addPersonality: (...args) => named('personalities', args[1], () => verbs.addPersonality(...args)),
    changePersonality: (...args) => named('personalities', args[2], () => verbs.changePersonality(...args)),
    async addUser(...args) {
      await unique('users')
      return await verbs.addUser(...args)
    },
    async linkSubject(...args) {
      await unique('users')
      return await verbs.linkSubject(...args)
    },
    async changeUser(...args) {
      if (args[2].email !== undefined) await unique('users')
      return await verbs.changeUser(...args)
    },
    async addWebhook(...args) {
      await unique('webhooks')
      return await verbs.addWebhook(...args)
    },
    async addEvaluationRun(...args) {
      await unique('evaluation_runs')
      return await verbs.addEvaluationRun(...args)
    },
    async addPattern(...args) {
      await unique('patterns')
      return await verbs.addPattern(...args)
    },
    async changePattern(...args) {
      await unique('patterns')
      return await verbs.changePattern(...args)
    },
  } satisfies Partial<Verbs>
}

type Owners = ReturnType<typeof organizationVerbs> &
  ReturnType<typeof ownerVerbs> &
  ReturnType<typeof apiKeyVerbs> &
  ReturnType<typeof databaseVerbs> &
  ReturnType<typeof patternVerbs> &
  ReturnType<typeof catalogVerbs> &
  ReturnType<typeof leavingDatabaseVerbs> &
  ReturnType<typeof webhookVerbs>

/** Verbs that change what processes hold for a while say so. A new key changes nothing that anybody holds. */
const renewingOwners = (verbs: Owners, renewEpoch: Parameters<typeof renewing>[0]): Owners => {
  const renews = renewing(renewEpoch)
  const own = (caller: { readonly organizationId: number }): number => caller.organizationId
  return {
    ...verbs,
    changeOrganization: renews(verbs.changeOrganization, own),
    changeBilling: renews(verbs.changeBilling, own),
    changeOwners: renews(verbs.changeOwners, own),
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
    leaveDatabase: renews(verbs.leaveDatabase, own),
    removeDatabase: renews(verbs.removeDatabase, own),
    putCatalog: renews(verbs.putCatalog, own),
    removeCatalog: renews(verbs.removeCatalog, own),
    putDatabase: renews(verbs.putDatabase, own),
    addPattern: renews(verbs.addPattern, own),
    changePattern: renews(verbs.changePattern, own),
    removePattern: renews(verbs.removePattern, own),
    removeDatabasePatterns: renews(verbs.removeDatabasePatterns, own),
    addWebhook: renews(verbs.addWebhook, own),
    changeWebhook: renews(verbs.changeWebhook, own),
    disableWebhook: renews(verbs.disableWebhook, own),
    removeWebhook: renews(verbs.removeWebhook, own),
  }
}

/** Not every store forgets what has expired by itself, and what was begun to be removed is finished. */
const SWEEP_MS = 10 * 60_000

/** What is over by the clock of this process may not be by that of another. */
const SWEPT_LATE_MS = 5 * 60_000

export type Store = ReturnType<typeof createStore>
