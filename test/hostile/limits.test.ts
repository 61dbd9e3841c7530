import type { Connection } from 'mongoose'
import { connectStore } from '../../src/store/connection.ts'
import { type Platform, type Reply, type RequestOptions, startPlatform } from '../support/platform.ts'
import { rawRequest } from '../support/raw-request.ts'

let platform: Platform
let connection: Connection
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_LIMITS: 'mongo' } })
  connection = await connectStore(platform.env.MONGODB_URI ?? '')
})
afterAll(async () => {
  await connection.close()
  await platform.close()
})
beforeEach(async () => {
  await platform.app.store.organizations.change({ organizationId: 1 }, { limits: { per_minute: 500 } })
  await Promise.all(['windows', 'units'].map((name) => connection.collection(name).deleteMany({})))
})

const left = ({ headers }: Pick<Reply, 'headers'>) => Number(headers.get('x-ratelimit-remaining'))

describe('rate limit', () => {
  it('S65: counts all requests of an organization together, with any key, path and headers', async () => {
    const { organizationId, databaseKey, databaseId } = platform.access
    const { text: second } = await platform.app.store.apiKeys.add(
      { organizationId },
      { kind: 'organization', userId: 1 },
    )
    const list = '/api/v1/chat/conversations'
    const requests: readonly (readonly [string, RequestOptions?])[] = [
      [list],
      [`${list}/`],
      [`${list}?limit=1`],
      ['/API/v1/chat/conversations'],
      ['/api/v1/./chat/conversations'],
      [
        list,
        { headers: { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.8', 'X-Real-IP': '203.0.113.9' } },
      ],
      [list, { headers: { 'X-API-Key': second } }],
      [list, { headers: { 'X-API-Key': databaseKey } }],
      [list, { headers: { 'X-Tenant-Id': '2', 'X-Scope-Id': 'another' } }],
      ['/api/v1/chat/message', { json: { message: 'hello', database_id: databaseId } }],
      ['/api/v1/chat/new/message', { json: { message: 'hello' } }],
      ['/api/v1/chat/new/stream?message=hello'],
    ]
    const counted: number[] = []
    for (const [path, options] of requests) {
      await platform.request(path, options)
      const probe = await platform.request(list)
      counted.push(left(probe))
    }
    expect(counted).toEqual(requests.map((_, index) => 500 - 2 * (index + 1)))
    expect((await platform.request('/api/v1/chat/%63onversations')).status).not.toBe(200)
  }, 120_000)

  it('S65: counts streamed and other questions together', async () => {
    const ask = (index: number) =>
      index % 2 === 0
        ? platform.request('/api/v1/chat/new/message', { json: {} })
        : platform.request('/api/v1/chat/new/stream')
    const replies = await Promise.all(Array.from({ length: 36 }, (_, index) => ask(index)))
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(30)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  it('S66: is stated in the headers of every reply, and only that of the caller', async () => {
    const answers: readonly (readonly [number, string, RequestOptions?])[] = [
      [200, '/api/v1/branding'],
      [400, '/api/v1/chat/conversations?limit=0'],
      [400, '/api/v1/chat/%E0%A4%A/history'],
      [401, '/api/v1/branding', { headers: { 'X-API-Key': null } }],
      [401, '/api/v1/branding', { headers: { 'X-API-Key': 'sk_nobody' } }],
      [403, '/api/v1/chat/conversations', { headers: { 'X-Scope-Id': null } }],
      [403, '/api/v1/organization', { headers: { 'X-API-Key': platform.access.databaseKey } }],
      [404, '/api/v1/nowhere'],
      [404, '/api/v2/chat/message'],
      [404, '/api/v1/chat/00000000-0000-4000-8000-000000000000/history'],
      [405, '/api/v1/chat/conversations', { method: 'PUT' }],
      [413, '/api/v1/chat/message', { body: `{"message":"${'x'.repeat(300_000)}"}` }],
      [415, '/api/v1/chat/message', { body: 'hello', headers: { 'Content-Type': 'text/plain' } }],
    ]
    const own = new Set(['500', '600'])
    for (const [status, path, options] of answers) {
      const { status: got, headers } = await platform.request(path, options)
      const limit = headers.get('x-ratelimit-limit') ?? 'none'
      expect([path, got, own.has(limit)]).toEqual([path, status, true])
      expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
      expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now())
    }
    const limits = { per_minute: 3 }
    await platform.app.store.organizations.change({ organizationId: 1 }, { limits })
    const refused = await platform.request('/api/v1/branding')
    expect([refused.status, refused.headers.get('x-ratelimit-limit'), left(refused)]).toEqual([429, '3', 0])
  })
})

describe('idempotency key', () => {
  it('S67: is valid for one caller and one request, and starts one turn even if sent concurrently', async () => {
    const headers = { 'Idempotency-Key': 's67' }
    const question = { message: 'How many customers are there?' }
    const ask = (json: object, more: Readonly<Record<string, string>> = {}) =>
      platform.request('/api/v1/chat/message', { json, headers: { ...headers, ...more } })
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(question)))
    for (const { status } of replies) expect([200, 409]).toContain(status)
    const turns = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.data.turn_id))
    expect(turns.size).toBe(1)
    expect((await ask({ message: 'How many orders are there?' })).status).toBe(422)
    for (const other of [{ 'X-Tenant-Id': '2' }, { 'X-Scope-Id': 'another' }]) {
      const { status, body } = await ask(question, other)
      expect([status, turns.has(body.data.turn_id)]).toEqual([200, false])
    }
  }, 120_000)
})

describe('client address behind a reverse proxy', () => {
  it('is taken from X-Forwarded-For only if the proxy is trusted', async () => {
    const { text } = await platform.app.store.apiKeys.add(
      { organizationId: 1 },
      { kind: 'organization', userId: 1, addresses: ['203.0.113.0/24'] },
    )
    const behind = await startPlatform({ worker: false, env: { TABLETALK_TRUSTED_PROXIES: 'loopback' } })
    const { text: keyBehindProxy } = await behind.app.store.apiKeys.add(
      { organizationId: 1 },
      { kind: 'organization', userId: 1, addresses: ['203.0.113.0/24'] },
    )
    const from = async ({ baseUrl }: Platform, key: string, forwarded: string) =>
      (
        await rawRequest(`${baseUrl}/api/v1/branding`, [
          ['X-API-Key', key],
          ['X-Forwarded-For', forwarded],
        ])
      ).status
    expect(await from(platform, text, '203.0.113.7')).toBe(403)
    expect(await from(behind, keyBehindProxy, '203.0.113.7')).toBe(200)
    expect(await from(behind, keyBehindProxy, '198.51.100.1')).toBe(403)
    // Addresses before the one that the proxy appended come from the client and are ignored.
    expect(await from(behind, keyBehindProxy, '203.0.113.7, 198.51.100.1')).toBe(403)
    await behind.close()
  })
})
