import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Caller } from '../../src/domain/access/caller.ts'
import { DEFAULT_BRANDING } from '../../src/domain/access/organization.ts'
import { BELONGINGS } from '../../src/domain/access/removal.ts'
import { EMPTY_CATALOG } from '../../src/domain/ask/catalog.ts'
import { EMPTY_GLOSSARY } from '../../src/domain/ask/glossary.ts'
import { PLAIN_PERSONALITY } from '../../src/domain/ask/personality.ts'
import { newKeyId, randomKey } from '../../src/store/api-key-text.ts'
import { connectStore } from '../../src/store/connection.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { testServers } from '../support/test-servers.ts'
import { type Asked, askedCommands } from './asked-commands.ts'
import { DELIVERED, EVENT, EXPORTED, QUESTIONS, RUN, RUN_ENDED, TRIAL, TRIED } from './faults/seed.ts'
import { declaredIndexes, isOneRange } from './index-range.ts'
import { peopleQuestions } from './people-questions.ts'
import { run } from './run-fixture.ts'
import { SHARE_TOKEN, SHARED, shareLink } from './share-fixture.ts'
import { CALLERS, SERVER } from './store-fixture.ts'

let connection: Connection
let store: Store
let asked: Asked[]
beforeAll(async () => {
  connection = await connectStore(`${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}?monitorCommands=true`)
  asked = askedCommands(connection)
  store = createStore(connection, {
    addresses: { seal: (text) => text, open: (text) => text },
    pepper: Buffer.alloc(32),
  })
  await store.untilReady()
})
afterAll(() => store.close())

const AT = '2026-11-21T10:00:00.000Z'
const AFTER = { at: AT, id: 'm' }
const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const PAGE = { page: 3, pageSize: 20 }
const POLICY = { version: 1, engine: 'any', tables: {} } as const
const CLAIM = { turnId: 'turn', conversationId: 'c', request: 'digest' }
const DATABASE = { id: 'shop', name: 'shop', engine: 'any', requiresOrganizationScoping: true, policy: POLICY }
const PATTERN = { question: 'Why?', query: 'any', verifiedBy: 'Ann' }
const STATE = { id: 'p', updatedAt: '2026-11-21T00:00:00.000Z', hasFailed: false }
const FAILURE = { at: STATE.updatedAt, turnId: 'turn', by: 'guard' as const, reason: 'no' }
const CHANGE = { actor: { kind: 'command' }, action: 'any.changed', subject: 'any', changes: [] } as const
const KEY = { kind: 'organization', userId: 1 } as const
const evaluationOf = ({ organizationId }: Caller) => ({ organizationId, evaluationId: `e${organizationId}` })

/** Every verb that asks the store for something, as some caller uses it. */
const VERBS: Readonly<
  Record<
    Exclude<keyof Store, 'close' | 'ping' | 'newKeyId' | 'keyIdFrom' | 'missingIndexes' | 'untilReady'>,
    (caller: Caller) => readonly Promise<unknown>[]
  >
> = {
  organization: (caller) => [store.organization(caller)],
  allOrganizations: () => [store.allOrganizations()],
  newOrganizationId: () => [store.newOrganizationId()],
  leavingOrganizations: () => [store.leavingOrganizations()],
  leavingOrganization: (caller) => [store.leavingOrganization(caller)],
  markLeaving: ({ organizationId }) => [
    store.markLeaving({ organizationId: organizationId + 100 }, { entryId: 'e' }, 0),
  ],
  removeLeaving: ({ organizationId }) => [store.removeLeaving({ organizationId: organizationId + 100 })],
  removeEpoch: ({ organizationId }) => [store.removeEpoch({ organizationId: organizationId + 100 })],
  eraseBelongings: ({ organizationId }) =>
    BELONGINGS.map((kind) => store.eraseBelongings({ organizationId: organizationId + 100 }, kind, { max: 1 })),
  turnsSince: (caller) => [store.turnsSince(caller, new Date(AT)).next()],
  addOrganization: () => [store.addOrganization({ name: 'any', plan: 'free' })],
  changeOrganization: (caller) => [store.changeOrganization(caller, { name: 'other' })],
  putOrganization: () => [store.putOrganization({ id: 9, name: 'any', plan: 'free', branding: DEFAULT_BRANDING })],
  apiKey: () => [store.apiKey(randomKey('organization'))],
  apiKeys: (caller) => [store.apiKeys(caller)],
  addApiKey: (caller) => [store.addApiKey(caller, KEY)],
  listApiKeys: (caller) => [store.listApiKeys(caller, PAGE)],
  listedKey: (caller) => [store.listedKey(caller, 'k')],
  epoch: (caller) => [store.epoch(caller)],
  renewEpoch: (caller) => [store.renewEpoch(caller)],
  keptHolder: () => [store.keptHolder(randomKey('database'), true)],
  apiKeyById: (caller) => [store.apiKeyById(caller, 'k')],
  holderOfKey: (caller) => [store.holderOfKey({ ...caller, keyId: 'k' })],
  keyHolder: () => [store.keyHolder(randomKey('database'))],
  changeApiKey: (caller) => [store.changeApiKey(caller, 'k', { name: 'other', addresses: null })],
  revokeApiKey: (caller) => [store.revokeApiKey(caller, 'k')],
  noteKeyUse: () => [store.noteKeyUse(newKeyId())],
  renewApiKey: (caller) => [store.renewApiKey(caller, 'k')],
  revokeAllKeys: ({ organizationId }) => [store.revokeAllKeys({ organizationId: organizationId + 100 })],
  revokeDatabaseKeys: (caller) => [store.revokeDatabaseKeys(caller, 'shop')],
  putApiKey: () => [store.putApiKey({ id: 'k', organizationId: 1, ...KEY }, 'sk_k')],
  database: (caller) => [store.database(caller, 'shop')],
  databases: (caller) => [store.databases(caller)],
  databaseAddress: (caller) => [store.databaseAddress(caller, 'shop')],
  identitySecret: (caller) => [store.identitySecret(caller, 'shop')],
  renewIdentity: (caller) => [store.renewIdentity(caller, 'shop', 'accepted')],
  putIdentity: (caller) => [store.putIdentity(caller, 'shop', 'accepted', 'secret')],
  countDatabases: (caller) => [store.countDatabases(caller)],
  listDatabases: (caller) => [store.listDatabases(caller, PAGE)],
  addDatabase: (caller) => [
    store.addDatabase({ ...DATABASE, organizationId: caller.organizationId, glossary: EMPTY_GLOSSARY }, 'any:shop', 9),
  ],
  changeDatabase: (caller) => [
    store.changeDatabase(caller, 'shop', { policy: POLICY }),
    store.changeDatabase(caller, 'shop', { name: 'other' }, 7),
  ],
  removeDatabase: (caller) => [store.removeDatabase(caller, 'none')],
  leaveDatabase: (caller) => [store.leaveDatabase(caller, 'none')],
  isLeaving: (caller) => [store.isLeaving(caller, 'shop')],
  sweepDatabases: () => [store.sweepDatabases(new Date(AT))],
  putDatabase: () => [store.putDatabase({ ...DATABASE, organizationId: 1, glossary: EMPTY_GLOSSARY }, 'any:shop')],
  conversation: (caller) => [store.conversation(caller, 'c')],
  conversationContext: (caller) => [store.conversationContext(caller, 'c')],
  listConversations: (caller) => [
    store.listConversations(caller, 20),
    store.listConversations(caller, 20, AFTER),
    store.listConversations(caller, 20, AFTER, { userId: 7 }),
    store.listConversations(caller, 20, AFTER, { userId: 7, search: 'any' }),
    store.listConversations(caller, 20, AFTER, { search: 'any' }),
  ],
  createConversation: ({ organizationId }) => [
    store.createConversation({
      ...{ id: `c${organizationId}`, organizationId, scopeId: 'ann', databaseId: 'shop', title: 'any' },
      ...{ lastMessageAt: AT, messageCount: 0, createdAt: AT },
    }),
  ],
  renameConversation: (caller) => [store.renameConversation(caller, 'c', 'other')],
  countMessage: (caller) => [store.countMessage(caller, 'c', 'write', new Date(AT))],
  leaveConversation: (caller) => [store.leaveConversation(caller, 'none')],
  removeConversation: (caller) => [store.removeConversation(caller, 'none')],
  leavingConversations: (caller) => [store.leavingConversations(caller)],
  sweepConversations: () => [store.sweepConversations(new Date(AT))],
  addMessage: (caller) => [
    store.addMessage(caller, 'shop', {
      ...{ id: 'm', conversationId: 'c', content: 'any', sender: 'USER', timestamp: AT, type: 'text', metadata: {} },
    }),
  ],
  message: (caller) => [store.message(caller, 'm')],
  rateMessage: (caller) => [store.rateMessage(caller, 'm', { rating: 'up' })],
  keepView: (caller) => [
    store.keepView(caller, 'm', undefined, { shows: 'table' }),
    store.keepView(caller, 'm', 1, {}),
  ],
  listMessages: (caller) => [
    store.listMessages(caller, 50, {}),
    store.listMessages(caller, 50, { after: AFTER }),
    store.listMessages(caller, 50, { conversationId: 'c' }),
    store.listMessages(caller, 50, { conversationId: 'c', after: AFTER }),
  ],
  conversationMessages: (caller) => [store.conversationMessages(caller, 'c')],
  deleteMessages: (caller) => [store.deleteMessages(caller, 'none')],
  putResult: (caller) => [store.putResult(caller, { ...CLAIM, databaseId: 'shop' }, run(1), 1)],
  result: (caller) => [store.result(caller, 'turn')],
  deleteResults: (caller) => [store.deleteResults(caller, 'none')],
  personality: (caller) => [store.personality(caller, 'p')],
  listPersonalities: (caller) => [store.listPersonalities(caller, PAGE)],
  addPersonality: (caller) => [store.addPersonality(caller, { name: randomUUID(), ...PLAIN_PERSONALITY })],
  changePersonality: (caller) => [store.changePersonality(caller, 'p', { greeting: 'Hi' })],
  removePersonality: (caller) => [store.removePersonality(caller, 'none')],
  session: (caller) => [store.session(caller, 's')],
  useSession: (caller) => [store.useSession(caller, 's', { databaseId: 'shop', conversationId: 'c', askedAt: AT })],
  listSessions: (caller) => [store.listSessions(caller, PAGE), store.listSessions(caller, PAGE, 'ann')],
  sessionOfOrganization: (caller) => [store.sessionOfOrganization(caller, 's')],
  removeSession: (caller) => [store.removeSession(caller, 'none')],
  pattern: (caller) => [store.pattern(caller, 'p')],
  listPatterns: (caller) => [store.listPatterns(caller, PAGE), store.listPatterns(caller, PAGE, 'shop')],
  countPatterns: (caller) => [store.countPatterns(caller, 'shop')],
  addPattern: (caller) => [store.addPattern(caller, 'shop', { ...PATTERN, question: randomUUID() })],
  changePattern: (caller) => [store.changePattern(caller, { id: 'p', databaseId: 'shop' }, PATTERN)],
  notePatternFailure: (caller) => [store.notePatternFailure(caller, STATE, FAILURE)],
  forgetPatternFailure: (caller) => [store.forgetPatternFailure(caller, STATE)],
  removePattern: (caller) => [store.removePattern(caller, { id: 'none', databaseId: 'shop' })],
  removeDatabasePatterns: (caller) => [store.removeDatabasePatterns(caller, 'none')],
  proposedBy: (caller) => [store.proposedBy(caller, 't.assistant')],
  propose: (caller) => [
    store.propose(caller, 'pattern', {
      conversationId: 'c',
      databaseId: 'shop',
      question: randomUUID(),
      query: 'SELECT 1',
    }),
  ],
  withdrawVotesOf: (caller) => [store.withdrawVotesOf(caller, 'c')],
  withdrawVote: (caller) => [
    store.withdrawVote(caller, { conversationId: 'c', databaseId: 'shop', question: 'none', query: 'SELECT 1' }),
  ],
  proposal: (caller) => [store.proposal(caller, 'pattern', 'p')],
  listProposals: (caller) => [
    store.listProposals(caller, 'pattern', PAGE),
    store.listProposals(caller, 'pattern', PAGE, 'shop'),
  ],
  dismissProposal: (caller) => [store.dismissProposal(caller, 'pattern', 'none')],
  removeProposal: (caller) => [store.removeProposal(caller, 'pattern', 'none')],
  removeDatabaseProposals: (caller) => [store.removeDatabaseProposals(caller, 'none')],
  catalog: (caller) => [store.catalog(caller, 'shop')],
  putCatalog: (caller) => [store.putCatalog(caller, `shop of ${caller.organizationId}`, EMPTY_CATALOG)],
  catalogShape: (caller) => [store.catalogShape(caller, 'shop')],
  indexedSince: () => [store.indexedSince(['shop'], new Date(AT))],
  databasesAfter: () => [store.databasesAfter('a', 10)],
  removeCatalog: (caller) => [store.removeCatalog(caller, 'none')],
  patternsVersion: (caller) => [store.patternsVersion(caller, 'shop')],
  patternQuestions: (caller) => [store.patternQuestions(caller, 'shop')],
  recordChange: (caller) => [store.recordChange(caller, CHANGE, { write: async () => undefined })],
  beginChange: (caller) => [store.beginChange(caller, CHANGE)],
  endChange: (caller) => [store.endChange(caller, 'e', 'done')],
  lastChange: (caller) => [store.lastChange(caller, CHANGE)],
  listAudit: (caller) => [
    store.listAudit(caller, PAGE),
    store.listAudit(caller, PAGE, { action: 'any.changed', since: AT, until: AT }),
    store.listAudit(caller, PAGE, { actor: '7' }),
    store.listAudit(caller, PAGE, { actor: 'command', since: AT }),
    store.listAudit(caller, PAGE, { subject: 'any' }),
  ],
  countSpending: (caller) => [
    store.countSpending(caller, { turnId: 'spent', month: '2026-11' }, [
      { model: 'm', inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, calls: 1, costMicros: null },
    ]),
  ],
  modelSpending: (caller) => [store.modelSpending(caller, '2026-11')],
  removeModelUsage: (caller) => [store.removeModelUsage(caller)],
  countUsage: (caller) => [
    store.countUsage(caller, { id: 'turn', day: '2026-11-26', counts: { questions: 1 }, spending: [] }),
  ],
  usageByDay: (caller) => [store.usageByDay(caller, YEAR).next()],
  usageCells: (caller) => [store.usageCells(caller, YEAR).next()],
  removeUsageDays: (caller) => [store.removeUsageDays(caller)],
  markNear: (caller) => [store.markNear(caller, { limit: 'questions', period: '2026-11-01' })],
  isNearMarked: (caller) => [store.isNearMarked(caller, { limit: 'questions', period: '2026-11-01' })],
  removeQuotas: (caller) => [store.removeQuotas(caller)],
  webhook: (caller) => [store.webhook(caller, 'w')],
  listWebhooks: (caller) => [store.listWebhooks(caller, PAGE)],
  webhookSubscriptions: (caller) => [store.webhookSubscriptions(caller)],
  webhookEndpoint: (caller) => [store.webhookEndpoint(caller, 'none')],
  addWebhook: (caller) => [
    store.addWebhook(caller, { url: 'https://hooks.example/', events: null, description: '' }, randomUUID()),
  ],
  changeWebhook: (caller) => [store.changeWebhook(caller, 'none', { status: 'paused' })],
  disableWebhook: (caller) => [store.disableWebhook(caller, 'none', 'gone')],
  renewWebhookSecret: (caller) => [store.renewWebhookSecret(caller, 'none', 0)],
  noteDelivery: (caller) => [
    store.noteDelivery(caller, 'none', { at: new Date(AT), failure: 'timeout' }),
    store.noteDelivery(caller, 'none', { at: new Date(AT), failure: undefined }),
  ],
  removeWebhook: (caller) => [store.removeWebhook(caller, 'none')],
  putDelivery: (caller) => [store.putDelivery(caller, `w${caller.organizationId}`, EVENT, DELIVERED)],
  listDeliveries: (caller) => [store.listDeliveries(caller, 'w', PAGE)],
  sweepDeliveries: () => [store.sweepDeliveries(new Date(AT))],
  putLogo: ({ organizationId }) => [store.putLogo({ organizationId }, `logo of ${organizationId}`, new Uint8Array(2))],
  logo: () => [store.logo('none')],
  keepLogos: (caller) => [store.keepLogos(caller, ['none'])],
  removeOtherLogos: (caller) => [store.removeOtherLogos(caller, ['none'], new Date(AT))],
  indexRuns: (caller) => [store.indexRuns(caller)],
  addIndexJob: (caller) => [store.addIndexJob(caller, { id: randomUUID(), databaseId: 'shop' })],
  addExportJob: (caller) => [store.addExportJob(caller, { id: randomUUID(), databaseId: 'shop', conversationId: 'c' })],
  addAttackJob: (caller) => [store.addAttackJob(caller, { id: randomUUID(), databaseId: 'shop' })],
  lastAttackJob: (caller) => [store.lastAttackJob(caller, 'shop')],
  listAttackJobs: (caller) => [store.listAttackJobs(caller, 'shop', PAGE)],
  removeDatabaseAttacks: (caller) => [store.removeDatabaseAttacks(caller, 'none')],
  runningJobs: (caller) => [store.runningJobs(caller, 'export', new Date(AT))],
  isJobRunning: (caller) => [store.isJobRunning(caller, 'j')],
  putExport: (caller) => [store.putExport(caller, 'shop', { ...EXPORTED, id: randomUUID() }, new Uint8Array(2), 1)],
  exportFile: (caller) => [store.exportFile(caller, 'x')],
  exportBytes: (caller) => [
    store
      .exportBytes(caller, { ...EXPORTED, writer: 1 })
      .next()
      .catch(() => undefined),
  ],
  exportedBytes: (caller) => [store.exportedBytes(caller)],
  removeExport: (caller) => [store.removeExport(caller, 'none')],
  deleteExports: (caller) => [store.deleteExports(caller, 'none')],
  removeDatabaseExports: (caller) => [store.removeDatabaseExports(caller, 'none')],
  sweepExports: () => [store.sweepExports(new Date(AT))],
  addTurnJob: (caller) => [
    store.addTurnJob(caller, { id: 'turn', databaseId: 'shop', conversationId: 'c', askedAt: AT }),
  ],
  job: (caller) => [store.job(caller, 'j')],
  indexJob: (caller) => [store.indexJob(caller, 'j')],
  hasIndexJobSince: (caller) => [store.hasIndexJobSince(caller, 'shop', new Date())],
  runningIndexJob: (caller) => [store.runningIndexJob(caller, 'shop')],
  listIndexJobs: (caller) => [store.listIndexJobs(caller, PAGE)],
  stepJob: (caller) => [store.stepJob(caller, 'j', { step: 'waiting', done: 0, total: 1 })],
  endJob: (caller) => [store.endJob(caller, 'j', { status: 'cancelled' })],
  removeJob: (caller) => [store.removeJob(caller, 'j')],
  sweepJobs: () => [store.sweepJobs(new Date(AT))],
  putEvaluation: (caller) => [store.putEvaluation(evaluationOf(caller), 'shop', QUESTIONS)],
  evaluatedQuestion: (caller) => [store.evaluatedQuestion({ ...TRIED, ...evaluationOf(caller) })],
  putTrial: (caller) => [store.putTrial({ ...TRIED, ...evaluationOf(caller) }, TRIAL)],
  triedQuestions: (caller) => [store.triedQuestions(evaluationOf(caller), 'run', 300).next()],
  addEvaluationRun: (caller) => [store.addEvaluationRun(caller, { ...RUN, id: randomUUID() })],
  evaluationRun: (caller) => [store.evaluationRun(caller, 'none')],
  runningEvaluation: (caller) => [store.runningEvaluation(caller)],
  listEvaluationRuns: (caller) => [
    store.listEvaluationRuns(caller, PAGE),
    store.listEvaluationRuns(caller, PAGE, 'shop'),
  ],
  endEvaluationRun: (caller) => [store.endEvaluationRun(caller, 'none', RUN_ENDED)],
  removeEvaluationRun: (caller) => [store.removeEvaluationRun(caller, 'none')],
  removeDatabaseEvaluations: (caller) => [store.removeDatabaseEvaluations(caller, 'none')],
  sweepEvaluationRuns: () => [store.sweepEvaluationRuns(new Date(AT))],
  sweepEvaluations: () => [store.sweepEvaluations(new Date(AT))],
  claimQuestion: (caller) => [store.claimQuestion(caller, 'q', CLAIM)],
  claim: (caller) => [store.claim(caller, 'q')],
  openClaim: (caller) => [store.openClaim(caller, 'q', 'turn')],
  refuseClaim: (caller) => [store.refuseClaim(caller, 'q', 'turn', 'internal')],
  releaseClaim: (caller) => [store.releaseClaim(caller, 'q', 'other')],
  sweepClaims: () => [store.sweepClaims(new Date(AT))],
  keysUnderEarlierSecret: () => [store.keysUnderEarlierSecret()],
  reseal: () => [store.reseal('databases'), store.reseal('users')],
  keepReply: (caller) => [store.keepReply(caller, 'r', {})],
  keptReply: (caller) => [store.keptReply(caller, 'r')],
  addStreamTicket: (caller) => [
    store.addStreamTicket({ keyId: 'k', ...caller }, { isIdentified: false, databaseId: 'shop', epoch: '' }),
  ],
  streamTicket: () => [store.streamTicket(`tkt_${'a'.repeat(43)}`)],
  useStreamTicket: () => [store.useStreamTicket({ id: 'none' }, Date.now() + 60_000)],
  bindStreamTicket: () => [store.bindStreamTicket({ id: 'none' }, 'turn')],
  sweepStreamTickets: () => [store.sweepStreamTickets(new Date(AT))],
  sweepKeptReplies: () => [store.sweepKeptReplies(new Date(AT))],
  ...peopleQuestions(() => store),
  addShare: ({ organizationId }) => [store.addShare(shareLink(organizationId, randomUUID()), randomUUID(), SHARED)],
  shareWithToken: () => [store.shareWithToken(SHARE_TOKEN)],
  messageShares: (caller) => [store.messageShares(caller, 'turn.assistant')],
  removeShare: (caller) => [store.removeShare(caller, 'none', false)],
  removeConversationShares: (caller) => [store.removeConversationShares(caller, 'none')],
  removeDatabaseShares: (caller) => [store.removeDatabaseShares(caller, 'none')],
  removeShares: ({ organizationId }) => [store.removeShares({ organizationId: organizationId + 100 })],
  sweepShares: () => [store.sweepShares(new Date(AT))],
  organizationOfCustomer: () => [store.organizationOfCustomer('cus_one')],
  changeBilling: (caller) => [
    store.changeBilling(caller, 0, { billing: { processor: 'manual', status: 'active' } }),
    store.changeBilling(caller, 7, { billing: { processor: 'manual', status: 'active' } }),
  ],
  takeDueBilling: () => [store.takeDueBilling(new Date(AT), new Date(AT))],
  putBillingDue: (caller) => [store.putBillingDue(caller, new Date(AT))],
  isPaymentEventKept: (caller) => [store.isPaymentEventKept(caller, 'evt_one')],
  keepPaymentEvent: (caller) => [store.keepPaymentEvent(caller, 'evt_two')],
  sweepPaymentEvents: () => [store.sweepPaymentEvents(new Date(AT))],
}

/** Verbs that only add. */
const ADDS = [
  'addApiKey',
  'addMessage',
  'addPersonality',
  'beginChange',
  'addExportJob',
  'addEvaluationRun',
  'addOperator',
  'keepPaymentEvent',
]

/** What operators list whole. */
const WHOLE: ReadonlySet<string> = new Set([
  'allOrganizations',
  'leavingOrganizations',
  'keysUnderEarlierSecret',
  'reseal',
])

/** What a turn and its client ask for, over and over. */
const HOT = [
  ...(['organization', 'epoch', 'keptHolder', 'keyHolder', 'database', 'databaseAddress'] as const),
  ...(['claimQuestion', 'claim', 'openClaim', 'refuseClaim', 'releaseClaim', 'keepReply', 'keptReply'] as const),
  ...(['putEvaluation', 'evaluatedQuestion', 'putTrial', 'triedQuestions'] as const),
  ...(['conversation', 'conversationContext', 'createConversation', 'countMessage', 'addMessage', 'message'] as const),
  ...(['putResult', 'result', 'session', 'useSession', 'personality', 'patternsVersion', 'patternQuestions'] as const),
  ...(['addTurnJob', 'job', 'endJob', 'countUsage', 'noteKeyUse', 'catalog'] as const),
  ...(['webhookSubscriptions'] as const),
] as const satisfies readonly (keyof typeof VERBS)[]

/**
 * Whether a command says whose documents it is about. An id may say it: it begins with the organization. Whose a key is
 * nobody knows before it is read.
 */
const namesOrganization = (collection: string, filter: Asked['filter'], { organizationId }: Caller): boolean => {
  const { _id: id, organizationId: named } = filter
  if (collection === 'api_keys') return id !== undefined
  return (
    named === organizationId || id === organizationId || new RegExp(`^\\[?${organizationId}([,/]|$)`).test(String(id))
  )
}

describe('the store', () => {
  it('asks for nothing that is not one range of a declared index', async () => {
    const scans = new Set<string>()
    const silent = new Set(Object.keys(VERBS))
    for (const [verb, calls] of Object.entries(VERBS))
      for (const [name, caller] of Object.entries({ ...CALLERS, SERVER })) {
        asked.length = 0
        await Promise.all(calls(caller))
        if (asked.length > 0) silent.delete(verb)
        const indexes = declaredIndexes(connection)
        for (const command of asked)
          if (!WHOLE.has(verb) && !(indexes.get(command.collection) ?? []).some((index) => isOneRange(command, index)))
            scans.add(`${verb} for ${name}: ${JSON.stringify(command)}`)
      }
    expect([...scans]).toEqual([])
    expect([...silent]).toEqual(ADDS)
  })

  it('names the organization in every command of a turn', async () => {
    const astray = new Set<string>()
    for (const verb of HOT)
      for (const caller of Object.values(CALLERS)) {
        asked.length = 0
        await Promise.all(VERBS[verb](caller))
        for (const { collection, filter } of asked)
          if (!namesOrganization(collection, filter, caller))
            astray.add(`${verb}: ${collection} ${JSON.stringify(filter)}`)
      }
    expect([...astray]).toEqual([])
  })
})
