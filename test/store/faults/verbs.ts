import { DEFAULT_BRANDING } from '../../../src/access/rules/organization.ts'
import { EMPTY_CATALOG } from '../../../src/ask/rules/catalog.ts'
import { assistantMessageId, userMessageId } from '../../../src/ask/rules/history/message.ts'
import { ERASURE_ORDER } from '../../../src/manage/organizations/rules/removal.ts'
import { type PatternState, patternState } from '../../../src/manage/patterns/rules/pattern.ts'
import type { Store, StoreFunction } from '../../../src/store/store.ts'
import { run } from '../run-fixture.ts'
import { SHARE_TOKEN, SHARED, shareLink } from '../share-fixture.ts'
import { JOB_VERBS } from './job-verbs.ts'
import { OAUTH_VERBS } from './oauth-verbs.ts'
import { PEOPLE_VERBS } from './people-verbs.ts'
import {
  AT,
  BILLING,
  CHANGE,
  conversation,
  database,
  FAILURE,
  KEY,
  message,
  OWN,
  PATTERN,
  PERSONALITY,
  POLICY,
  RATED,
  type Seeded,
  TICKET,
  TURN,
} from './seed.ts'
import { allOf, GONE, gives, NEXT_YEAR, once, PAGE, type VerbUse } from './verb-use.ts'

const TICKET_OF = async (store: Store, { ticket }: Seeded) => (await store.streamTickets.find(ticket)) ?? { id: 'none' }
const stateOf = async (store: Store): Promise<PatternState> => {
  const found = await store.patterns.find(OWN, 'pattern')
  return found === undefined ? { id: 'none', updatedAt: AT, hasFailed: false } : patternState(found)
}
const LATE_OWN = { organizationId: 2 }

const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const NEAR = { limit: 'tokens', period: '2026-11-01' } as const

const SPENDING = {
  model: 'openai:gpt-4.1',
  inputTokens: 100,
  cachedInputTokens: 10,
  outputTokens: 20,
  calls: 1,
  costMicros: 70,
}

const DECIDED = 'the first call has decided'

/** All functions of the store; a missing one does not compile. */
export const VERBS: Readonly<
  Record<
    Exclude<StoreFunction, 'close' | 'apiKeys.newId' | 'apiKeys.idFrom' | 'missingIndexes' | 'untilReady'>,
    VerbUse
  >
> = {
  ping: once((store) => store.ping()),
  'organizations.find': once((store) => store.organizations.find(OWN)),
  'organizations.all': once((store) => store.organizations.all()),
  'organizations.newId': {
    ...once(async (store) => typeof (await store.organizations.newId())),
    leaves: 'an unused organization id: ids are never reused',
  },
  'organizations.listPendingDeletion': once((store) => store.organizations.listPendingDeletion()),
  'organizations.findPendingDeletion': once((store) => store.organizations.findPendingDeletion(LATE_OWN)),
  'organizations.markPendingDeletion': gives(
    (store) => store.organizations.markPendingDeletion(OWN, { entryId: 'e' }, 1),
    false,
    'it is marked; the removal continues from the mark',
  ),
  'organizations.deletePendingDeletion': once((store) => store.organizations.deletePendingDeletion(LATE_OWN)),
  'authorizationRevisions.remove': once((store) => store.authorizationRevisions.remove(OWN)),
  'belongings.erase': gives(
    async (store) => {
      const erased = []
      for (const kind of ERASURE_ORDER) erased.push(await store.belongings.erase(OWN, kind, { max: 20 }))
      return erased.every(({ more }) => !more)
    },
    true,
    'removed documents are not counted again',
  ),
  'belongings.turnsSince': once((store) => allOf(store.belongings.turnsSince(OWN, new Date(AT)))),
  'organizations.add': once((store) => store.organizations.add({ name: 'three', plan: 'free' }, 3)),
  'organizations.change': once((store) =>
    store.organizations.change(OWN, { name: 'other', shareLinks: false }, { per_minute: 3 }),
  ),
  'organizations.put': once((store) =>
    store.organizations.put({ id: 9, name: 'any', plan: 'free', branding: DEFAULT_BRANDING }),
  ),
  'apiKeys.findByText': once((store) => store.apiKeys.findByText(KEY)),
  'apiKeys.all': once((store) => store.apiKeys.all(OWN)),
  'apiKeys.add': once((store) =>
    store.apiKeys.add(OWN, { kind: 'organization', userId: 1, name: 'mine' }, 'newkey123456'),
  ),
  'apiKeys.list': once((store) => store.apiKeys.list(OWN, PAGE)),
  'apiKeys.findListed': once((store) => store.apiKeys.findListed(OWN, 'databasek1')),
  'apiKeys.countUnderEarlierSecret': once((store) => store.apiKeys.countUnderEarlierSecret()),
  'authorizationRevisions.find': once((store) => store.authorizationRevisions.find(OWN)),
  'authorizationRevisions.renew': once((store) => store.authorizationRevisions.renew(OWN)),
  'keyHolders.findCached': once((store) => store.keyHolders.findCached(KEY, true)),
  'apiKeys.find': once((store) => store.apiKeys.find(OWN, 'databasek1')),
  'keyHolders.findById': once((store) => store.keyHolders.findById({ organizationId: 1, keyId: 'databasek1' })),
  'keyHolders.find': once((store) => store.keyHolders.find(KEY)),
  'apiKeys.change': once((store) => store.apiKeys.change(OWN, 'databasek1', { name: 'other', addresses: null })),
  'apiKeys.revoke': gives(
    (store) => store.apiKeys.revoke(OWN, 'databasek1'),
    false,
    'it is already revoked, and the route reports that',
  ),
  'apiKeys.recordUse': once((store) => store.apiKeys.recordUse('databasek1', new Date(AT))),
  'apiKeys.rotate': once((store) => store.apiKeys.rotate(OWN, 'databasek1', 60_000)),
  'apiKeys.revokeAll': once((store) => store.apiKeys.revokeAll(OWN)),
  'apiKeys.revokeOfDatabase': once((store) => store.apiKeys.revokeOfDatabase(OWN, 'shop', new Date(AT))),
  'apiKeys.put': once((store) =>
    store.apiKeys.put({ id: 'k9', organizationId: 1, kind: 'organization', userId: 1 }, KEY),
  ),
  'databases.find': once((store) => store.databases.find(OWN, 'shop')),
  'databases.all': once((store) => store.databases.all(OWN)),
  'databases.findAddress': once((store) => store.databases.findAddress(OWN, 'shop')),
  'databases.findIdentitySecret': once((store) => store.databases.findIdentitySecret(OWN, 'shop')),
  'databases.renewIdentity': once((store) => store.databases.renewIdentity(OWN, 'shop', 'required')),
  'databases.putIdentity': once((store) => store.databases.putIdentity(OWN, 'shop', 'required', 'other')),
  'databases.count': once((store) => store.databases.count(OWN)),
  'databases.list': once((store) => store.databases.list(OWN, PAGE)),
  'databases.add': once((store) => store.databases.add(database('farm'), 'any:farm', 2)),
  'databases.change': gives(
    (store) => store.databases.change(OWN, 'shop', { policy: POLICY, name: 'other' }, 0),
    'changed meanwhile',
    'the base revision is outdated: the caller reads again and finds the change',
  ),
  'databases.markPendingDeletion': once((store) => store.databases.markPendingDeletion(OWN, 'shop')),
  'databases.isPendingDeletion': once((store) => store.databases.isPendingDeletion(OWN, 'shop')),
  'databases.remove': gives((store) => store.databases.remove(OWN, 'shop'), undefined, GONE),
  'databases.sweep': once((store) =>
    store.databases.markPendingDeletion(OWN, 'shop').then(() => store.databases.sweep(NEXT_YEAR)),
  ),
  'databases.put': once((store) => store.databases.put(database('shop'), 'any:other')),
  'sealed.reseal': once(async (store) => [
    await store.sealed.reseal('databases'),
    await store.sealed.reseal('webhooks'),
  ]),
  'conversations.find': once((store) => store.conversations.find(OWN, 'c')),
  'conversations.findContext': once((store) => store.conversations.findContext(OWN, 'c')),
  'conversations.list': once((store) => store.conversations.list(OWN, 20)),
  'conversations.add': gives(
    (store) => store.conversations.add(conversation('new'), [], 'write'),
    false,
    'it exists: the step continues with it and counts nothing twice',
  ),
  'conversations.rename': once((store) => store.conversations.rename(OWN, 'c', 'other')),
  'conversations.countMessage': once((store) => store.conversations.countMessage(OWN, 'c', 'write', new Date(AT))),
  'conversations.uncountMessage': once((store) => store.conversations.uncountMessage(OWN, 'c', 'write')),
  'conversations.correctLastMessageAt': once((store) =>
    store.conversations.correctLastMessageAt(OWN, 'c', new Date(AT), new Date(AT)),
  ),
  'conversations.markPendingDeletion': once((store) => store.conversations.markPendingDeletion(OWN, 'c')),
  'conversations.listPendingDeletion': once((store) => store.conversations.listPendingDeletion(OWN)),
  'conversations.remove': gives((store) => store.conversations.remove(OWN, 'c'), false, GONE),
  'conversations.sweep': once((store) =>
    store.conversations.markPendingDeletion(OWN, 'c').then(() => store.conversations.sweep(NEXT_YEAR)),
  ),
  'messages.add': gives(
    (store) => store.messages.add(OWN, 'shop', message('m', 'USER')),
    false,
    'it exists as first stored',
  ),
  'messages.open': gives(
    async (store) => (await store.messages.open(OWN, 'shop', message('m', 'USER'), new Date(AT))).isNew,
    false,
    DECIDED,
  ),
  'messages.refuse': gives(
    async (store) => (await store.messages.refuse(OWN, 'none', 'internal')).isNew,
    false,
    DECIDED,
  ),
  'messages.sweep': once((store) => store.messages.sweep(NEXT_YEAR)),
  'messages.find': once((store) => store.messages.find(OWN, userMessageId('turn'))),
  'messages.openedAt': once((store) => store.messages.openedAt(OWN, 'turn')),
  'messages.cancel': once((store) => store.messages.cancel(OWN, userMessageId('turn'))),
  'messages.isCancelled': once((store) => store.messages.isCancelled(OWN, userMessageId('turn'))),
  'messages.rate': once((store) => store.messages.rate(OWN, assistantMessageId('turn'), { rating: 'up' })),
  'messages.putView': once((store) => store.messages.putView(OWN, assistantMessageId('turn'), 1, { shows: 'table' })),
  'messages.list': once((store) => store.messages.list(OWN, 50, {})),
  'messages.allOfConversation': once((store) => store.messages.allOfConversation(OWN, 'c')),
  'messages.removeOfConversation': once((store) => store.messages.removeOfConversation(OWN, 'c')),
  'results.put': once((store) => store.results.put(OWN, TURN, run(2), 2)),
  'results.find': once((store) => store.results.find(OWN, 'turn')),
  'results.removeOfConversation': once((store) => store.results.removeOfConversation(OWN, 'c')),
  'personalities.find': once((store) => store.personalities.find(OWN, 'p')),
  'personalities.list': once((store) => store.personalities.list(OWN, PAGE)),
  'personalities.add': once((store) => store.personalities.add(OWN, { ...PERSONALITY, name: 'New' }, 'new')),
  'personalities.change': once((store) => store.personalities.change(OWN, 'p', { greeting: 'Hi' })),
  'personalities.remove': gives((store) => store.personalities.remove(OWN, 'p'), false, GONE),
  'sessions.find': once((store) => store.sessions.find(OWN, 's')),
  'sessions.recordTurn': once((store) =>
    store.sessions.recordTurn(OWN, 'c', { databaseId: 'farm', conversationId: 'new', askedAt: AT }),
  ),
  'sessions.list': once((store) => store.sessions.list(OWN, PAGE)),
  'sessions.findInOrganization': once((store) => store.sessions.findInOrganization(OWN, 's')),
  'sessions.remove': gives((store) => store.sessions.remove(OWN, 's'), false, GONE),
  'patterns.find': once((store) => store.patterns.find(OWN, 'pattern')),
  'patterns.list': once((store) => store.patterns.list(OWN, PAGE, 'shop')),
  'patterns.count': once((store) => store.patterns.count(OWN, 'shop')),
  'patterns.add': once((store) => store.patterns.add(OWN, 'shop', { ...PATTERN, question: 'How?' }, 'new')),
  'patterns.change': once((store) => store.patterns.change(OWN, { id: 'pattern', databaseId: 'shop' }, PATTERN)),
  'patterns.recordFailure': once(
    async (store) => await store.patterns.recordFailure(OWN, await stateOf(store), FAILURE),
  ),
  'patterns.clearFailure': once(async (store) => await store.patterns.clearFailure(OWN, await stateOf(store))),
  'patterns.remove': gives((store) => store.patterns.remove(OWN, { id: 'pattern', databaseId: 'shop' }), false, GONE),
  'patterns.removeOfDatabase': once((store) => store.patterns.removeOfDatabase(OWN, 'shop')),
  'proposals.proposedBy': once((store) => store.proposals.proposedBy(OWN, assistantMessageId('turn'))),
  'proposals.propose': once((store) => store.proposals.propose(OWN, 'pattern', { ...RATED, question: 'How?' })),
  'proposals.withdrawVotesOfConversation': once((store) =>
    store.proposals.withdrawVotesOfConversation(OWN, RATED.conversationId),
  ),
  'proposals.withdrawVote': once((store) => store.proposals.withdrawVote(OWN, RATED)),
  'proposals.find': once((store, { proposalId }) => store.proposals.find(OWN, 'pattern', proposalId)),
  'proposals.list': once((store) => store.proposals.list(OWN, 'pattern', PAGE, 'shop')),
  'proposals.dismiss': gives(
    (store, { proposalId }) => store.proposals.dismiss(OWN, 'pattern', proposalId),
    false,
    'it is dismissed',
  ),
  'proposals.remove': once((store, { proposalId }) => store.proposals.remove(OWN, 'pattern', proposalId)),
  'proposals.removeOfDatabase': once((store) => store.proposals.removeOfDatabase(OWN, 'shop')),
  'catalogs.find': once((store) => store.catalogs.find(OWN, 'shop')),
  'catalogs.put': once((store) => store.catalogs.put(OWN, 'shop', EMPTY_CATALOG)),
  'catalogs.findShape': once((store) => store.catalogs.findShape(OWN, 'shop')),
  'catalogs.indexedSince': once(async (store) => [...(await store.catalogs.indexedSince(['shop'], NEXT_YEAR))]),
  'databases.listAfter': once((store) => store.databases.listAfter('a', 10)),
  'catalogs.remove': once((store) => store.catalogs.remove(OWN, 'shop')),
  'patterns.version': once((store) => store.patterns.version(OWN, 'shop')),
  'patterns.questions': once((store) => store.patterns.questions(OWN, 'shop')),
  'audit.record': {
    ...once((store) =>
      store.audit.record(OWN, CHANGE, { write: () => store.organizations.change(OWN, { name: 'other' }) }),
    ),
    leaves: 'an entry that stays begun, since its outcome is unknown',
  },
  'audit.begin': {
    ...once((store) => store.audit.begin(OWN, CHANGE)),
    leaves: 'an entry that stays begun',
  },
  'audit.end': once((store, { entryId }) => store.audit.end(OWN, entryId, 'done')),
  'audit.last': once((store) => store.audit.last(OWN, CHANGE)),
  'audit.list': once((store) => store.audit.list(OWN, PAGE)),
  'modelUsage.count': once((store) => store.modelUsage.count(OWN, { turnId: 'spent', month: '2026-11' }, [SPENDING])),
  'modelUsage.spending': once((store) => store.modelUsage.spending(OWN, '2026-11')),
  'modelUsage.remove': once((store) => store.modelUsage.remove(OWN)),
  'usageDays.count': once((store) =>
    store.usageDays.count(OWN, {
      id: 'spent',
      day: '2026-11-26',
      keyId: 'k',
      counts: { questions: 1 },
      spending: [SPENDING],
    }),
  ),
  'usageDays.byDay': once((store) => allOf(store.usageDays.byDay(OWN, YEAR))),
  'usageDays.cells': once((store) => allOf(store.usageDays.cells(OWN, YEAR))),
  'usageDays.remove': once((store) => store.usageDays.remove(OWN)),
  'quotas.markReported': gives(
    (store) => store.quotas.markReported(OWN, NEAR),
    false,
    'it is marked after the report: only its log line is lost',
  ),
  'quotas.isReported': once((store) => store.quotas.isReported(OWN, NEAR)),
  'quotas.remove': once((store) => store.quotas.remove(OWN)),
  'logos.put': once((store) => store.logos.put(OWN, 'new', new Uint8Array(2))),
  'logos.find': once((store) => store.logos.find('logo')),
  'logos.keep': once((store) => store.logos.keep(OWN, ['logo'])),
  'logos.removeOthers': once((store) => store.logos.removeOthers(OWN, [], NEXT_YEAR)),
  'claims.add': gives(
    async (store) => (await store.claims.add(OWN, 'new', { ...TURN, request: 'digest' })).isNew,
    false,
    'the claim exists and names the turn, which later callers join',
  ),
  'claims.find': once((store) => store.claims.find(OWN, 'q')),
  'claims.open': gives(
    async (store) => (await store.claims.open(OWN, 'q', 'turn'))?.isNew,
    false,
    'it is opened, and only the first writer sees it as new',
  ),
  'claims.refuse': gives(
    async (store) => (await store.claims.refuse(OWN, 'own', 'own', 'internal'))?.isNew,
    false,
    'it is refused, and only the first writer sees it as new',
  ),
  'claims.release': once((store) => store.claims.release(OWN, 'q', 'turn')),
  'claims.sweep': once((store) => store.claims.sweep(NEXT_YEAR)),
  'keptReplies.put': once((store) => store.keptReplies.put(OWN, 'r', { kept: 'other' })),
  'keptReplies.find': once((store) => store.keptReplies.find(OWN, 'r')),
  'keptReplies.sweep': once((store) => store.keptReplies.sweep(NEXT_YEAR)),
  'streamTickets.add': {
    ...once((store) => store.streamTickets.add({ ...OWN, keyId: 'organizat1' }, TICKET)),
    leaves: 'a ticket with an unknown text, for 60 seconds',
  },
  'streamTickets.find': once(async (store, { ticket }) => {
    const found = await store.streamTickets.find(ticket)
    return found && { ...found, expiresAt: 'as the clocks are apart' }
  }),
  'streamTickets.use': gives(
    async (store, seeded) => store.streamTickets.use(await TICKET_OF(store, seeded), NEXT_YEAR.getTime()),
    false,
    'it is used, and works once: the page gets another one',
  ),
  'streamTickets.bind': once(async (store, seeded) => {
    const ticket = await TICKET_OF(store, seeded)
    await store.streamTickets.use(ticket, NEXT_YEAR.getTime())
    await store.streamTickets.bind(ticket, 'turn')
  }),
  'streamTickets.sweep': once((store) => store.streamTickets.sweep(NEXT_YEAR)),
  'shares.add': once((store) => store.shares.add(shareLink(1, 'new'), 'another token', SHARED)),
  'shares.findByToken': once((store) => store.shares.findByToken(SHARE_TOKEN)),
  'shares.listOfMessage': once((store) => store.shares.listOfMessage(OWN, assistantMessageId('turn'))),
  'shares.remove': gives((store) => store.shares.remove(OWN, 'share', false), false, GONE),
  'shares.removeOfConversation': once((store) => store.shares.removeOfConversation(OWN, 'c')),
  'shares.removeOfDatabase': once((store) => store.shares.removeOfDatabase(OWN, 'shop')),
  'shares.removeAll': once((store) => store.shares.removeAll(OWN)),
  'shares.sweep': once((store) => store.shares.sweep(NEXT_YEAR)),
  'organizations.findByCustomer': once((store) => store.organizations.findByCustomer('cus_one')),
  'organizations.changeBilling': gives(
    (store) =>
      store.organizations.changeBilling(OWN, 1, { billing: { ...BILLING, status: 'past_due' }, plan: 'starter' }),
    false,
    'the base version is outdated: a repeated read finds the change',
  ),
  'organizations.leaseDueReconciliation': gives(
    (store) => store.organizations.leaseDueReconciliation(NEXT_YEAR, new Date(NEXT_YEAR.getTime() + 1)),
    undefined,
    'it is leased, and due again after the lease expires',
  ),
  'organizations.setReconciliationDue': once((store) => store.organizations.setReconciliationDue(OWN, NEXT_YEAR)),
  'paymentEvents.has': once((store) => store.paymentEvents.has(OWN, 'evt_one')),
  'paymentEvents.add': once((store) => store.paymentEvents.add(OWN, 'evt_two', new Date(AT))),
  'paymentEvents.sweep': once((store) => store.paymentEvents.sweep(NEXT_YEAR)),
  ...JOB_VERBS,
  ...PEOPLE_VERBS,
  ...OAUTH_VERBS,
}
