import { randomInt, randomUUID } from 'node:crypto'
import { DEMO } from '../../demo/organization.ts'
import { DEFAULT_BRANDING } from '../../src/access/rules/organization.ts'
import { EMPTY_CATALOG } from '../../src/ask/rules/catalog.ts'
import { changesOf, INSTALLATION } from '../../src/manage/audit/rules/audit.ts'
import { accountIdOf } from '../../src/manage/oauth/rules/oauth-grant.ts'
import { ERASURE_ORDER, removalWorkflowId } from '../../src/manage/organizations/rules/removal.ts'
import { DEFAULT_PERSONALITY } from '../../src/manage/personalities/rules/personality.ts'
import { declareCollections } from '../../src/store/collections.ts'
import { connectStore } from '../../src/store/connection.ts'
import { connectionClock } from '../../src/store/connection-clock.ts'
import { VERSION_COLLECTION } from '../../src/store/readiness/store-version.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { DELIVERED, EVENT, EXPORTED, RUN } from '../store/faults/seed.ts'
import { oauthGrant } from '../store/oauth-fixture.ts'
import { SHARED as SHARED_ANSWER, shareLink } from '../store/share-fixture.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, type Reply, type RequestOptions, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { testBundle, testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'

const HANGS = 'it hangs'

let model: ScriptedModel
let isAsked: () => void
const asked = new Promise<void>((resolve) => {
  isAsked = resolve
})
let platform: Platform
/** Another process with the same store. */
let elsewhere: Platform
let worker: RunningWorker
let raw: Awaited<ReturnType<typeof connectStore>>
/** The organization whose removal runs every step twice. */
let doubled = 0
const repeated = new Set<string>()
beforeAll(async () => {
  model = await startScriptedModel((request) => {
    if (!JSON.stringify(request.body.messages).includes(HANGS))
      return modelAnswers(['SELECT count(*) AS n FROM customers'])(request)
    isAsked()
    return { silent: true }
  })
  const withModel = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ worker: false, env: { ...withModel, TABLETALK_LIMITS: 'mongo' } })
  const { MONGODB_URI = '', TABLETALK_TASK_QUEUE = '', TEMPORAL_ADDRESS = '' } = platform.env
  elsewhere = await startPlatform({ worker: false, env: { MONGODB_URI, TABLETALK_TASK_QUEUE } })
  raw = await connectStore(MONGODB_URI)
  worker = await runWorker(platform.app, {
    bundle: await testBundle(),
    address: TEMPORAL_ADDRESS,
    graceMs: 1_000,
    // Each step of the removal runs twice, as after a lost response.
    interceptors: [
      ({ info }) => ({
        inbound: {
          async execute(input, next) {
            const step = `${info.activityType} ${JSON.stringify(input.args)}`
            const isDoubled = info.workflowType === 'removeOrganization' && step.includes(`:${doubled}`)
            if (isDoubled && !repeated.has(step)) {
              repeated.add(step)
              await next(input)
            }
            return await next(input)
          },
        },
      }),
    ],
  })
})
afterAll(async () => {
  await worker.drain()
  await Promise.all([platform.close(), elsewhere.close(), raw.close(), model.close()])
})

interface Filled {
  readonly organizationId: number
  readonly name: string
  readonly key: string
  readonly databaseId: string
  request(path: string, options?: RequestOptions, on?: Platform): Promise<Reply>
  /** Texts that occur only in its data, and in all of it. */
  readonly marks: readonly string[]
}

/** An organization with data of every kind. */
const filled = async (name: string): Promise<Filled> => {
  const { store, limits } = platform.app
  const organizationId = randomInt(1e8, 2e8)
  const caller = { organizationId }
  const asker = { organizationId, kind: 'organization', userId: 1 } as const
  const exported = { ...EXPORTED, id: randomUUID() }
  await store.organizations.put({
    ...DEMO.organization,
    id: organizationId,
    name,
    plan: 'enterprise',
    branding: DEFAULT_BRANDING,
  })
  const { text: key } = await store.apiKeys.add(caller, { kind: 'organization', userId: 1 })
  const databaseId = randomUUID()
  await store.databases.put({ ...DEMO.database, organizationId, id: databaseId }, `sqlite:${testServers().demoFile}`)
  const request = (path: string, options: RequestOptions = {}, on = platform) =>
    on.request(`/api/v1${path}`, { ...options, headers: { 'X-API-Key': key, ...options.headers } })
  const first = { message: 'How many customers?', database_id: databaseId, session_id: randomUUID() }
  const answer = await request('/chat/message', { json: first })
  const { conversation_id: conversation, message_id: message } = answer.body.data
  await request(`/chat/${conversation}/message`, { json: { message: 'How many now?' } })
  await request('/chat/stream-tickets', { json: { conversation_id: conversation } })
  await request('/api-keys', { json: { name: 'another' }, headers: { 'Idempotency-Key': 'once' } })
  await store.jobs.addIndexJob(caller, { id: randomUUID(), databaseId })
  await store.jobs.addExportJob(asker, { id: exported.id, databaseId, conversationId: conversation })
  await store.exportFiles.put(asker, databaseId, { ...exported, conversationId: conversation }, new Uint8Array(2), 1)
  await store.catalogs.put(caller, databaseId, EMPTY_CATALOG)
  const question = { id: 'one', text: 'Why?', expected: { kind: 'decline' }, tags: [] } as const
  const evaluationId = randomUUID()
  await store.evaluations.put({ ...caller, evaluationId }, databaseId, [question])
  await store.evaluationRuns.add(caller, { ...RUN, id: evaluationId, databaseId })
  const hook = await request('/webhooks', { json: { url: `https://hooks.example/${organizationId}` } })
  await store.webhookDeliveries.put(caller, hook.body.data.id, EVENT, DELIVERED)
  await store.logos.put(caller, `logo of ${organizationId}`, new Uint8Array(2))
  await store.personalities.add(caller, { name: 'Ann', ...DEFAULT_PERSONALITY })
  await store.patterns.add(caller, databaseId, { question: 'Why?', query: 'SELECT 1', verifiedBy: 'Ann' })
  const entry = { of: 'table', gloss: { table: 'orders', synonyms: ['sales'] } } as const
  await store.proposals.propose(asker, 'glossary', { conversationId: randomUUID(), databaseId, entry })
  const userId = await store.users.newId()
  const email = `ann@${organizationId}.example`
  await store.users.add(caller, { email, role: 'owner', status: 'active', emailVerified: true }, userId)
  await store.portalSessions.add(caller, userId)
  const grant = oauthGrant(organizationId, randomUUID())
  await store.oauthGrants.add(grant)
  const token = { kind: 'RefreshToken', id: randomUUID() }
  await store.oauthItems.put(token, { accountId: accountIdOf(grant), grantId: grant.id }, grant.expiresAt)
  await store.mailedTokens.add(`mt_${String(organizationId).padEnd(43, 'x')}`, {
    organizationId,
    userId,
    purpose: 'password_reset',
    email,
  })
  const provider = { issuer: `https://login.${organizationId}.example`, clientId: 'tabletalk' }
  const sso = { ...provider, enabled: true, required: true, provisioning: false, defaultRole: 'member' } as const
  await store.ssoConfigurations.put(caller, sso, 'secret')
  const secrets = { state: randomUUID(), nonce: 'nonce', codeVerifier: 'verifier' }
  const redirectUri = 'https://api.example/callback'
  await store.ssoLogins.add(caller, { ...provider, redirectUri, codeChallenge: 'challenge', secrets, from: 'network' })
  await store.shares.add({ ...shareLink(organizationId, randomUUID()), databaseId }, randomUUID(), SHARED_ANSWER)
  await store.paymentEvents.add(caller, `evt_${organizationId}`)
  await request(`/chat/messages/${message}/feedback`, { json: { rating: 'up' } })
  await limits.leases.acquire(organizationId, `turn of ${organizationId}`, { max: 10, forMs: 600_000 })
  const marks = [String(organizationId), databaseId, conversation, String(message).split('.')[0] ?? '']
  return { organizationId, name, key, databaseId, request, marks }
}

/** All documents that contain one of these texts, by collection. */
const documentsWith = async (marks: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> => {
  const found: Record<string, string[]> = {}
  for (const { name } of (await raw.db?.listCollections().toArray()) ?? []) {
    // The expiry of events is set again once their turn has ended.
    const written = await raw.collection(name).find().project({ expireAt: 0 }).toArray()
    const documents = written.map((document) => JSON.stringify(document))
    const own = documents.filter((document) => marks.some((mark) => document.includes(mark)))
    if (own.length > 0) found[name] = own.toSorted()
  }
  return found
}

const SHARED = 'organization_ids'

/** Documents of no organization: used ids, and digests of login attempts, which expire. */
const SHARED_COLLECTIONS = [SHARED, VERSION_COLLECTION, 'counters', 'login_attempts', 'operators']

describe('a removed organization', () => {
  it('leaves no data in any collection, and others keep theirs', async () => {
    const [removed, remaining] = [await filled('Gone & Co'), await filled('Stays')]
    doubled = removed.organizationId
    const everywhere = Object.keys(await documentsWith(removed.marks)).toSorted()
    const models = createStoreModels()
    const collections = ((await raw.db?.listCollections().toArray()) ?? []).map(({ name }) => name)
    // Without a document in a collection, its deletion would not be tested.
    const known = [...new Set([...collections, ...models])].filter((name) => !SHARED_COLLECTIONS.includes(name))
    expect(everywhere).toEqual(known.toSorted())
    const before = await documentsWith(remaining.marks)
    expect(Object.keys(before).toSorted()).toEqual(everywhere)

    const hanging = removed.request('/chat/message', { json: { message: HANGS, database_id: removed.databaseId } })
    await asked
    const remove = (json: object) => removed.request('/organization', { method: 'DELETE', json })
    expect((await removed.request('/branding', {}, elsewhere)).status).toBe(200)
    const refused = await remove({ confirm: 'Gone and Co' })
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'confirm'])
    const other = await remove({ confirm: removed.name, organization_id: remaining.organizationId })
    expect([other.status, other.body.error_code]).toEqual([404, 'NOT_FOUND_ORGANIZATION'])
    expect((await removed.request('/branding', {}, elsewhere)).status).toBe(200)

    expect((await remove({ confirm: removed.name, organization_id: removed.organizationId })).status).toBe(202)
    expect((await removed.request('/branding')).status).toBe(401)
    expect((await removed.request('/branding', {}, elsewhere)).status).toBe(401)
    expect((await hanging).body).toMatchObject({ error: { code: 'CANCELLED' } })

    const pending = await platform.app.store.organizations.findPendingDeletion(removed)
    const entryId = pending?.entryId ?? ''
    const id = { organizationId: removed.organizationId, entryId }
    const UNTIL_THE_END = [
      'audit',
      'leases',
      'model_usage',
      'organizations',
      'quotas',
      'units',
      'usage_days',
      'usage_totals',
      'windows',
    ]
    await waitFor('the first look', async () => {
      const left = Object.keys(await documentsWith(removed.marks)).toSorted()
      return JSON.stringify(left) === JSON.stringify(UNTIL_THE_END)
    })
    // The usage of a call is counted when the call is aborted.
    await Promise.all(model.requests.map(({ hungUp }) => hungUp))
    // The removal is terminated midway and restarted, as by the next worker.
    await platform.app.temporal.client.workflow.getHandle(removalWorkflowId(id)).terminate()
    await platform.app.temporal.removals.start({ ...id, settleMs: 50 })
    await platform.app.temporal.client.workflow.getHandle(removalWorkflowId(id)).result()

    const left = await documentsWith(removed.marks)
    expect(Object.keys(left).toSorted()).toEqual(['audit', SHARED])
    expect(left[SHARED]).toEqual([`{"_id":${removed.organizationId}}`])
    const { items } = await platform.app.store.audit.list(INSTALLATION, { page: 1, pageSize: 10 })
    expect(left.audit).toHaveLength(1)
    expect(items).toMatchObject([
      {
        action: 'organization.removed',
        subject: String(removed.organizationId),
        outcome: 'done',
        actor: { kind: 'key' },
        changes: [{ field: 'name', value: removed.name }],
      },
    ])
    expect(await documentsWith(remaining.marks)).toEqual(before)
    expect(repeated.size).toBeGreaterThan(ERASURE_ORDER.length)
  }, 120_000)
})

describe('the removal of an organization whose process died', () => {
  it('is found by its mark and continued, and requests are refused meanwhile', async () => {
    const {
      store,
      organizations,
      temporal: { client: temporal },
    } = platform.app
    const organizationId = randomInt(1e8, 2e8)
    const caller = { organizationId }
    await store.organizations.put({
      ...DEMO.organization,
      branding: DEFAULT_BRANDING,
      id: organizationId,
      name: 'Half',
    })
    const { text: key } = await store.apiKeys.add(caller, { kind: 'organization', userId: 1 })
    const branding = () => elsewhere.request('/api/v1/branding', { headers: { 'X-API-Key': key } })
    expect((await branding()).status).toBe(200)
    // State after a crash: its keys are not revoked, and no workflow has started.
    const entry = {
      actor: { kind: 'command' },
      action: 'organization.removed',
      subject: String(organizationId),
    } as const
    const entryId = await store.audit.begin(INSTALLATION, { ...entry, changes: changesOf({ name: 'Half' }) })
    await store.organizations.markPendingDeletion(caller, { entryId }, 0)
    const refused = await branding()
    expect([refused.status, refused.body.error_code]).toEqual([404, 'NOT_FOUND_ORGANIZATION'])
    expect(await store.organizations.change(caller, { name: 'Another' })).toBe(false)

    await organizations.resumeRemovals()
    await waitFor('the end of its keys', async () => (await branding()).status === 401)
    const handle = temporal.workflow.getHandle(removalWorkflowId({ organizationId, entryId }))
    expect((await handle.describe()).status.name).toBe('RUNNING')
    await handle.terminate()
    // A terminated removal is restarted, too.
    await organizations.resumeRemovals()
    expect((await handle.describe()).status.name).toBe('RUNNING')
    await handle.terminate()
  })

  it('is idempotent while it runs and after it has ended', async () => {
    const {
      store,
      organizations,
      temporal: { removals, client: temporal },
    } = platform.app
    const { id: organizationId } = await store.organizations.add(
      { name: 'Twice', plan: 'starter' },
      randomInt(1e8, 2e8),
    )
    const caller = { organizationId }
    const request = { confirm: 'Twice', actor: { kind: 'command' } } as const
    const remove = (confirm = 'Twice') => organizations.remove(caller, { ...request, confirm })
    expect(await Promise.all([remove(), remove(), remove()])).toEqual(Array(3).fill({ isUnderWay: true }))
    const pending = (await store.organizations.listPendingDeletion()).find(({ id }) => id === organizationId)
    const input = { organizationId, entryId: pending?.entryId ?? '', settleMs: 50 }
    const handle = temporal.workflow.getHandle(removalWorkflowId(input))
    await handle.terminate()
    await removals.start(input)
    await handle.result()
    expect(await store.organizations.findPendingDeletion(caller)).toBeUndefined()
    expect(await remove()).toEqual({ isUnderWay: true })
    await expect(remove('Thrice')).rejects.toMatchObject({ problem: 'input_invalid' })
    await expect(organizations.remove({ organizationId: 999_999_999 }, request)).rejects.toMatchObject({
      problem: 'organization_not_found',
    })
    const { items } = await store.audit.list(INSTALLATION, { page: 1, pageSize: 50 })
    const own = items.filter(({ subject }) => subject === String(organizationId)).map(({ outcome }) => outcome)
    expect(own.toSorted()).toEqual(['done', ...own.slice(1).map(() => 'refused')])
    expect(await store.organizations.newId()).toBeGreaterThan(organizationId)
  })
})

/** The collections of every model of the store. */
const createStoreModels = (): string[] => {
  declareCollections(raw, connectionClock(raw))
  return Object.values(raw.models).map(({ collection }) => collection.name)
}
