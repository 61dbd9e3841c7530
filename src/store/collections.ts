import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../access/rules/organization-ref.ts'
import { authorizationRevisionStore, renewing } from '../access/store/authorization-revisions.ts'
import { keyHolderStore } from '../access/store/key-holders.ts'
import { streamTicketStore } from '../access/store/stream-tickets.ts'
import { claimStore } from '../ask/store/claims.ts'
import { conversationDeletionStore } from '../ask/store/conversation-deletions.ts'
import { conversationStore } from '../ask/store/conversations.ts'
import { idempotentReplyStore } from '../ask/store/idempotent-replies.ts'
import { messageStore } from '../ask/store/messages.ts'
import { resultStore } from '../ask/store/results.ts'
import { dueMailStore } from '../manage/accounts/store/due-mails.ts'
import { loginAttemptStore } from '../manage/accounts/store/login-attempts.ts'
import { mailedTokenStore } from '../manage/accounts/store/mailed-tokens.ts'
import { portalSessionStore } from '../manage/accounts/store/portal-sessions.ts'
import { providerSubjectStore } from '../manage/accounts/store/provider-subjects.ts'
import { userStore } from '../manage/accounts/store/users.ts'
import { apiKeyStore } from '../manage/api-keys/store/api-keys.ts'
import { auditStore } from '../manage/audit/store/audit.ts'
import { paymentEventStore } from '../manage/billing/store/payment-events.ts'
import { logoStore } from '../manage/branding/store/logos.ts'
import { catalogStore } from '../manage/databases/store/catalogs.ts'
import { databaseDeletionStore } from '../manage/databases/store/database-deletion.ts'
import { databaseStore } from '../manage/databases/store/databases.ts'
import { evaluationRunStore } from '../manage/evaluation/store/evaluation-runs.ts'
import { evaluationStore } from '../manage/evaluation/store/evaluations.ts'
import { exportFileStore } from '../manage/exports/store/export-files.ts'
import { jobStore } from '../manage/jobs/store/jobs.ts'
import { oauthGrantStore } from '../manage/oauth/store/oauth-grants.ts'
import { oauthItemStore } from '../manage/oauth/store/oauth-items.ts'
import { operatorStore } from '../manage/operators/store/operators.ts'
import { belongingStore } from '../manage/organizations/store/belongings.ts'
import { organizationStore } from '../manage/organizations/store/organizations.ts'
import { ownerStore } from '../manage/organizations/store/owners.ts'
import { patternStore } from '../manage/patterns/store/patterns.ts'
import { proposalStore } from '../manage/patterns/store/proposals.ts'
import { personalityStore } from '../manage/personalities/store/personalities.ts'
import { sessionStore } from '../manage/sessions/store/sessions.ts'
import { shareStore } from '../manage/shares/store/shares.ts'
import { ssoConfigurationStore } from '../manage/sso/store/sso-configurations.ts'
import { ssoLoginStore } from '../manage/sso/store/sso-logins.ts'
import { modelUsageStore } from '../manage/usage/store/model-usage.ts'
import { quotaStore } from '../manage/usage/store/quotas.ts'
import { usageDayStore } from '../manage/usage/store/usage-days.ts'
import { webhookDeliveryStore } from '../manage/webhooks/store/webhook-deliveries.ts'
import { webhookStore } from '../manage/webhooks/store/webhooks.ts'
import type { StoreClock } from '../platform/mongodb/store-clock.ts'
import { resealStore } from './reseal.ts'
import { fieldCipher } from './sealed.ts'

export interface StoreKeys {
  /** Encrypts customers' connection strings and stored replies. */
  readonly addresses: { seal(plain: Uint8Array): Uint8Array; open(sealed: Uint8Array): Uint8Array }
  /** The HMAC key of API keys. */
  readonly pepper: Uint8Array
  /** HMAC keys from before a rotation: an API key that matches one of them is stored again with the current one. */
  readonly olderPeppers?: readonly Uint8Array[]
}

interface Writes {
  /** Called with the organization whose revision this process has renewed. */
  onRenewed(caller: OrganizationRef): void
  /** Resolves when the unique indexes of a collection exist. */
  unique(collection: string): Promise<void>
}

type Write<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

const own = (owner: OrganizationRef): number => owner.organizationId

/** Whether a change sets a name. */
const isNaming = (change: { readonly name?: unknown }): boolean => change.name !== undefined

/** One object per collection. Writes that change data cached by processes renew the revision of the organization. */
export const storeCollections = (
  connection: Connection,
  { addresses, pepper, olderPeppers }: StoreKeys,
  clock: StoreClock,
  { onRenewed, unique }: Writes,
) => {
  const sealed = fieldCipher(addresses)
  const authorizationRevisions = authorizationRevisionStore(connection, onRenewed)
  const renews = renewing(authorizationRevisions.renew)
  /** Makes a write of a unique value wait for its unique index. */
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
  // After `evaluationStore`, whose model it reads.
  const evaluationRuns = evaluationRunStore(connection)
  const organizations = organizationStore(connection, shares)
  const owners = ownerStore(connection)
  const users = userStore(connection, sealed)
  const subjects = providerSubjectStore(connection, sealed)
  const personalities = personalityStore(connection)
  const oauthGrants = oauthGrantStore(connection)
  const webhookDeliveries = webhookDeliveryStore(connection)
  const webhooks = webhookStore(connection, sealed, webhookDeliveries)
  const databaseDeletions = databaseDeletionStore(connection, {
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
    authorizationRevisions,
    keyHolders: keyHolderStore({ authorizationRevisions, apiKeys: keys, organizations, databases }),
    organizations: {
      ...organizations,
      ...owners,
      change: renews(organizations.change, own),
      changeBilling: renews(organizations.changeBilling, own),
      changeOwners: renews(owners.changeOwners, own),
      markPendingDeletion: renews(organizations.markPendingDeletion, own),
      put: renews(organizations.put, ({ id }) => id),
    },
    apiKeys: {
      ...keys,
      // No revision is renewed: a new key is not cached by any process.
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
      ...databaseDeletions,
      add: uniquely('databases', renews(databases.add, own)),
      change: uniquely('databases', renews(databases.change, own), ([, , change]) => isNaming(change)),
      put: uniquely('databases', renews(databases.put, own)),
      putIdentity: renews(databases.putIdentity, own),
      renewIdentity: renews(databases.renewIdentity, own),
      markPendingDeletion: renews(databaseDeletions.markPendingDeletion, own),
      remove: renews(databaseDeletions.remove, own),
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
      ...conversationDeletionStore(connection, [
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
    portalSessions: portalSessionStore(connection, sealed, clock, oauthGrants),
    oauthGrants,
    oauthItems: oauthItemStore(connection, sealed),
    mailedTokens: mailedTokenStore(connection),
    loginAttempts: loginAttemptStore(connection),
    ssoConfigurations: ssoConfigurationStore(connection, sealed),
    ssoLogins: ssoLoginStore(connection, sealed),
    operators: operatorStore(connection),
    sessions: sessionStore(connection),
    audit: auditStore(connection),
    modelUsage: modelUsageStore(connection),
    usageDays: usageDayStore(connection, clock),
    quotas: { isReported: quotas.isReported, markReported: quotas.markReported, remove: quotas.remove },
    jobs,
    exportFiles,
    evaluations,
    evaluationRuns: { ...evaluationRuns, add: uniquely('evaluation_runs', evaluationRuns.add) },
    claims: claimStore(connection),
    keptReplies: idempotentReplyStore(connection, sealed),
    streamTickets: streamTicketStore(connection, clock),
    paymentEvents: paymentEventStore(connection),
    logos: logoStore(connection),
    belongings: belongingStore(connection),
    sealed: resealStore(connection, sealed),
  }
}

/** Declares the models of all collections on a connection, for a process that only prepares the store. */
export const declareCollections = (connection: Connection, clock: StoreClock): void => {
  const none = { seal: () => new Uint8Array(), open: () => new Uint8Array() }
  storeCollections(connection, { addresses: none, pepper: new Uint8Array() }, clock, {
    onRenewed: () => undefined,
    unique: async () => undefined,
  })
}
