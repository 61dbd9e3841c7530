import { billingPeriod } from '../../../src/domain/access/billing-period.ts'
import { DEFAULT_BRANDING } from '../../../src/domain/access/organization.ts'
import { BELONGINGS } from '../../../src/domain/access/removal.ts'
import { EMPTY_CATALOG } from '../../../src/domain/ask/catalog.ts'
import { type PatternState, patternState } from '../../../src/domain/ask/pattern.ts'
import { assistantMessageId, userMessageId } from '../../../src/domain/history/message.ts'
import type { Store } from '../../../src/store/store.ts'
import { run } from '../run-fixture.ts'
import { SHARE_TOKEN, SHARED, shareLink } from '../share-fixture.ts'
import { PEOPLE_VERBS } from './people-verbs.ts'
import {
  AT,
  BILLING,
  CHANGE,
  conversation,
  DELIVERED,
  database,
  EVALUATION,
  EVENT,
  EXPORTED,
  FAILURE,
  KEY,
  message,
  OWN,
  PATTERN,
  PERSONALITY,
  POLICY,
  QUESTIONS,
  RATED,
  RUN,
  RUN_ENDED,
  type Seeded,
  SHOP,
  TICKET,
  TRIAL,
  TRIED,
  TURN,
  WEBHOOK,
} from './seed.ts'
import { GONE, gives, NEXT_YEAR, once, PAGE, type VerbUse } from './verb-use.ts'

const TICKET_OF = async (store: Store, { ticket }: Seeded) => (await store.streamTicket(ticket)) ?? { id: 'none' }
const stateOf = async (store: Store): Promise<PatternState> => {
  const found = await store.pattern(OWN, 'pattern')
  return found === undefined ? { id: 'none', updatedAt: AT, hasFailed: false } : patternState(found)
}
const LATE_OWN = { organizationId: 2 }

const all = async <Item>(items: AsyncGenerator<Item>): Promise<readonly Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const NEAR = { limit: 'tokens', period: '2026-11-01' } as const

const SPENDING = {
  ...{ model: 'openai:gpt-4.1', inputTokens: 100, cachedInputTokens: 10, outputTokens: 20 },
  ...{ calls: 1, costMicros: 70 },
}

/** Every verb of the store; one that is missing here does not compile, and fails. */
export const VERBS: Readonly<
  Record<Exclude<keyof Store, 'close' | 'newKeyId' | 'keyIdFrom' | 'missingIndexes' | 'untilReady'>, VerbUse>
> = {
  ping: once((store) => store.ping()),
  organization: once((store) => store.organization(OWN)),
  allOrganizations: once((store) => store.allOrganizations()),
  newOrganizationId: {
    ...once(async (store) => typeof (await store.newOrganizationId())),
    leaves: 'a number that no organization gets: numbers are never given twice',
  },
  leavingOrganizations: once((store) => store.leavingOrganizations()),
  leavingOrganization: once((store) => store.leavingOrganization(LATE_OWN)),
  markLeaving: gives(
    (store) => store.markLeaving(OWN, { entryId: 'e' }, 1),
    false,
    'it is marked; the removal goes on from the mark whoever has set it',
  ),
  removeLeaving: once((store) => store.removeLeaving(LATE_OWN)),
  removeEpoch: once((store) => store.removeEpoch(OWN)),
  eraseBelongings: gives(
    async (store) => {
      const erased = []
      for (const kind of BELONGINGS) erased.push(await store.eraseBelongings(OWN, kind, { max: 20 }))
      return erased.every(({ more }) => !more)
    },
    true,
    'what has gone before is not counted again',
  ),
  turnsSince: once((store) => all(store.turnsSince(OWN, new Date(AT)))),
  addOrganization: once((store) => store.addOrganization({ name: 'three', plan: 'free' }, 3)),
  changeOrganization: once((store) =>
    store.changeOrganization(OWN, { name: 'other', shareLinks: false }, { per_minute: 3 }),
  ),
  putOrganization: once((store) =>
    store.putOrganization({ id: 9, name: 'any', plan: 'free', branding: DEFAULT_BRANDING }),
  ),
  apiKey: once((store) => store.apiKey(KEY)),
  apiKeys: once((store) => store.apiKeys(OWN)),
  addApiKey: once((store) => store.addApiKey(OWN, { kind: 'organization', userId: 1, name: 'mine' }, 'newkey123456')),
  listApiKeys: once((store) => store.listApiKeys(OWN, PAGE)),
  listedKey: once((store) => store.listedKey(OWN, 'databasek1')),
  keysUnderEarlierSecret: once((store) => store.keysUnderEarlierSecret()),
  epoch: once((store) => store.epoch(OWN)),
  renewEpoch: once((store) => store.renewEpoch(OWN)),
  keptHolder: once((store) => store.keptHolder(KEY, true)),
  apiKeyById: once((store) => store.apiKeyById(OWN, 'databasek1')),
  holderOfKey: once((store) => store.holderOfKey({ organizationId: 1, keyId: 'databasek1' })),
  keyHolder: once((store) => store.keyHolder(KEY)),
  changeApiKey: once((store) => store.changeApiKey(OWN, 'databasek1', { name: 'other', addresses: null })),
  revokeApiKey: gives(
    (store) => store.revokeApiKey(OWN, 'databasek1'),
    false,
    'it is revoked already, and the route says so of one that is',
  ),
  noteKeyUse: once((store) => store.noteKeyUse('databasek1', new Date(AT))),
  renewApiKey: once((store) => store.renewApiKey(OWN, 'databasek1', 60_000)),
  revokeAllKeys: once((store) => store.revokeAllKeys(OWN)),
  revokeDatabaseKeys: once((store) => store.revokeDatabaseKeys(OWN, 'shop', new Date(AT))),
  putApiKey: once((store) => store.putApiKey({ id: 'k9', organizationId: 1, kind: 'organization', userId: 1 }, KEY)),
  database: once((store) => store.database(OWN, 'shop')),
  databases: once((store) => store.databases(OWN)),
  databaseAddress: once((store) => store.databaseAddress(OWN, 'shop')),
  identitySecret: once((store) => store.identitySecret(OWN, 'shop')),
  renewIdentity: once((store) => store.renewIdentity(OWN, 'shop', 'required')),
  putIdentity: once((store) => store.putIdentity(OWN, 'shop', 'required', 'other')),
  countDatabases: once((store) => store.countDatabases(OWN)),
  listDatabases: once((store) => store.listDatabases(OWN, PAGE)),
  addDatabase: once((store) => store.addDatabase(database('farm'), 'any:farm', 2)),
  changeDatabase: gives(
    (store) => store.changeDatabase(OWN, 'shop', { policy: POLICY, name: 'other' }, 0),
    'changed meanwhile',
    'the revision that the change was made from is gone: the caller hears so, reads it again, and finds the change',
  ),
  leaveDatabase: once((store) => store.leaveDatabase(OWN, 'shop')),
  isLeaving: once((store) => store.isLeaving(OWN, 'shop')),
  removeDatabase: gives((store) => store.removeDatabase(OWN, 'shop'), undefined, GONE),
  sweepDatabases: once((store) => store.leaveDatabase(OWN, 'shop').then(() => store.sweepDatabases(NEXT_YEAR))),
  putDatabase: once((store) => store.putDatabase(database('shop'), 'any:other')),
  reseal: once(async (store) => [await store.reseal('databases'), await store.reseal('webhooks')]),
  conversation: once((store) => store.conversation(OWN, 'c')),
  conversationContext: once((store) => store.conversationContext(OWN, 'c')),
  listConversations: once((store) => store.listConversations(OWN, 20)),
  createConversation: gives(
    (store) => store.createConversation(conversation('new'), [], 'write'),
    false,
    'it is there: the step goes on with it, and counts nothing twice',
  ),
  renameConversation: once((store) => store.renameConversation(OWN, 'c', 'other')),
  countMessage: once((store) => store.countMessage(OWN, 'c', 'write', new Date(AT))),
  leaveConversation: once((store) => store.leaveConversation(OWN, 'c')),
  leavingConversations: once((store) => store.leavingConversations(OWN)),
  removeConversation: gives((store) => store.removeConversation(OWN, 'c'), false, GONE),
  sweepConversations: once((store) =>
    store.leaveConversation(OWN, 'c').then(() => store.sweepConversations(NEXT_YEAR)),
  ),
  addMessage: gives(
    (store) => store.addMessage(OWN, 'shop', message('m', 'USER')),
    false,
    'it is there, as it was first',
  ),
  message: once((store) => store.message(OWN, userMessageId('turn'))),
  rateMessage: once((store) => store.rateMessage(OWN, assistantMessageId('turn'), { rating: 'up' })),
  keepView: once((store) => store.keepView(OWN, assistantMessageId('turn'), 1, { shows: 'table' })),
  listMessages: once((store) => store.listMessages(OWN, 50, {})),
  conversationMessages: once((store) => store.conversationMessages(OWN, 'c')),
  deleteMessages: once((store) => store.deleteMessages(OWN, 'c')),
  putResult: once((store) => store.putResult(OWN, TURN, run(2), 2)),
  result: once((store) => store.result(OWN, 'turn')),
  deleteResults: once((store) => store.deleteResults(OWN, 'c')),
  personality: once((store) => store.personality(OWN, 'p')),
  listPersonalities: once((store) => store.listPersonalities(OWN, PAGE)),
  addPersonality: once((store) => store.addPersonality(OWN, { ...PERSONALITY, name: 'New' }, 'new')),
  changePersonality: once((store) => store.changePersonality(OWN, 'p', { greeting: 'Hi' })),
  removePersonality: gives((store) => store.removePersonality(OWN, 'p'), false, GONE),
  session: once((store) => store.session(OWN, 's')),
  useSession: once((store) => store.useSession(OWN, 'new', { ...SHOP, askedAt: AT })),
  listSessions: once((store) => store.listSessions(OWN, PAGE)),
  sessionOfOrganization: once((store) => store.sessionOfOrganization(OWN, 's')),
  removeSession: gives((store) => store.removeSession(OWN, 's'), false, GONE),
  pattern: once((store) => store.pattern(OWN, 'pattern')),
  listPatterns: once((store) => store.listPatterns(OWN, PAGE, 'shop')),
  countPatterns: once((store) => store.countPatterns(OWN, 'shop')),
  addPattern: once((store) => store.addPattern(OWN, 'shop', { ...PATTERN, question: 'How?' }, 'new')),
  changePattern: once((store) => store.changePattern(OWN, { id: 'pattern', databaseId: 'shop' }, PATTERN)),
  notePatternFailure: once(async (store) => await store.notePatternFailure(OWN, await stateOf(store), FAILURE)),
  forgetPatternFailure: once(async (store) => await store.forgetPatternFailure(OWN, await stateOf(store))),
  removePattern: gives((store) => store.removePattern(OWN, { id: 'pattern', databaseId: 'shop' }), false, GONE),
  removeDatabasePatterns: once((store) => store.removeDatabasePatterns(OWN, 'shop')),
  proposedBy: once((store) => store.proposedBy(OWN, assistantMessageId('turn'))),
  propose: once((store) => store.propose(OWN, 'pattern', { ...RATED, question: 'How?' })),
  withdrawVotesOf: once((store) => store.withdrawVotesOf(OWN, RATED.conversationId)),
  withdrawVote: once((store) => store.withdrawVote(OWN, RATED)),
  proposal: once((store, { proposalId }) => store.proposal(OWN, 'pattern', proposalId)),
  listProposals: once((store) => store.listProposals(OWN, 'pattern', PAGE, 'shop')),
  dismissProposal: gives(
    (store, { proposalId }) => store.dismissProposal(OWN, 'pattern', proposalId),
    false,
    'it is dismissed',
  ),
  removeProposal: once((store, { proposalId }) => store.removeProposal(OWN, 'pattern', proposalId)),
  removeDatabaseProposals: once((store) => store.removeDatabaseProposals(OWN, 'shop')),
  catalog: once((store) => store.catalog(OWN, 'shop')),
  putCatalog: once((store) => store.putCatalog(OWN, 'shop', EMPTY_CATALOG)),
  catalogShape: once((store) => store.catalogShape(OWN, 'shop')),
  indexedSince: once(async (store) => [...(await store.indexedSince(['shop'], NEXT_YEAR))]),
  databasesAfter: once((store) => store.databasesAfter('a', 10)),
  removeCatalog: once((store) => store.removeCatalog(OWN, 'shop')),
  patternsVersion: once((store) => store.patternsVersion(OWN, 'shop')),
  patternQuestions: once((store) => store.patternQuestions(OWN, 'shop')),
  recordChange: {
    ...once((store) =>
      store.recordChange(OWN, CHANGE, { write: () => store.changeOrganization(OWN, { name: 'other' }) }),
    ),
    leaves: 'an entry that stays begun, which is true: it was, and nobody heard how it ended',
  },
  beginChange: {
    ...once((store) => store.beginChange(OWN, CHANGE)),
    leaves: 'an entry that stays begun',
  },
  endChange: once((store, { entryId }) => store.endChange(OWN, entryId, 'done')),
  lastChange: once((store) => store.lastChange(OWN, CHANGE)),
  listAudit: once((store) => store.listAudit(OWN, PAGE)),
  countSpending: once((store) => store.countSpending(OWN, { turnId: 'spent', month: '2026-11' }, [SPENDING])),
  modelSpending: once((store) => store.modelSpending(OWN, '2026-11')),
  removeModelUsage: once((store) => store.removeModelUsage(OWN)),
  countUsage: once((store) =>
    store.countUsage(OWN, {
      id: 'spent',
      day: '2026-11-26',
      keyId: 'k',
      counts: { questions: 1 },
      spending: [SPENDING],
    }),
  ),
  usageByDay: once((store) => all(store.usageByDay(OWN, YEAR))),
  usageCells: once((store) => all(store.usageCells(OWN, YEAR))),
  removeUsageDays: once((store) => store.removeUsageDays(OWN)),
  markNear: gives(
    (store) => store.markNear(OWN, NEAR),
    false,
    'it is marked, after it was told: only its log line is lost',
  ),
  isNearMarked: once((store) => store.isNearMarked(OWN, NEAR)),
  removeQuotas: once((store) => store.removeQuotas(OWN)),
  webhook: once((store) => store.webhook(OWN, 'hook')),
  listWebhooks: once((store) => store.listWebhooks(OWN, PAGE)),
  webhookSubscriptions: once((store) => store.webhookSubscriptions(OWN)),
  webhookEndpoint: once(async (store) => (await store.webhookEndpoint(OWN, 'hook'))?.secrets.length),
  addWebhook: once(async (store) => typeof (await store.addWebhook(OWN, WEBHOOK, 'new'))),
  changeWebhook: once((store) => store.changeWebhook(OWN, 'hook', { events: null, status: 'paused' })),
  disableWebhook: gives(
    (store) => store.disableWebhook(OWN, 'hook', 'gone'),
    false,
    'it is disabled, and who hears that it was not active tells it nothing, either',
  ),
  renewWebhookSecret: once(async (store) => typeof (await store.renewWebhookSecret(OWN, 'hook', 60_000))),
  noteDelivery: once((store) => store.noteDelivery(OWN, 'hook', { at: new Date(AT), failure: 'timeout' })),
  putDelivery: once((store) => store.putDelivery(OWN, 'hook', { ...EVENT, id: 'evt_new' }, DELIVERED)),
  listDeliveries: once((store) => store.listDeliveries(OWN, 'hook', PAGE)),
  putLogo: once((store) => store.putLogo(OWN, 'new', new Uint8Array(2))),
  logo: once((store) => store.logo('logo')),
  keepLogos: once((store) => store.keepLogos(OWN, ['logo'])),
  removeOtherLogos: once((store) => store.removeOtherLogos(OWN, [], NEXT_YEAR)),
  sweepDeliveries: once((store) => store.sweepDeliveries(NEXT_YEAR)),
  removeWebhook: gives((store) => store.removeWebhook(OWN, 'hook'), false, GONE),
  indexRuns: once((store) => store.indexRuns(OWN)),
  addIndexJob: once((store) =>
    store.addIndexJob(OWN, { id: 'new', databaseId: 'shop' }, { max: 2, period: billingPeriod(Date.now()) }),
  ),
  addExportJob: once((store) => store.addExportJob(OWN, { id: 'new', ...SHOP })),
  addAttackJob: once((store) => store.addAttackJob(OWN, { id: 'new', databaseId: 'shop' })),
  lastAttackJob: once((store) => store.lastAttackJob(OWN, 'shop')),
  listAttackJobs: once((store) => store.listAttackJobs(OWN, 'shop', PAGE)),
  removeDatabaseAttacks: once((store) => store.removeDatabaseAttacks(OWN, 'shop')),
  runningJobs: once((store) => store.runningJobs(OWN, 'export', new Date(0))),
  isJobRunning: once((store) => store.isJobRunning(OWN, 'j')),
  putExport: once((store) => store.putExport(OWN, 'shop', { ...EXPORTED, sha256: 'new' }, new Uint8Array(2), 2)),
  exportFile: once((store) => store.exportFile(OWN, 'x')),
  exportBytes: once((store) => all(store.exportBytes(OWN, { ...EXPORTED, writer: 1 }))),
  exportedBytes: once((store) => store.exportedBytes(OWN)),
  removeExport: once((store) => store.removeExport(OWN, 'x')),
  deleteExports: once((store) => store.deleteExports(OWN, 'c')),
  removeDatabaseExports: once((store) => store.removeDatabaseExports(OWN, 'shop')),
  sweepExports: once((store) => store.sweepExports(NEXT_YEAR)),
  addTurnJob: once((store) => store.addTurnJob(OWN, { id: 'turn', ...SHOP, askedAt: AT })),
  job: once((store) => store.job(OWN, 'j')),
  indexJob: once((store) => store.indexJob(OWN, 'j')),
  hasIndexJobSince: once((store) => store.hasIndexJobSince(OWN, 'shop', NEXT_YEAR)),
  runningIndexJob: once((store) => store.runningIndexJob(OWN, 'shop')),
  listIndexJobs: once((store) => store.listIndexJobs(OWN, PAGE)),
  stepJob: once((store) => store.stepJob(OWN, 'j', { step: 'waiting', done: 0, total: 1 })),
  endJob: gives((store) => store.endJob(OWN, 'j', { status: 'cancelled' }), false, 'it is over, as it was ended'),
  removeJob: once((store) => store.removeJob(OWN, 'j')),
  sweepJobs: once((store) => store.sweepJobs(NEXT_YEAR)),
  putEvaluation: once((store) => store.putEvaluation(EVALUATION, 'shop', QUESTIONS)),
  evaluatedQuestion: once((store) => store.evaluatedQuestion(TRIED)),
  putTrial: once((store) => store.putTrial({ ...TRIED, repetition: 1 }, TRIAL)),
  triedQuestions: once((store) => all(store.triedQuestions(EVALUATION, TRIED.run, 1))),
  addEvaluationRun: gives(
    (store) => store.addEvaluationRun({ organizationId: 3 }, { ...RUN, id: 'new' }),
    false,
    'it is there, and whoever began it finds it running under its id',
  ),
  evaluationRun: once((store) => store.evaluationRun(OWN, RUN.id)),
  runningEvaluation: once((store) => store.runningEvaluation(OWN)),
  listEvaluationRuns: once((store) => store.listEvaluationRuns(OWN, PAGE)),
  endEvaluationRun: gives(
    (store) => store.endEvaluationRun(OWN, RUN.id, RUN_ENDED),
    false,
    'it is over, as it was ended',
  ),
  removeEvaluationRun: once((store) => store.removeEvaluationRun(OWN, RUN.id)),
  removeDatabaseEvaluations: once((store) => store.removeDatabaseEvaluations(OWN, 'shop')),
  sweepEvaluationRuns: once((store) => store.sweepEvaluationRuns(NEXT_YEAR)),
  sweepEvaluations: once((store) => store.sweepEvaluations(NEXT_YEAR)),
  claimQuestion: gives(
    async (store) => (await store.claimQuestion(OWN, 'new', { ...TURN, request: 'digest' })).isNew,
    false,
    'the claim is there, and names the turn: whoever finds it so joins that turn',
  ),
  claim: once((store) => store.claim(OWN, 'q')),
  openClaim: gives(
    async (store) => (await store.openClaim(OWN, 'q', 'turn'))?.isNew,
    false,
    'it is opened, and only its first writer is told that it is new',
  ),
  refuseClaim: gives(
    async (store) => (await store.refuseClaim(OWN, 'own', 'own', 'internal'))?.isNew,
    false,
    'it is refused, and only its first writer is told that it is new',
  ),
  releaseClaim: once((store) => store.releaseClaim(OWN, 'q', 'turn')),
  sweepClaims: once((store) => store.sweepClaims(NEXT_YEAR)),
  keepReply: once((store) => store.keepReply(OWN, 'r', { kept: 'other' })),
  keptReply: once((store) => store.keptReply(OWN, 'r')),
  sweepKeptReplies: once((store) => store.sweepKeptReplies(NEXT_YEAR)),
  addStreamTicket: {
    ...once((store) => store.addStreamTicket({ ...OWN, keyId: 'organizat1' }, TICKET)),
    leaves: 'a ticket whose text nobody has, for 60 seconds',
  },
  streamTicket: once(async (store, { ticket }) => {
    const found = await store.streamTicket(ticket)
    return found && { ...found, expiresAt: 'as the clocks are apart' }
  }),
  useStreamTicket: gives(
    async (store, seeded) => store.useStreamTicket(await TICKET_OF(store, seeded), NEXT_YEAR.getTime()),
    false,
    'it is used up, and good for one use only: the page gets another one',
  ),
  bindStreamTicket: once(async (store, seeded) => {
    const ticket = await TICKET_OF(store, seeded)
    await store.useStreamTicket(ticket, NEXT_YEAR.getTime())
    await store.bindStreamTicket(ticket, 'turn')
  }),
  sweepStreamTickets: once((store) => store.sweepStreamTickets(NEXT_YEAR)),
  addShare: once((store) => store.addShare(shareLink(1, 'new'), 'another token', SHARED)),
  shareWithToken: once((store) => store.shareWithToken(SHARE_TOKEN)),
  messageShares: once((store) => store.messageShares(OWN, assistantMessageId('turn'))),
  removeShare: gives((store) => store.removeShare(OWN, 'share', false), false, GONE),
  removeConversationShares: once((store) => store.removeConversationShares(OWN, 'c')),
  removeDatabaseShares: once((store) => store.removeDatabaseShares(OWN, 'shop')),
  removeShares: once((store) => store.removeShares(OWN)),
  sweepShares: once((store) => store.sweepShares(NEXT_YEAR)),
  organizationOfCustomer: once((store) => store.organizationOfCustomer('cus_one')),
  changeBilling: gives(
    (store) => store.changeBilling(OWN, 1, { billing: { ...BILLING, status: 'past_due' }, plan: 'starter' }),
    false,
    'the version that it was made from is gone: whoever looks again finds the change',
  ),
  takeDueBilling: gives(
    (store) => store.takeDueBilling(NEXT_YEAR, new Date(NEXT_YEAR.getTime() + 1)),
    undefined,
    'it is taken, and is due again when the time of whoever took it is over',
  ),
  putBillingDue: once((store) => store.putBillingDue(OWN, NEXT_YEAR)),
  isPaymentEventKept: once((store) => store.isPaymentEventKept(OWN, 'evt_one')),
  keepPaymentEvent: once((store) => store.keepPaymentEvent(OWN, 'evt_two', new Date(AT))),
  sweepPaymentEvents: once((store) => store.sweepPaymentEvents(NEXT_YEAR)),
  ...PEOPLE_VERBS,
}
