import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { DEMO } from '../../demo/organization.ts'
import { listTurns } from '../../src/ask/turns/list-turns.ts'
import { accessTokens } from '../../src/manage/accounts/access-tokens.ts'
import { operators } from '../../src/manage/operators/operators.ts'
import { keysFor } from '../../src/store/sealer.ts'
import { type Reply, SECRET } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../turn/scripted-planner.ts'
import { codeOf, type Manager, managerOf } from './management/manager.ts'

let platform: ScriptedPlatform
let other: Manager
let otherDatabase: string
let credential: string
beforeAll(async () => {
  platform = await startScriptedPlatform({
    env: { TEMPORAL_UI: 'http://temporal.example/', TABLETALK_LIMITS: 'mongo' },
  })
  other = await managerOf(platform)
  otherDatabase = randomUUID()
  const settings = { ...DEMO.database, organizationId: other.organizationId, id: otherDatabase }
  await platform.app.store.databases.put(settings, `sqlite:${testServers().demoFile}`)
  credential = (await platform.app.operators.issue('Ann', 3_600)).token
})
afterAll(() => platform.close())

const NOT_A_QUERY = 'SELECT secret FROM nowhere'

const ask = (message: string) => platform.request('/api/v1/chat/message', { json: { message } })
const asOperator = (path: string, token = credential): Promise<Reply> =>
  platform.request(`/api/v1${path}`, { headers: { 'X-API-Key': null, Authorization: `Bearer ${token}` } })
const asOwner = (query: string) => platform.request(`/api/v1/turns${query}`)

interface Turn {
  readonly turn_id: string
  readonly conversation_id: string
  readonly organization_id: number
  readonly state: string
  readonly question: string | null
  readonly step: string | null
}
const turnsOf = ({ body }: Reply): readonly Turn[] => body.data.turns
/** Waits for a condition, because listing in Temporal is eventually consistent. */
const found = (query: string, isThere: (turns: readonly Turn[]) => boolean, read = asOwner): Promise<readonly Turn[]> =>
  waitFor(`turns ${query}`, async () => {
    const turns = turnsOf(await read(query))
    return isThere(turns) && turns
  })

describe('GET /turns', () => {
  it('lists turns of the own organization to an owner, and of all organizations without questions to an operator', async () => {
    const own = `How many customers are there? ${randomUUID()}`
    const foreign = `Hello from elsewhere ${randomUUID()}`
    const { body } = await ask(own)
    const asked = { json: { message: foreign, database_id: otherDatabase }, headers: { 'X-API-Key': other.key } }
    const ofOther = await platform.request('/api/v1/chat/message', asked)
    const seen = await found('', (turns) => turns.some(({ turn_id }) => turn_id === body.data.turn_id))
    expect(seen.every(({ organization_id }) => organization_id === platform.access.organizationId)).toBe(true)
    expect(seen.find(({ turn_id }) => turn_id === body.data.turn_id)).toMatchObject({
      state: 'answered',
      problem: null,
      advice: null,
      database_name: DEMO.database.name,
      question: expect.stringMatching(/^How many customers are there\?/),
      ended_at: expect.any(String),
      run_url: expect.stringMatching(/^http:\/\/temporal\.example\/namespaces\/\w+\/workflows\/turn%2F1%2F/),
    })
    // The filter by another organization returns nothing to an owner.
    expect(turnsOf(await asOwner(`?organization_id=${other.organizationId}`))).toEqual([])
    const everywhere = (query: string) => asOperator(`/turns${query}`)
    const isIn = (turns: readonly Turn[]) => (id: string) => turns.some(({ turn_id }) => turn_id === id)
    const both = [body.data.turn_id, ofOther.body.data.turn_id]
    const all = await found('?limit=100', (turns) => both.every(isIn(turns)), everywhere)
    expect(all.filter(({ question }) => question !== null)).toEqual([])
    expect(isIn(turnsOf(await asOwner('?limit=100')))(ofOther.body.data.turn_id)).toBe(false)
    const ofOne = turnsOf(await asOperator(`/turns?organization_id=${other.organizationId}`))
    expect(ofOne.map(({ turn_id }) => turn_id)).toEqual([ofOther.body.data.turn_id])
    const hidden = await listTurns({ ...platform.app, config: { redact: true } }, platform.access, {}, { limit: 100 })
    expect(hidden.turns.length).toBeGreaterThan(0)
    expect(hidden.turns.filter(({ question }) => question !== undefined)).toEqual([])
  })

  it('filters by state, problem, conversation, database and duration, and returns advice for failed turns', async () => {
    const refused = `refused ${randomUUID()}`
    platform.drafts(refused, {
      planner: 'builtin',
      mode: 'query',
      query: NOT_A_QUERY,
      explanation: '',
      assumptions: [],
      confidence: 0.9,
    })
    const failed = await ask(refused)
    expect(failed.status).toBeGreaterThanOrEqual(400)
    const isRefused = (turns: readonly Turn[]) => turns.some(({ question }) => question === refused)
    const [one] = await found('?state=failed', isRefused)
    expect(one).toMatchObject({ state: 'failed', problem: 'query_refused', advice: expect.stringMatching(/policy/) })
    expect(JSON.stringify(one)).not.toMatch(/nowhere|secret/)
    expect(isRefused(turnsOf(await asOwner('?problem=query_refused')))).toBe(true)
    expect(turnsOf(await asOwner('?problem=query_timeout'))).toEqual([])
    expect(turnsOf(await asOwner(`?conversation_id=${one?.conversation_id}`))).toEqual([one])
    expect(isRefused(turnsOf(await asOwner(`?database_id=${platform.access.databaseId}&state=failed`)))).toBe(true)
    expect(turnsOf(await asOwner(`?database_id=${otherDatabase}`))).toEqual([])
    expect(turnsOf(await asOwner('?state=answered')).every(({ state }) => state === 'answered')).toBe(true)
    expect(turnsOf(await asOwner('?min_seconds=86400'))).toEqual([])

    const waits = `waits ${randomUUID()}`
    const release = platform.holds(waits)
    const answer = ask(waits)
    const isWaiting = (turns: readonly Turn[]) => turns.some(({ question }) => question === waits)
    // A turn runs before its first step is in its event log.
    const hasBegun = (turns: readonly Turn[]) => turns.some(({ question, step }) => question === waits && step !== null)
    const [running] = await found('?state=running', hasBegun)
    expect(running).toMatchObject({ state: 'running', step: expect.any(String), ended_at: null })
    expect(isWaiting(turnsOf(await asOwner('?min_seconds=0')))).toBe(true)
    const { organizations } = (await asOperator('/operators/limits')).body.data
    expect(organizations).toEqual([
      expect.objectContaining({
        organization_id: platform.access.organizationId,
        running: 1,
        places: expect.objectContaining({ used: 1 }),
      }),
    ])
    const stopped = await platform.request(`/api/v1/chat/turns/${running?.turn_id}/cancel`, { method: 'POST' })
    release()
    await answer
    expect(stopped.status).toBe(200)
    await found('?state=cancelled', isWaiting)
    expect(isWaiting(turnsOf(await asOwner('?state=failed')))).toBe(false)
  })

  it('returns each turn once across pages', async () => {
    await Promise.all(Array.from({ length: 3 }, (_, index) => ask(`hello ${index} ${randomUUID()}`)))
    const expected = await found('?state=answered&limit=100', (turns) => turns.length >= 4)
    const ids: string[] = []
    let cursor = ''
    do {
      const { body } = await asOwner(`?state=answered&limit=2&cursor=${encodeURIComponent(cursor)}`)
      ids.push(...body.data.turns.map(({ turn_id }: Turn) => turn_id))
      cursor = body.data.cursor
      expect(body.data.hasMore).toBe(cursor !== '')
    } while (cursor !== '')
    expect(ids).toEqual(expected.map(({ turn_id }) => turn_id))
    const { body } = await asOwner('?state=answered&limit=2')
    // The cursor of one list is invalid in another.
    const otherList = await asOwner(`?state=failed&cursor=${encodeURIComponent(body.data.cursor)}`)
    expect(codeOf(otherList)).toEqual([400, 'VALIDATION_ERROR'])
  })

  it.each([
    '?state=dead',
    '?min_seconds=-1',
    '?min_seconds=99999',
    "?problem=x'%20OR%20OrgId%20!=%20'1",
    "?database_id=x'%20OR%20''='",
    '?organization_id=0',
    '?limit=none',
    '?cursor=abc',
    '?tenant_id=1',
  ])('rejects %s', async (query) => {
    expect((await asOwner(query)).status).toBe(400)
    expect((await asOperator(`/turns${query}`)).status).toBe(400)
  })
})

describe('GET /operators/health', () => {
  it('returns the state of each component to operators', async () => {
    const { body } = await asOperator('/operators/health')
    expect(body.data).toMatchObject({
      store: { state: 'ok', missing_indexes: [] },
      temporal: { state: 'ok', reason: null },
      workers: { state: 'ok', count: 1 },
      redis: { state: 'unused', answered_ms: null },
      planner: { model: null },
    })
  })
})

describe('operator credential', () => {
  const ROUTES = ['/turns', '/operators/health', '/operators/limits']

  it('is accepted on operator routes only', async () => {
    for (const route of ROUTES) expect((await asOperator(route)).status).toBe(200)
    for (const route of ['/auth/me', '/audit', '/databases', '/chat/conversations', '/usage', '/organization'])
      expect(codeOf(await asOperator(route))).toEqual([401, 'AUTH_TOKEN_INVALID'])
  })

  it('is rejected if it is revoked, expired or signed with another secret', async () => {
    const { store } = platform.app
    const revoked = await platform.app.operators.issue('Ben', 3_600)
    const expired = await platform.app.operators.issue('Cem', -1)
    const forged = await operators(keysFor('accounts', 'another secret, long enough to be one', []), store).issue(
      'Eve',
      3_600,
    )
    await store.operators.remove(revoked.id)
    for (const route of ROUTES) {
      expect(codeOf(await asOperator(route, revoked.token))).toEqual([401, 'AUTH_TOKEN_INVALID'])
      expect(codeOf(await asOperator(route, expired.token))).toEqual([401, 'AUTH_TOKEN_EXPIRED'])
      expect(codeOf(await asOperator(route, forged.token))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    }
  })

  it('cannot be replaced by the access token of a user or an unsigned token', async () => {
    const keys = keysFor('accounts', SECRET, [])
    const claims = {
      userId: 1,
      organizationId: platform.access.organizationId,
      sessionId: 'none',
      role: 'owner',
    } as const
    const { token } = await accessTokens(keys).sign(claims)
    for (const route of ROUTES.slice(1)) expect((await asOperator(route, token)).status).toBe(401)
    const unsigned = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('tabletalk-operators')
      .sign(Buffer.alloc(32))
    for (const route of ROUTES) expect(codeOf(await asOperator(route, unsigned))).toEqual([401, 'AUTH_TOKEN_INVALID'])
  })

  it('cannot be replaced by an API key', async () => {
    for (const route of ROUTES.slice(1)) {
      expect((await platform.request(`/api/v1${route}`)).status).toBe(403)
      expect((await platform.request(`/api/v1${route}`, { headers: { 'X-API-Key': null } })).status).toBe(401)
    }
  })
})
