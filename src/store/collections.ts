import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../domain/access/organization-ref.ts'
import type { StoreClock } from '../mongodb/store-clock.ts'
import { apiKeyStore } from './api-keys.ts'
import { auditStore } from './audit.ts'
import { belongingStore } from './belongings.ts'
import { catalogStore } from './catalogs.ts'
import { claimStore } from './claims.ts'
import { conversationStore } from './conversations.ts'
import { databaseStore } from './databases.ts'
import { dueMailStore } from './due-mails.ts'
import { epochStore, renewing } from './epochs.ts'
import { evaluationRunStore } from './evaluation-runs.ts'
import { evaluationStore } from './evaluations.ts'
import { exportFileStore } from './export-files.ts'
import { jobStore } from './jobs.ts'
import { keptReplyStore } from './kept-replies.ts'
import { keyHolderStore } from './key-holders.ts'
import { leavingConversationStore } from './leaving-conversations.ts'
import { leavingDatabaseStore } from './leaving-databases.ts'
import { loginAttemptStore } from './login-attempts.ts'
import { logoStore } from './logos.ts'
import { mailedTokenStore } from './mailed-tokens.ts'
import { messageStore } from './messages.ts'
import { modelUsageStore } from './model-usage.ts'
import { operatorStore } from './operators.ts'
import { organizationStore } from './organizations.ts'
import { ownerStore } from './owners.ts'
import { patternStore } from './patterns.ts'
import { paymentEventStore } from './payment-events.ts'
import { personalityStore } from './personalities.ts'
import { portalSessionStore } from './portal-sessions.ts'
import { proposalStore } from './proposals.ts'
import { providerSubjectStore } from './provider-subjects.ts'
import { quotaStore } from './quotas.ts'
import { resealStore } from './reseal.ts'
import { resultStore } from './results.ts'
import { sealedText } from './sealed.ts'
import { sessionStore } from './sessions.ts'
import { shareStore } from './shares.ts'
import { ssoConfigurationStore } from './sso-configurations.ts'
import { ssoLoginStore } from './sso-logins.ts'
import { streamTicketStore } from './stream-tickets.ts'
import { usageDayStore } from './usage-days.ts'
import { userStore } from './users.ts'
import { webhookDeliveryStore } from './webhook-deliveries.ts'
import { webhookStore } from './webhooks.ts'

export interface StoreKeys {
  /** Encrypts customers' connection strings, and answers that are kept. */
  readonly addresses: { seal(plain: Uint8Array): Uint8Array; open(sealed: Uint8Array): Uint8Array }
  /** The HMAC key of API keys. */
  readonly pepper: Uint8Array
  /** HMAC keys from before a rotation: what is compared with one of them is stored anew. */
  readonly olderPeppers?: readonly Uint8Array[]
}

interface Writes {
  /** Called with the organization whose epoch this process has renewed. */
  onRenewed(caller: OrganizationRef): void
  /** Resolves when the store can tell whether a unique value of a collection is taken. */
  unique(collection: string): Promise<void>
}

type Write<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

const own = (owner: OrganizationRef): number => owner.organizationId

/** Whether a change sets a name. */
const isNaming = (change: { readonly name?: unknown }): boolean => change.name !== undefined

/** One object a collection. Writes that change what processes keep in memory renew the epoch of the organization. */
export const storeCollections = (
  connection: Connection,
  { addresses, pepper, olderPeppers }: StoreKeys,
  clock: StoreClock,
  { onRenewed, unique }: Writes,
) => {
  const sealed = sealedText(addresses)
  const epochs = epochStore(connection, onRenewed)
  const renews = renewing(epochs.renew)
  /** A write of a unique value, which waits for the index that makes it unique. */
  const uniquely =
    <Args extends readonly unknown[], Value>(
      collection: string,
      write: Write<Args, Value>,
      isSet: (args: Args) => boolean = () => true,
    ): Write<Args, Value> =>
    async (...args) => {
      if (isSet(args)) await unique(collection)
      return await write(...args)
    }
  const quotas = quotaStore(connection)
  const jobs = jobStore(connection, quotas)
  const catalogs = catalogStore(connection)
  const conversations = conversationStore(connection)
  const messages = messageStore(connection, conversations)
  const results = resultStore(connection)
  const proposals = proposalStore(connection)
  const exportFiles = exportFileStore(connection)
  const shares = shareStore(connection)
  const keys = apiKeyStore(connection, pepper, olderPeppers)
  const databases = databaseStore(connection, sealed)
  const patterns = patternStore(connection)
  const evaluations = evaluationStore(connection)
  // Reads the model of evaluations.
  const evaluationRuns = evaluationRunStore(connection)
  const organizations = organizationStore(connection, shares)
  const owners = ownerStore(connection)
  const users = userStore(connection, sealed)
  const subjects = providerSubjectStore(connection, sealed)
  const personalities = personalityStore(connection)
  const webhookDeliveries = webhookDeliveryStore(connection)
  const webhooks = webhookStore(connection, sealed, webhookDeliveries)
  const leavingDatabases = leavingDatabaseStore(connection, {
    keys,
    parts: [
      shares,
      patterns,
      proposals,
      exportFiles,
      { removeOfDatabase: jobs.removeAttacksOfDatabase },
      evaluationRuns,
      { removeOfDatabase: catalogs.remove },
    ],
  })
  return {
    epochs,
    keyHolders: keyHolderStore({ epochs, apiKeys: keys, organizations, databases }),
    organizations: {
      ...organizations,
      ...owners,
      change: renews(organizations.change, own),
      changeBilling: renews(organizations.changeBilling, own),
      changeOwners: renews(owners.changeOwners, own),
      markLeaving: renews(organizations.markLeaving, own),
      put: renews(organizations.put, ({ id }) => id),
    },
    apiKeys: {
      ...keys,
      // What a new key may do is kept by no process yet.
      add: uniquely('api_keys', keys.add, ([, key]) => isNaming(key)),
      change: uniquely('api_keys', renews(keys.change, own), ([, , change]) => isNaming(change)),
      revoke: renews(keys.revoke, own),
      rotate: renews(keys.rotate, own),
      revokeOfDatabase: renews(keys.revokeOfDatabase, own),
      revokeAll: renews(keys.revokeAll, own),
      put: renews(keys.put, own),
    },
    databases: {
      ...databases,
      ...leavingDatabases,
      add: uniquely('databases', renews(databases.add, own)),
      change: uniquely('databases', renews(databases.change, own), ([, , change]) => isNaming(change)),
      put: uniquely('databases', renews(databases.put, own)),
      putIdentity: renews(databases.putIdentity, own),
      renewIdentity: renews(databases.renewIdentity, own),
      markLeaving: renews(leavingDatabases.markLeaving, own),
      remove: renews(leavingDatabases.remove, own),
    },
    catalogs: { ...catalogs, put: renews(catalogs.put, own), remove: renews(catalogs.remove, own) },
    patterns: {
      ...patterns,
      add: uniquely('patterns', renews(patterns.add, own)),
      change: uniquely('patterns', renews(patterns.change, own)),
      remove: renews(patterns.remove, own),
      removeOfDatabase: renews(patterns.removeOfDatabase, own),
    },
    webhooks: {
      ...webhooks,
      add: uniquely('webhooks', renews(webhooks.add, own)),
      change: renews(webhooks.change, own),
      disable: renews(webhooks.disable, own),
      remove: renews(webhooks.remove, own),
    },
    webhookDeliveries: { put: webhookDeliveries.put, list: webhookDeliveries.list, sweep: webhookDeliveries.sweep },
    conversations: {
      ...conversations,
      ...leavingConversationStore(connection, [
        shares,
        { removeOfConversation: proposals.withdrawVotesOfConversation },
        messages,
        results,
        exportFiles,
      ]),
    },
    messages,
    results,
    proposals,
    shares,
    personalities: {
      ...personalities,
      add: uniquely('personalities', personalities.add),
      change: uniquely('personalities', personalities.change, ([, , change]) => isNaming(change)),
    },
    users: {
      ...users,
      ...dueMailStore(connection),
      ...subjects,
      add: uniquely('users', users.add),
      change: uniquely('users', users.change, ([, , { email }]) => email !== undefined),
      linkSubject: uniquely('users', subjects.linkSubject),
    },
    portalSessions: portalSessionStore(connection, sealed, clock),
    mailedTokens: mailedTokenStore(connection),
    loginAttempts: loginAttemptStore(connection),
    ssoConfigurations: ssoConfigurationStore(connection, sealed),
    ssoLogins: ssoLoginStore(connection, sealed),
    operators: operatorStore(connection),
    sessions: sessionStore(connection),
    audit: auditStore(connection),
    modelUsage: modelUsageStore(connection),
    usageDays: usageDayStore(connection),
    quotas: { isNearMarked: quotas.isNearMarked, markNear: quotas.markNear, remove: quotas.remove },
    jobs,
    exportFiles,
    evaluations,
    evaluationRuns: { ...evaluationRuns, add: uniquely('evaluation_runs', evaluationRuns.add) },
    claims: claimStore(connection),
    keptReplies: keptReplyStore(connection, sealed),
    streamTickets: streamTicketStore(connection, clock),
    paymentEvents: paymentEventStore(connection),
    logos: logoStore(connection),
    belongings: belongingStore(connection),
    sealed: resealStore(connection, sealed),
  }
}

/** Has a connection know every collection, for a process that makes its store ready and reads nothing of it. */
export const declareCollections = (connection: Connection, clock: StoreClock): void => {
  const none = { seal: () => new Uint8Array(), open: () => new Uint8Array() }
  storeCollections(connection, { addresses: none, pepper: new Uint8Array() }, clock, {
    onRenewed: () => undefined,
    unique: async () => undefined,
  })
}
