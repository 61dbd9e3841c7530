import { randomUUID } from 'node:crypto'
import { DEMO } from '../../demo/organization.ts'
import { DEFAULT_PERSONALITY } from '../../src/manage/personalities/rules/personality.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { sqliteRows } from '../support/sqlite-rows.ts'
import { testServers } from '../support/test-servers.ts'

/** Counts rows in the database file of the demo. */
const countRows = (rows: string, ...values: readonly string[]): unknown =>
  sqliteRows(testServers().demoFile, `SELECT COUNT(*) AS n FROM ${rows}`, ...values)[0]?.n

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

let personality: { readonly id: string }
let sessionId: string
beforeAll(async () => {
  sessionId = (await ask('hello')).body.data.session_id
  const made = await platform.app.store.personalities.add(platform.access, { name: 'Ann', ...DEFAULT_PERSONALITY })
  if (made === undefined) throw new Error('the name is taken')
  personality = made
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ask = (message: string, more: object = {}, headers: Record<string, string | null> = {}) =>
  platform.request('/api/v1/chat/message', { json: { message, ...more }, headers })

describe('POST /api/v1/chat/message', () => {
  it('returns rows, sources, a query type, an execution time and a request id header', async () => {
    const response = await ask('How many orders were placed last month?', {
      database_id: platform.access.databaseId,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toMatch(UUID)
    const orders = countRows(
      "orders WHERE shop_id = 1 AND ordered_on >= date('now', 'start of month', '-1 month')" +
        " AND ordered_on < date('now', 'start of month')",
    )
    expect(response.body).toMatchObject({
      success: true,
      data: {
        message: expect.stringMatching(new RegExp(`\\b${orders}\\b`)),
        conversation_id: expect.stringMatching(UUID),
        session_id: expect.stringMatching(UUID),
        sources: ['orders'],
        query_type: 'data_retrieval',
        execution_time_ms: expect.any(Number),
        results: [{ number_of_orders: orders }],
      },
    })
  })

  it('answers small talk without a query', async () => {
    const { body } = await ask('hello there')
    expect(body.data).toMatchObject({ query_type: 'chat', sources: [], results: [] })
  })

  it('keeps the context of a conversation: "and for last year?" edits the previous question', async () => {
    const first = await ask('How many orders were placed this year?')
    const { conversation_id } = first.body.data
    const second = await ask('and for last year?', { conversation_id })
    expect(second.body.data).toMatchObject({ conversation_id, query_type: 'data_retrieval', sources: ['orders'] })
    expect(second.body.data.results).not.toEqual(first.body.data.results)
  })

  it('answers each tenant from its own rows', async () => {
    const answers = await Promise.all(
      ['1', '2', '3'].map((tenant) => ask('How many customers are there?', {}, { 'X-Tenant-Id': tenant })),
    )
    const counts = ['1', '2', '3'].map((tenant) => countRows('customers WHERE shop_id = ?', tenant))
    expect(answers.map(({ body }) => body.data.results)).toEqual(
      counts.map((count) => [{ number_of_customers: count }]),
    )
    expect(new Set(counts).size).toBe(3)
  })

  it('replays the answer for a repeated Idempotency-Key, and rejects the key for another question', async () => {
    const headers = { 'Idempotency-Key': 'the-same' }
    const first = await ask('How many products are there?', {}, headers)
    const again = await ask('How many products are there?', {}, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body.data).toEqual(first.body.data)
    const other = await ask('How many customers are there?', {}, headers)
    expect(other.status).toBe(422)
  })

  it.each([
    ['another personality', { personality_id: '11111111-1111-4111-8111-111111111111' }],
    ['another session', { session_id: '11111111-1111-4111-8111-111111111111' }],
    ['one field less', {}],
  ])('rejects an Idempotency-Key reused for the same question with %s', async (_, more) => {
    const given = {
      personality_id: personality.id,
      database_id: platform.access.databaseId,
      session_id: sessionId,
    }
    const headers = { 'Idempotency-Key': `digest ${JSON.stringify(more)}` }
    expect((await ask('hello', given, headers)).status).toBe(200)
    const changed = Object.keys(more).length === 0 ? { session_id: sessionId } : { ...given, ...more }
    const other = await ask('hello', changed, headers)
    expect([other.status, other.body.error_code]).toEqual([422, 'VALIDATION_ERROR'])
    expect((await ask('hello', given, headers)).headers.get('idempotent-replayed')).toBe('true')
  })

  it('treats reordered fields as the same request for an Idempotency-Key, and another route as a different one', async () => {
    const headers = { 'Idempotency-Key': 'order of fields' }
    const database_id = platform.access.databaseId
    const first = await ask('hello', { database_id }, headers)
    const reordered = await platform.request('/api/v1/chat/message', {
      json: { database_id, message: 'hello' },
      headers,
    })
    expect(reordered.body.data).toEqual(first.body.data)
    const otherRoute = await platform.request('/api/v1/chat/new/message', {
      json: { message: 'hello', database_id },
      headers,
    })
    expect(otherRoute.status).toBe(422)
  })

  it('rejects a body that is nested too deeply to be hashed', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"message":"hello","more":${nested}}`
    const reply = await platform.request('/api/v1/chat/message', { body, headers: { 'Idempotency-Key': 'deep' } })
    expect([400, 413]).toContain(reply.status)
    expect((await ask('hello')).status).toBe(200)
  })

  it('rejects an Idempotency-Key reused for the same question in another conversation', async () => {
    const headers = { 'Idempotency-Key': 'one-conversation' }
    await ask('How many products are there?', {}, headers)
    const { conversation_id } = (await ask('hello')).body.data
    const otherConversation = await ask('How many products are there?', { conversation_id }, headers)
    expect(otherConversation.status).toBe(422)
  })

  it('answers one of several concurrent questions with the same Idempotency-Key, and rejects the rest', async () => {
    const headers = { 'Idempotency-Key': 'one-question' }
    const replies = await Promise.all(['customers', 'products', 'orders'].map((what) => ask(what, {}, headers)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  it('runs one turn for 30 concurrent requests with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'at-once', 'X-Scope-Id': 'at-once' }
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => ask('How many products are there?', {}, headers)),
    )
    const statuses = new Set(replies.map(({ status }) => status))
    expect(statuses).toContain(200)
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
    const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': 'at-once' } })
    expect(body.data.messages).toHaveLength(2)
  })

  it('echoes a valid X-Request-ID', async () => {
    const response = await ask('hello', {}, { 'X-Request-ID': 'my-request-0001' })
    expect(response.headers.get('x-request-id')).toBe('my-request-0001')
  })
})

describe('POST /api/v1/chat/{conversation_id}/message', () => {
  it('continues the conversation in the path, and `new` starts one', async () => {
    const first = await platform.request('/api/v1/chat/new/message', {
      json: { message: 'How many customers are there?' },
    })
    const { conversation_id } = first.body.data
    const second = await platform.request(`/api/v1/chat/${conversation_id}/message`, {
      json: { message: 'How many products are there?' },
    })
    expect(second.body.data).toMatchObject({ conversation_id, sources: ['products'] })
  })

  it('accepts ids in upper case', async () => {
    const { databaseId } = platform.access
    const first = await ask('How many customers are there?', { database_id: databaseId.toUpperCase() })
    const { conversation_id } = first.body.data
    const history = await platform.request(`/api/v1/chat/${conversation_id.toUpperCase()}/history`)
    expect(history.body.data).toMatchObject({ conversation_id, messages: [{ role: 'USER' }, { role: 'ASSISTANT' }] })
  })
})

describe('POST /api/v1/chat/turns/{turn_id}/cancel', () => {
  it('returns cancelled: false for an answered turn, and 404 to other scopes and tenants', async () => {
    const { turn_id } = (await ask('How many customers are there?')).body.data
    const cancel = (headers = {}) =>
      platform.request(`/api/v1/chat/turns/${turn_id}/cancel`, { method: 'POST', headers })
    expect((await cancel()).body.data).toMatchObject({ turn_id, cancelled: false })
    expect((await cancel({ 'X-Scope-Id': 'somebody else' })).status).toBe(404)
    expect((await cancel({ 'X-Tenant-Id': '2' })).status).toBe(404)
  })
})

describe('GET /api/v1/branding', () => {
  it('returns colours, logos and the widget theme', async () => {
    const response = await platform.request('/api/v1/branding', {
      headers: { 'X-Tenant-Id': null, 'X-Scope-Id': null },
    })
    expect(response.body).toMatchObject({ success: true, data: DEMO.branding })
  })

  it('accepts a public key with any tenant or none, with and without required identity tokens', async () => {
    const { app, access } = platform
    const id = randomUUID()
    const own = { organizationId: access.organizationId }
    await app.store.databases.put({ ...DEMO.database, ...own, id }, `sqlite:${testServers().demoFile}`)
    const { text } = await app.store.apiKeys.add(own, { kind: 'database', databaseId: id, userId: 1 })
    const asked = async (tenant: string | null, path = '/api/v1/branding') => {
      const headers = { 'X-API-Key': text, 'X-Tenant-Id': tenant, 'X-Scope-Id': null }
      return (await platform.request(path, { headers })).status
    }
    for (const identity of ['accepted', 'required'] as const) {
      await app.store.databases.putIdentity(own, id, identity, 's'.repeat(43))
      await app.store.authorizationRevisions.renew(own)
      for (const tenant of [null, '1', 'none']) expect([tenant, await asked(tenant)]).toEqual([tenant, 200])
    }
    expect(await asked(null, '/api/v1/chat/conversations')).toBe(401)
  })
})

describe('an organization with several databases', () => {
  it('requires database_id for a new conversation, and not for an existing one', async () => {
    const { organizationId, databaseId: database_id } = platform.access
    const second = { ...DEMO.database, id: crypto.randomUUID(), organizationId, name: 'second' }
    await platform.app.store.databases.put(second, `sqlite:${testServers().demoFile}`)
    const created = await ask('How many customers are there?', { database_id })
    const { conversation_id } = created.body.data
    const next = await ask('How many products are there?', { conversation_id })
    expect([next.status, next.body.data.conversation_id, next.body.data.sources]).toEqual([
      ...[200, conversation_id, ['products']],
    ])
    const unnamed = await ask('How many products are there?')
    expect([unnamed.status, unnamed.body.error_code, unnamed.body.details[0].field]).toEqual([
      ...[400, 'VALIDATION_MISSING_REQUIRED_FIELD', 'database_id'],
    ])
    await platform.app.store.databases.remove({ organizationId }, second.id)
  })
})
