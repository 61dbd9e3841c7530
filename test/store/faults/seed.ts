import type { Caller } from '../../../src/access/rules/caller.ts'
import { DEFAULT_BRANDING } from '../../../src/access/rules/organization.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { assistantMessageId, userMessageId } from '../../../src/ask/rules/history/message.ts'
import { derivedKeyText } from '../../../src/manage/api-keys/store/api-key-text.ts'
import type { EvaluatedQuestion } from '../../../src/manage/evaluation/rules/evaluated-question.ts'
import type { TrialInput } from '../../../src/manage/evaluation/rules/evaluation-input.ts'
import type { EvaluationEnding } from '../../../src/manage/evaluation/rules/evaluation-run.ts'
import type { Trial } from '../../../src/manage/evaluation/rules/trial.ts'
import type { ExportFile } from '../../../src/manage/exports/store/export-files.ts'
import { DEFAULT_PERSONALITY } from '../../../src/manage/personalities/rules/personality.ts'
import type { DeliveryState } from '../../../src/manage/webhooks/store/webhook-deliveries.ts'
import type { Store } from '../../../src/store/store.ts'
import { run } from '../run-fixture.ts'
import { SHARE_TOKEN, SHARED, shareLink } from '../share-fixture.ts'

export const AT = '2026-11-21T10:00:00.000Z'
export const OWN: Caller = { organizationId: 1, kind: 'organization', userId: 1, keyId: 'organizat1', scopeId: 'ann' }
export const POLICY = { version: 1, engine: 'any', tables: {} } as const
export const CHANGE = { actor: { kind: 'command' }, action: 'any.changed', subject: 'any', changes: [] } as const
export const SHOP = { databaseId: 'shop', conversationId: 'c' } as const
export const TURN = { turnId: 'turn', ...SHOP } as const
export const FAILURE = { at: '2026-11-21T00:00:00.000Z', turnId: 'turn', by: 'guard' as const, reason: 'no' }
export const PATTERN = { question: 'Why?', query: 'any', verifiedBy: 'Ann' }
export const RATED = { conversationId: 'liked', databaseId: 'shop', question: 'Why not?', query: 'any' }
export const PERSON = {
  ...({
    email: 'ann@shop.example',
    role: 'member',
    status: 'active',
    emailVerified: true,
    passwordHash: 'hash',
  } as const),
}
export const OPERATOR = { id: 'operator', name: 'Ann', createdAt: AT, expiresAt: '2027-11-21T10:00:00.000Z' }
export const MAILED = { organizationId: 1, userId: 2, purpose: 'verification', email: PERSON.email } as const
export const PERSONALITY = { name: 'Kind', ...DEFAULT_PERSONALITY }
export const WEBHOOK = { url: 'https://hooks.example/', events: ['turn.failed'], description: '' } as const
export const SUBJECT = { issuer: 'https://login.example', clientId: 'tabletalk', subject: 'cem' } as const
export const SSO = {
  enabled: true,
  issuer: SUBJECT.issuer,
  clientId: SUBJECT.clientId,
  domains: ['shop.example'],
  ...({ required: false, provisioning: false, defaultRole: 'member' } as const),
  rolesClaim: { claim: 'groups', roles: [{ value: 'staff', role: 'member' as const }] },
}
export const SSO_CHALLENGE = 'c'.repeat(43)
export const ssoLogin = (state: string, from = 'network') => ({
  from,
  issuer: SSO.issuer,
  clientId: SSO.clientId,
  redirectUri: 'https://api.example/callback',
  codeChallenge: SSO_CHALLENGE,
  secrets: { state, nonce: 'nonce', codeVerifier: 'v'.repeat(43) },
})
/** Start time of logins at a provider: all cases together take longer than a login lives. */
export const LATER = new Date('2027-06-01T10:00:00.000Z')
export const PROVIDER_LOGIN = { issuer: SSO.issuer, clientId: SSO.clientId, idToken: 'token' }
export const BILLING = { processor: 'stripe', customerId: 'cus_one', status: 'active' } as const
export const EXPORTED: ExportFile = {
  id: 'x',
  conversationId: 'c',
  messageId: 'turn.assistant',
  format: 'csv',
  name: 'results',
  size: 2,
  sha256: 'digest',
  rowCount: 1,
  truncated: false,
  shortened: 0,
  expiresAt: new Date('2100-01-01T00:00:00Z'),
}
export const EVALUATION = { organizationId: 1, evaluationId: 'evaluation' } as const
export const QUESTIONS: readonly EvaluatedQuestion[] = [
  { id: 'one', text: 'How many?', expected: { kind: 'rows', golds: ['SELECT 1'] }, tags: [] },
]
export const TRIED: TrialInput = {
  ...EVALUATION,
  databaseId: 'shop',
  run: 'run',
  index: 0,
  repetition: 0,
  limits: { questionMs: 1_000, queryMs: 1_000 },
}
export const RUN = {
  id: 'evaluation',
  databaseId: 'shop',
  digest: 'digest',
  questions: 1,
  repeat: 1,
  words: false,
} as const
export const RUN_ENDED: EvaluationEnding = {
  status: 'stopped',
  finishedAt: AT,
  outcome: { done: 0, verdicts: { right: 0, declined: 0, wrong: 0, failed: 0 }, planners: [], precision: null },
}
export const TRIAL: Trial = { verdict: 'right', isAnswered: true, durationMs: 1, repairs: 0 }
export const KEY = derivedKeyText('organization', 'organizat1', Buffer.alloc(32))
const DATABASE_KEY = derivedKeyText('database', 'databasek1', Buffer.alloc(32))

export const EVENT = { id: 'evt_turn', type: 'turn.completed', timestamp: AT } as const
export const DELIVERED: DeliveryState = {
  state: 'delivered' as const,
  attempts: 1,
  lastStatus: 204,
  durationMs: 5,
  reason: null,
  nextTryAt: null,
  lastTriedAt: new Date(AT),
}

export const message = (id: string, sender: 'USER' | 'ASSISTANT') =>
  ({ id, conversationId: 'c', content: 'any', sender, timestamp: AT, type: 'text', metadata: {} }) as const

export const conversation = (id: string) => ({
  id,
  organizationId: 1,
  userId: 1,
  scopeId: 'ann',
  databaseId: 'shop',
  title: 'any',
  lastMessageAt: AT,
  messageCount: 0,
  createdAt: AT,
})

export const database = (id: string) => ({
  id,
  name: id,
  organizationId: 1,
  engine: 'any',
  requiresOrganizationScoping: true,
  policy: POLICY,
  glossary: EMPTY_GLOSSARY,
})

/** Ids and secrets that the seed has generated. */
export interface Seeded {
  readonly entryId: string
  readonly ticket: string
  readonly proposalId: string
  readonly sessionId: string
  readonly refreshToken: string
  readonly mailedToken: string
  readonly ssoCode: string
}

/** Creates one of everything that an organization can have. */
export const seed = async (store: Store): Promise<Seeded> => {
  await store.organizations.put({ id: 1, name: 'one', plan: 'free', branding: DEFAULT_BRANDING })
  await store.organizations.put({ id: 2, name: 'two', plan: 'free', branding: DEFAULT_BRANDING })
  await store.organizations.markPendingDeletion({ organizationId: 2 }, { entryId: 'leaves' }, 0)
  await store.organizations.changeBilling(OWN, 0, { billing: BILLING, dueAt: new Date(AT) })
  await store.paymentEvents.add(OWN, 'evt_one', new Date(AT))
  await store.databases.put(database('shop'), 'any:shop')
  await store.databases.putIdentity(OWN, 'shop', 'accepted', 'secret')
  await store.apiKeys.put({ id: 'organizat1', organizationId: 1, kind: 'organization', userId: 1 }, KEY)
  const key = { id: 'databasek1', organizationId: 1, kind: 'database', userId: 1, databaseId: 'shop' } as const
  await store.apiKeys.put(key, DATABASE_KEY)
  await store.conversations.add(conversation('c'))
  await store.messages.add(OWN, 'shop', message(userMessageId('turn'), 'USER'))
  await store.messages.add(OWN, 'shop', message(assistantMessageId('turn'), 'ASSISTANT'))
  await store.results.put(OWN, TURN, run(1), 1)
  await store.personalities.add(OWN, PERSONALITY, 'p')
  await store.shares.add(shareLink(1), SHARE_TOKEN, SHARED)
  await store.webhooks.add(OWN, WEBHOOK, 'hook')
  await store.webhookDeliveries.put(OWN, 'hook', EVENT, DELIVERED)
  await store.logos.put(OWN, 'logo', new Uint8Array(2))
  await store.sessions.recordTurn(OWN, 's', { ...SHOP, askedAt: AT })
  await store.patterns.add(OWN, 'shop', PATTERN, 'pattern')
  await store.proposals.propose(OWN, 'pattern', RATED)
  const [proposal] = (await store.proposals.list(OWN, 'pattern', { page: 1, pageSize: 1 })).items
  await store.jobs.addIndexJob(OWN, { id: 'j', databaseId: 'shop' })
  await store.jobs.addExportJob(OWN, { id: 'x', ...SHOP })
  await store.exportFiles.put(OWN, 'shop', EXPORTED, new Uint8Array(2), 1)
  await store.evaluations.put(EVALUATION, 'shop', QUESTIONS)
  await store.evaluationRuns.add(OWN, RUN)
  await store.evaluations.putTrial(TRIED, TRIAL)
  await store.claims.add(OWN, 'q', { turnId: 'turn', conversationId: 'c', request: 'digest' })
  await store.keptReplies.put(OWN, 'r', { kept: true })
  const entryId = await store.audit.begin(OWN, CHANGE)
  const ticket = await store.streamTickets.add({ ...OWN, keyId: 'organizat1' }, TICKET)
  await store.users.add(OWN, PERSON, 2)
  await store.users.add(OWN, { ...PERSON, email: 'cem@shop.example' }, 3)
  await store.organizations.changeOwners(OWN, 0, [2])
  await store.users.beginSecondFactor(OWN, 2, 'secret')
  const { secondFactor } = (await store.users.findAccount(OWN, 2)) ?? {}
  await store.users.confirmSecondFactor(OWN, 2, { factor: secondFactor?.id ?? '', step: 1, recovery: ['recovery'] })
  const mailDue = { mailId: 'mail', kind: 'invitation', since: new Date(AT) } as const
  await store.users.add(OWN, { ...PERSON, email: 'dee@shop.example', status: 'invited', mailDue }, 4)
  await store.users.add(OWN, { ...PERSON, email: 'eve@shop.example', role: 'owner' }, 5)
  const { session, refreshToken } = await store.portalSessions.add(OWN, 2)
  const mailedToken = `mt_${'m'.repeat(43)}`
  await store.mailedTokens.add(mailedToken, MAILED)
  await store.users.linkSubject(OWN, 3, { ...SUBJECT, email: 'cem@shop.example' })
  await store.portalSessions.putProviderLogin(OWN, session.id, PROVIDER_LOGIN)
  await store.ssoConfigurations.put(OWN, SSO, 'client secret')
  await store.operators.add(OPERATOR)
  await store.ssoLogins.add(OWN, ssoLogin('waits'), LATER)
  await store.ssoLogins.add(OWN, ssoLogin('is back'), LATER)
  const returned = await store.ssoLogins.storeCallback('is back', { state: 'is back', code: 'code' }, LATER)
  await store.loginAttempts.count('attempt', { freeAttempts: 5, maxDelayMs: 1_000 }, Date.parse(AT))
  return {
    entryId,
    ticket: ticket?.text ?? '',
    proposalId: proposal?.id ?? '',
    sessionId: session.id,
    refreshToken,
    mailedToken,
    ssoCode: returned?.code ?? '',
  }
}

export const TICKET = { isIdentified: false, databaseId: 'shop', revision: '' } as const
