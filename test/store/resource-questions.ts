import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/access/rules/caller.ts'
import { DEFAULT_BRANDING } from '../../src/access/rules/organization.ts'
import { EMPTY_CATALOG } from '../../src/ask/rules/catalog.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { newKeyId, randomKey } from '../../src/manage/api-keys/store/api-key-text.ts'
import { ERASURE_ORDER } from '../../src/manage/organizations/rules/removal.ts'
import { DEFAULT_PERSONALITY } from '../../src/manage/personalities/rules/personality.ts'
import type { Store, StoreFunction } from '../../src/store/store.ts'
import { run } from './run-fixture.ts'
import { SHARE_TOKEN, SHARED, shareLink } from './share-fixture.ts'

const AT = '2026-11-21T10:00:00.000Z'
const AFTER = { at: AT, id: 'm' }
const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const PAGE = { page: 3, pageSize: 20 }
const MESSAGE = {
  id: 'm',
  conversationId: 'c',
  content: 'any',
  sender: 'USER',
  timestamp: AT,
  type: 'text',
  metadata: {},
} as const
const POLICY = { version: 1, engine: 'any', tables: {} } as const
const CLAIM = { turnId: 'turn', conversationId: 'c', request: 'digest' }
const DATABASE = { id: 'shop', name: 'shop', engine: 'any', requiresOrganizationScoping: true, policy: POLICY }
const PATTERN = { question: 'Why?', query: 'any', verifiedBy: 'Ann' }
const STATE = { id: 'p', updatedAt: '2026-11-21T00:00:00.000Z', hasFailed: false }
const FAILURE = { at: STATE.updatedAt, turnId: 'turn', by: 'guard' as const, reason: 'no' }
const CHANGE = { actor: { kind: 'command' }, action: 'any.changed', subject: 'any', changes: [] } as const
const KEY = { kind: 'organization', userId: 1 } as const

/** Every function of the resources of an organization, its conversations and turns, as a caller uses it. */
export const resourceQuestions = (store: () => Store) =>
  ({
    'organizations.find': (caller) => [store().organizations.find(caller)],
    'organizations.all': () => [store().organizations.all()],
    'organizations.newId': () => [store().organizations.newId()],
    'organizations.listPendingDeletion': () => [store().organizations.listPendingDeletion()],
    'organizations.findPendingDeletion': (caller) => [store().organizations.findPendingDeletion(caller)],
    'organizations.markPendingDeletion': ({ organizationId }) => [
      store().organizations.markPendingDeletion({ organizationId: organizationId + 100 }, { entryId: 'e' }, 0),
    ],
    'organizations.deletePendingDeletion': ({ organizationId }) => [
      store().organizations.deletePendingDeletion({ organizationId: organizationId + 100 }),
    ],
    'authorizationRevisions.remove': ({ organizationId }) => [
      store().authorizationRevisions.remove({ organizationId: organizationId + 100 }),
    ],
    'belongings.erase': ({ organizationId }) =>
      ERASURE_ORDER.map((kind) => store().belongings.erase({ organizationId: organizationId + 100 }, kind, { max: 1 })),
    'belongings.turnsSince': (caller) => [store().belongings.turnsSince(caller, new Date(AT)).next()],
    'organizations.add': () => [store().organizations.add({ name: 'any', plan: 'free' })],
    'organizations.change': (caller) => [store().organizations.change(caller, { name: 'other' })],
    'organizations.put': () => [
      store().organizations.put({ id: 9, name: 'any', plan: 'free', branding: DEFAULT_BRANDING }),
    ],
    'apiKeys.findByText': () => [store().apiKeys.findByText(randomKey('organization'))],
    'apiKeys.all': (caller) => [store().apiKeys.all(caller)],
    'apiKeys.add': (caller) => [store().apiKeys.add(caller, KEY)],
    'apiKeys.list': (caller) => [store().apiKeys.list(caller, PAGE)],
    'apiKeys.findListed': (caller) => [store().apiKeys.findListed(caller, 'k')],
    'authorizationRevisions.find': (caller) => [store().authorizationRevisions.find(caller)],
    'authorizationRevisions.renew': (caller) => [store().authorizationRevisions.renew(caller)],
    'keyHolders.findCached': () => [store().keyHolders.findCached(randomKey('database'), true)],
    'apiKeys.find': (caller) => [store().apiKeys.find(caller, 'k')],
    'keyHolders.findById': (caller) => [store().keyHolders.findById({ ...caller, keyId: 'k' })],
    'keyHolders.find': () => [store().keyHolders.find(randomKey('database'))],
    'apiKeys.change': (caller) => [store().apiKeys.change(caller, 'k', { name: 'other', addresses: null })],
    'apiKeys.revoke': (caller) => [store().apiKeys.revoke(caller, 'k')],
    'apiKeys.recordUse': () => [store().apiKeys.recordUse(newKeyId())],
    'apiKeys.rotate': (caller) => [store().apiKeys.rotate(caller, 'k')],
    'apiKeys.revokeAll': ({ organizationId }) => [store().apiKeys.revokeAll({ organizationId: organizationId + 100 })],
    'apiKeys.revokeOfDatabase': (caller) => [store().apiKeys.revokeOfDatabase(caller, 'shop')],
    'apiKeys.put': () => [store().apiKeys.put({ id: 'k', organizationId: 1, ...KEY }, 'sk_k')],
    'databases.find': (caller) => [store().databases.find(caller, 'shop')],
    'databases.all': (caller) => [store().databases.all(caller)],
    'databases.findAddress': (caller) => [store().databases.findAddress(caller, 'shop')],
    'databases.findIdentitySecret': (caller) => [store().databases.findIdentitySecret(caller, 'shop')],
    'databases.renewIdentity': (caller) => [store().databases.renewIdentity(caller, 'shop', 'accepted')],
    'databases.putIdentity': (caller) => [store().databases.putIdentity(caller, 'shop', 'accepted', 'secret')],
    'databases.count': (caller) => [store().databases.count(caller)],
    'databases.list': (caller) => [store().databases.list(caller, PAGE)],
    'databases.add': (caller) => [
      store().databases.add(
        { ...DATABASE, organizationId: caller.organizationId, glossary: EMPTY_GLOSSARY },
        'any:shop',
        9,
      ),
    ],
    'databases.change': (caller) => [
      store().databases.change(caller, 'shop', { policy: POLICY }),
      store().databases.change(caller, 'shop', { name: 'other' }, 7),
    ],
    'databases.remove': (caller) => [store().databases.remove(caller, 'none')],
    'databases.markPendingDeletion': (caller) => [store().databases.markPendingDeletion(caller, 'none')],
    'databases.isPendingDeletion': (caller) => [store().databases.isPendingDeletion(caller, 'shop')],
    'databases.sweep': () => [store().databases.sweep(new Date(AT))],
    'databases.put': () => [
      store().databases.put({ ...DATABASE, organizationId: 1, glossary: EMPTY_GLOSSARY }, 'any:shop'),
    ],
    'conversations.find': (caller) => [store().conversations.find(caller, 'c')],
    'conversations.findContext': (caller) => [store().conversations.findContext(caller, 'c')],
    'conversations.list': (caller) => [
      store().conversations.list(caller, 20),
      store().conversations.list(caller, 20, AFTER),
      store().conversations.list(caller, 20, AFTER, { userId: 7 }),
      store().conversations.list(caller, 20, AFTER, { userId: 7, search: 'any' }),
      store().conversations.list(caller, 20, AFTER, { search: 'any' }),
    ],
    'conversations.add': ({ organizationId }) => [
      store().conversations.add({
        id: `c${organizationId}`,
        organizationId,
        userId: 1,
        scopeId: 'ann',
        databaseId: 'shop',
        title: 'any',
        lastMessageAt: AT,
        messageCount: 0,
        createdAt: AT,
      }),
    ],
    'conversations.rename': (caller) => [store().conversations.rename(caller, 'c', 'other')],
    'conversations.countMessage': (caller) => [store().conversations.countMessage(caller, 'c', 'write', new Date(AT))],
    'conversations.uncountMessage': (caller) => [store().conversations.uncountMessage(caller, 'c', 'write')],
    'conversations.correctLastMessageAt': (caller) => [
      store().conversations.correctLastMessageAt(caller, 'c', new Date(AT), new Date(AT)),
    ],
    'conversations.markPendingDeletion': (caller) => [store().conversations.markPendingDeletion(caller, 'none')],
    'conversations.remove': (caller) => [store().conversations.remove(caller, 'none')],
    'conversations.listPendingDeletion': (caller) => [store().conversations.listPendingDeletion(caller)],
    'conversations.sweep': () => [store().conversations.sweep(new Date(AT))],
    'messages.add': (caller) => [store().messages.add(caller, 'shop', MESSAGE)],
    'messages.open': (caller) => [store().messages.open(caller, 'shop', MESSAGE, new Date(AT))],
    'messages.refuse': (caller) => [store().messages.refuse(caller, 'm', 'internal')],
    'messages.sweep': () => [store().messages.sweep(new Date(AT))],
    'messages.find': (caller) => [store().messages.find(caller, 'm')],
    'messages.openedAt': (caller) => [store().messages.openedAt(caller, 'm')],
    'messages.cancel': (caller) => [store().messages.cancel(caller, 'm')],
    'messages.isCancelled': (caller) => [store().messages.isCancelled(caller, 'm')],
    'messages.rate': (caller) => [store().messages.rate(caller, 'm', { rating: 'up' })],
    'messages.putView': (caller) => [
      store().messages.putView(caller, 'm', undefined, { shows: 'table' }),
      store().messages.putView(caller, 'm', 1, {}),
    ],
    'messages.list': (caller) => [
      store().messages.list(caller, 50, {}),
      store().messages.list(caller, 50, { after: AFTER }),
      store().messages.list(caller, 50, { conversationId: 'c' }),
      store().messages.list(caller, 50, { conversationId: 'c', after: AFTER }),
    ],
    'messages.allOfConversation': (caller) => [store().messages.allOfConversation(caller, 'c')],
    'messages.removeOfConversation': (caller) => [store().messages.removeOfConversation(caller, 'none')],
    'results.put': (caller) => [store().results.put(caller, { ...CLAIM, databaseId: 'shop' }, run(1), 1)],
    'results.find': (caller) => [store().results.find(caller, 'turn')],
    'results.removeOfConversation': (caller) => [store().results.removeOfConversation(caller, 'none')],
    'personalities.find': (caller) => [store().personalities.find(caller, 'p')],
    'personalities.list': (caller) => [store().personalities.list(caller, PAGE)],
    'personalities.add': (caller) => [
      store().personalities.add(caller, { name: randomUUID(), ...DEFAULT_PERSONALITY }),
    ],
    'personalities.change': (caller) => [store().personalities.change(caller, 'p', { greeting: 'Hi' })],
    'personalities.remove': (caller) => [store().personalities.remove(caller, 'none')],
    'sessions.find': (caller) => [store().sessions.find(caller, 's')],
    'sessions.recordTurn': (caller) => [
      store().sessions.recordTurn(caller, 's', { databaseId: 'shop', conversationId: 'c', askedAt: AT }),
    ],
    'sessions.list': (caller) => [store().sessions.list(caller, PAGE), store().sessions.list(caller, PAGE, 'ann')],
    'sessions.findInOrganization': (caller) => [store().sessions.findInOrganization(caller, 's')],
    'sessions.remove': (caller) => [store().sessions.remove(caller, 'none')],
    'patterns.find': (caller) => [store().patterns.find(caller, 'p')],
    'patterns.list': (caller) => [store().patterns.list(caller, PAGE), store().patterns.list(caller, PAGE, 'shop')],
    'patterns.count': (caller) => [store().patterns.count(caller, 'shop')],
    'patterns.add': (caller) => [store().patterns.add(caller, 'shop', { ...PATTERN, question: randomUUID() })],
    'patterns.change': (caller) => [store().patterns.change(caller, { id: 'p', databaseId: 'shop' }, PATTERN)],
    'patterns.recordFailure': (caller) => [store().patterns.recordFailure(caller, STATE, FAILURE)],
    'patterns.clearFailure': (caller) => [store().patterns.clearFailure(caller, STATE)],
    'patterns.remove': (caller) => [store().patterns.remove(caller, { id: 'none', databaseId: 'shop' })],
    'patterns.removeOfDatabase': (caller) => [store().patterns.removeOfDatabase(caller, 'none')],
    'proposals.proposedBy': (caller) => [store().proposals.proposedBy(caller, 't.assistant')],
    'proposals.propose': (caller) => [
      store().proposals.propose(caller, 'pattern', {
        conversationId: 'c',
        databaseId: 'shop',
        question: randomUUID(),
        query: 'SELECT 1',
      }),
    ],
    'proposals.withdrawVotesOfConversation': (caller) => [store().proposals.withdrawVotesOfConversation(caller, 'c')],
    'proposals.withdrawVote': (caller) => [
      store().proposals.withdrawVote(caller, {
        conversationId: 'c',
        databaseId: 'shop',
        question: 'none',
        query: 'SELECT 1',
      }),
    ],
    'proposals.find': (caller) => [store().proposals.find(caller, 'pattern', 'p')],
    'proposals.list': (caller) => [
      store().proposals.list(caller, 'pattern', PAGE),
      store().proposals.list(caller, 'pattern', PAGE, 'shop'),
    ],
    'proposals.dismiss': (caller) => [store().proposals.dismiss(caller, 'pattern', 'none')],
    'proposals.remove': (caller) => [store().proposals.remove(caller, 'pattern', 'none')],
    'proposals.removeOfDatabase': (caller) => [store().proposals.removeOfDatabase(caller, 'none')],
    'catalogs.find': (caller) => [store().catalogs.find(caller, 'shop')],
    'catalogs.put': (caller) => [store().catalogs.put(caller, `shop of ${caller.organizationId}`, EMPTY_CATALOG)],
    'catalogs.findShape': (caller) => [store().catalogs.findShape(caller, 'shop')],
    'catalogs.indexedSince': () => [store().catalogs.indexedSince(['shop'], new Date(AT))],
    'databases.listAfter': () => [store().databases.listAfter('a', 10)],
    'catalogs.remove': (caller) => [store().catalogs.remove(caller, 'none')],
    'patterns.version': (caller) => [store().patterns.version(caller, 'shop')],
    'patterns.questions': (caller) => [store().patterns.questions(caller, 'shop')],
    'audit.record': (caller) => [store().audit.record(caller, CHANGE, { write: async () => undefined })],
    'audit.begin': (caller) => [store().audit.begin(caller, CHANGE)],
    'audit.end': (caller) => [store().audit.end(caller, 'e', 'done')],
    'audit.last': (caller) => [store().audit.last(caller, CHANGE)],
    'audit.list': (caller) => [
      store().audit.list(caller, PAGE),
      store().audit.list(caller, PAGE, { action: 'any.changed', since: AT, until: AT }),
      store().audit.list(caller, PAGE, { actor: '7' }),
      store().audit.list(caller, PAGE, { actor: 'command', since: AT }),
      store().audit.list(caller, PAGE, { subject: 'any' }),
    ],
    'modelUsage.count': (caller) => [
      store().modelUsage.count(caller, { turnId: 'spent', month: '2026-11' }, [
        { model: 'm', inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, calls: 1, costMicros: null },
      ]),
    ],
    'modelUsage.spending': (caller) => [store().modelUsage.spending(caller, '2026-11')],
    'modelUsage.remove': (caller) => [store().modelUsage.remove(caller)],
    'usageDays.count': (caller) => [
      store().usageDays.count(caller, { id: 'turn', day: '2026-11-26', counts: { questions: 1 }, spending: [] }),
    ],
    'usageDays.byDay': (caller) => [store().usageDays.byDay(caller, YEAR).next()],
    'usageDays.cells': (caller) => [store().usageDays.cells(caller, YEAR).next()],
    'usageDays.remove': (caller) => [store().usageDays.remove(caller)],
    'quotas.markReported': (caller) => [
      store().quotas.markReported(caller, { limit: 'questions', period: '2026-11-01' }),
    ],
    'quotas.isReported': (caller) => [store().quotas.isReported(caller, { limit: 'questions', period: '2026-11-01' })],
    'quotas.remove': (caller) => [store().quotas.remove(caller)],
    'logos.put': ({ organizationId }) => [
      store().logos.put({ organizationId }, `logo of ${organizationId}`, new Uint8Array(2)),
    ],
    'logos.find': () => [store().logos.find('none')],
    'logos.keep': (caller) => [store().logos.keep(caller, ['none'])],
    'logos.removeOthers': (caller) => [store().logos.removeOthers(caller, ['none'], new Date(AT))],
    'claims.add': (caller) => [store().claims.add(caller, 'q', CLAIM)],
    'claims.find': (caller) => [store().claims.find(caller, 'q')],
    'claims.open': (caller) => [store().claims.open(caller, 'q', 'turn')],
    'claims.refuse': (caller) => [store().claims.refuse(caller, 'q', 'turn', 'internal')],
    'claims.release': (caller) => [store().claims.release(caller, 'q', 'other')],
    'claims.sweep': () => [store().claims.sweep(new Date(AT))],
    'apiKeys.countUnderEarlierSecret': () => [store().apiKeys.countUnderEarlierSecret()],
    'sealed.reseal': () => [store().sealed.reseal('databases'), store().sealed.reseal('users')],
    'keptReplies.put': (caller) => [store().keptReplies.put(caller, 'r', {})],
    'keptReplies.find': (caller) => [store().keptReplies.find(caller, 'r')],
    'streamTickets.add': (caller) => [
      store().streamTickets.add({ keyId: 'k', ...caller }, { isIdentified: false, databaseId: 'shop', revision: '' }),
    ],
    'streamTickets.find': () => [store().streamTickets.find(`tkt_${'a'.repeat(43)}`)],
    'streamTickets.use': () => [store().streamTickets.use({ id: 'none' }, Date.now() + 60_000)],
    'streamTickets.bind': () => [store().streamTickets.bind({ id: 'none' }, 'turn')],
    'streamTickets.sweep': () => [store().streamTickets.sweep(new Date(AT))],
    'keptReplies.sweep': () => [store().keptReplies.sweep(new Date(AT))],
    'shares.add': ({ organizationId }) => [
      store().shares.add(shareLink(organizationId, randomUUID()), randomUUID(), SHARED),
    ],
    'shares.findByToken': () => [store().shares.findByToken(SHARE_TOKEN)],
    'shares.listOfMessage': (caller) => [store().shares.listOfMessage(caller, 'turn.assistant')],
    'shares.remove': (caller) => [store().shares.remove(caller, 'none', false)],
    'shares.removeOfConversation': (caller) => [store().shares.removeOfConversation(caller, 'none')],
    'shares.removeOfDatabase': (caller) => [store().shares.removeOfDatabase(caller, 'none')],
    'shares.removeAll': ({ organizationId }) => [store().shares.removeAll({ organizationId: organizationId + 100 })],
    'shares.sweep': () => [store().shares.sweep(new Date(AT))],
    'organizations.findByCustomer': () => [store().organizations.findByCustomer('cus_one')],
    'organizations.changeBilling': (caller) => [
      store().organizations.changeBilling(caller, 0, { billing: { processor: 'manual', status: 'active' } }),
      store().organizations.changeBilling(caller, 7, { billing: { processor: 'manual', status: 'active' } }),
    ],
    'organizations.leaseDueReconciliation': () => [
      store().organizations.leaseDueReconciliation(new Date(AT), new Date(AT)),
    ],
    'organizations.setReconciliationDue': (caller) => [
      store().organizations.setReconciliationDue(caller, new Date(AT)),
    ],
    'paymentEvents.has': (caller) => [store().paymentEvents.has(caller, 'evt_one')],
    'paymentEvents.add': (caller) => [store().paymentEvents.add(caller, 'evt_two')],
    'paymentEvents.sweep': () => [store().paymentEvents.sweep(new Date(AT))],
  }) satisfies Partial<Record<StoreFunction, (caller: Caller) => readonly Promise<unknown>[]>>
