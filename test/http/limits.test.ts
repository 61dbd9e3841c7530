import type { Connection } from 'mongoose'
import type { Organization } from '../../src/access/rules/organization.ts'
import { connectStore } from '../../src/store/connection.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'

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

/** Clears the counters, and then changes the organization, whose revision is stored beside them. */
const resetLimits = async (change: Partial<Omit<Organization, 'id' | 'branding'>>): Promise<void> => {
  await Promise.all(['windows', 'units', 'leases'].map((name) => connection.collection(name).deleteMany({})))
  await platform.app.store.organizations.change({ organizationId: 1 }, { plan: 'professional', limits: {}, ...change })
}

const list = () => platform.request('/api/v1/chat/conversations')
const ask = (path = '/api/v1/chat/message') => platform.request(path, { json: { message: 'hello' } })
const left = ({ headers }: Reply) => Number(headers.get('x-ratelimit-remaining'))
const expectRefusal = ({ status, headers, body }: Reply, errorCode: string) => {
  expect([status, body.error.code, body.error_code]).toEqual([429, 'RATE_LIMIT_EXCEEDED', errorCode])
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
}

describe('limits of a plan', () => {
  it('are sent in the headers of every response, including errors: limit, remaining, reset', async () => {
    await resetLimits({})
    const replies = [
      await list(),
      await platform.request('/api/v1/chat/conversations?limit=0'),
      await platform.request('/api/v1/chat/not-an-id/history'),
      await platform.request('/api/v1/branding'),
      await ask(),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 400, 200, 200])
    expect(replies.map(left)).toEqual([499, 498, 497, 496, 495])
    for (const { headers } of replies) {
      expect(headers.get('x-ratelimit-limit')).toBe('500')
      const resetS = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
      expect(resetS).toBeGreaterThan(0)
      expect(resetS).toBeLessThanOrEqual(61)
    }
    expect(replies[0]?.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  })

  it('are not used up by visitors of pages who only load the branding', async () => {
    await resetLimits({})
    const visitor = { headers: { 'X-API-Key': platform.access.databaseKey } }
    const loaded = await platform.request('/api/v1/branding', visitor)
    expect([loaded.status, loaded.headers.get('x-ratelimit-limit')]).toEqual([200, '1200'])
    expect(left(await list())).toBe(499)
  })

  it('are sent with X-Request-ID in the headers of every route, for every outcome', async () => {
    await resetLimits({ plan: 'enterprise' })
    const routes = Object.entries((await platform.contract()).document.paths).filter(([path]) =>
      path.startsWith('/api/v1/'),
    )
    const server = { 'X-Tenant-Id': null, 'X-Scope-Id': 'me' }
    const seen = new Set<number>()
    const send = async (
      method: string,
      path: string,
      query: string,
      headers: Readonly<Record<string, string | null>>,
    ) => {
      const filled = path.replace(/\{\w+\}/, '00000000-0000-4000-8000-000000000000')
      const reply = await platform.request(`${filled}${query}`, { method: method.toUpperCase(), headers })
      seen.add(reply.status)
      const limitHeaders = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map(
        (name) => reply.headers.get(name),
      )
      expect([method, path, reply.status, limitHeaders]).toEqual([
        ...[method, path, reply.status],
        [expect.stringMatching(/^\S+$/), ...[1, 2, 3].map(() => expect.stringMatching(/^\d+$/))],
      ])
    }
    for (const [path, operations] of routes) {
      for (const method of Object.keys(operations)) {
        if (method === 'get' && !path.endsWith('/stream')) await send(method, path, '', server)
        await send(method, path, '?no_such_parameter=1', server)
        await send(method, path, '', { ...server, Accept: 'image/png' })
        await send(method, path, '', { ...server, 'X-API-Key': null })
      }
      await send('LOCK', path, '', server)
    }
    await send('get', '/api/v1/nowhere', '', server)
    await send('get', '/api/v2/branding', '', server)
    expect([...seen].toSorted()).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 406]))
  })

  it('are sent in the headers of uncounted requests: health, contract, reference page and preflights', async () => {
    const anonymous = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null }
    const origin = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' }
    const paths = ['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/', '/docs/show.js', '/docs/swagger-ui.css']
    const asked = [
      ...paths.flatMap((path) => ['GET', 'HEAD', 'OPTIONS'].map((method) => ({ path, method }))),
      ...['/api/v1/chat/message', '/api/v1/auth/login', '/nowhere'].map((path) => ({ path, method: 'OPTIONS' })),
    ]
    const remaining = async () => {
      const replies = await Promise.all(
        asked.map(async ({ path, method }) => {
          const headers = { ...anonymous, ...(method === 'OPTIONS' ? origin : {}) }
          return { path, method, reply: await platform.open(path, { method, headers }) }
        }),
      )
      for (const { path, method, reply } of replies) {
        const limitHeaders = ['limit', 'remaining', 'reset'].map((name) => reply.headers.get(`x-ratelimit-${name}`))
        expect([method, path, limitHeaders]).toEqual([
          method,
          path,
          [1, 2, 3].map(() => expect.stringMatching(/^\d+$/)),
        ])
      }
      return left(await platform.request('/healthz', { headers: anonymous }))
    }
    const before = await remaining()
    expect(await remaining()).toBe(before)
    await platform.request('/nowhere', { headers: anonymous })
    expect(await remaining()).toBe(before - 1)
  })

  it('allow exactly the limit of concurrent requests', async () => {
    await resetLimits({ limits: { per_minute: 7 } })
    const replies = await Promise.all(Array.from({ length: 25 }, list))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expectRefusal(reply, 'QUOTA_RATE_LIMIT_EXCEEDED')
  })

  it('do not count a request in the minute window that the hour window rejects', async () => {
    await resetLimits({ limits: { per_minute: 9, per_hour: 2 } })
    for (const status of [200, 200, 429, 429]) expect((await list()).status).toBe(status)
    await platform.app.store.organizations.change({ organizationId: 1 }, { limits: { per_minute: 9 } })
    expect(left(await list())).toBe(6)
  })

  it('allow 30 questions a minute on the conversation routes, without limiting /chat/message', async () => {
    await resetLimits({})
    const spend = () => platform.request('/api/v1/chat/new/message', { json: {} })
    // Loads the changed revision first: requests that are authorized again because of it would reserve units.
    await list()
    const replies = await Promise.all(Array.from({ length: 33 }, spend))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(30).fill(400), ...Array(3).fill(429)])
    expectRefusal(await ask('/api/v1/chat/new/message'), 'QUOTA_RATE_LIMIT_EXCEEDED')
    expectRefusal(await platform.request('/api/v1/chat/new/stream?message=hello'), 'QUOTA_RATE_LIMIT_EXCEEDED')
    expect((await ask()).status).toBe(200)
    // 30, one question and both lists; rejected requests are not counted.
    expect(left(await list())).toBe(500 - 30 - 3)
  })

  it('count the questions of the AI SDK, whose chats are named, and none of its resumes', async () => {
    await resetLimits({})
    await list()
    const replies = await Promise.all(
      Array.from({ length: 33 }, () => platform.request('/api/v1/chat/ui', { json: {} })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(30).fill(400), ...Array(3).fill(429)])
    for (let index = 0; index < 3; index++)
      expect((await platform.request('/api/v1/chat/ui/chat-7/stream')).status).toBe(204)
  })

  it('let a stream resume when the limit of questions is used up', async () => {
    await resetLimits({})
    await Promise.all(Array.from({ length: 31 }, () => platform.request('/api/v1/chat/new/message', { json: {} })))
    const { status } = await platform.request('/api/v1/chat/new/stream?message=hello', {
      headers: { 'Last-Event-ID': 'unknown.3' },
    })
    expect(status).toBe(204)
  })

  it('limit concurrent questions, and release the lease of an answered one', async () => {
    await resetLimits({ limits: { concurrent: 1 } })
    for (let index = 0; index < 3; index++) expect((await ask()).status).toBe(200)
    const lease = { max: 1, forMs: 60_000 }
    expect(await platform.app.limits.leases.acquire(1, 'another', lease)).toMatchObject({ ok: true })
    expectRefusal(await ask(), 'BUSINESS_LIMIT_EXCEEDED')
    const refused = await platform.request('/api/v1/chat/new/stream?message=hi')
    expectRefusal(refused, 'BUSINESS_LIMIT_EXCEEDED')
    await platform.app.limits.leases.release(1, 'another')
    expect((await ask()).status).toBe(200)
  })

  it('reserve a quarter of the slots for synchronous questions', async () => {
    await resetLimits({ limits: { concurrent: 4 } })
    const { leases } = platform.app.limits
    for (const turn of ['a', 'b', 'c']) await leases.acquire(1, turn, { max: 4, forMs: 60_000 })
    const json = { message: 'hello' }
    const askAsync = () => platform.request('/api/v1/chat/message', { json, headers: { Prefer: 'respond-async' } })
    expectRefusal(await askAsync(), 'BUSINESS_LIMIT_EXCEEDED')
    expect((await ask()).status).toBe(200)
    for (const turn of ['a', 'b', 'c']) await leases.release(1, turn)
    expect((await askAsync()).status).toBe(202)
  })
})

describe('limit of concurrent questions', () => {
  it('S64: holds for 50 concurrent requests, and releases the leases of questions that no worker accepted', async () => {
    const own = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo' } })
    await own.app.store.organizations.change({ organizationId: 1 }, { limits: { concurrent: 2 } })
    const stream = (index: number) =>
      index % 2 === 0
        ? own.request(`/api/v1/chat/new/stream?message=hello ${index}`)
        : own.request('/api/v1/chat/message', { json: { message: `hello ${index}` } })
    const statuses = (await Promise.all(Array.from({ length: 50 }, (_, index) => stream(index)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 503)).toHaveLength(2)
    expect(statuses.filter((status) => status === 429)).toHaveLength(48)
    expect(await own.app.limits.leases.acquire(1, 'next', { max: 1, forMs: 60_000 })).toMatchObject({ ok: true })
    await own.close()
  }, 120_000)
})

describe('limits of requests without a valid key', () => {
  it('are sent in the headers, and return 429 instead of 401 when used up', async () => {
    const headers = { 'X-API-Key': 'sk_nobody0000_nothing' }
    const first = await platform.request('/api/v1/chat/conversations', { headers })
    expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([401, '600'])
    const nowhere = await platform.request('/api/v1/nowhere')
    expect([nowhere.status, left(nowhere)]).toEqual([404, left(first) - 1])
    for (let more = left(nowhere); more > 0; more -= 20)
      await Promise.all(Array.from({ length: 20 }, () => platform.request('/api/v1/nowhere')))
    expectRefusal(await platform.request('/api/v1/chat/conversations', { headers }), 'SYSTEM_RATE_LIMIT_EXCEEDED')
    await resetLimits({})
    expect((await list()).status).toBe(200)
  })

  it('do not affect token refreshes of other users at the same address', async () => {
    const headers = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null }
    const open = (path: string, json: object) => platform.request(`/api/v1/auth/${path}`, { json, headers })
    let sent = 0
    let reply = await open('login', {})
    for (; reply.status !== 429 && sent < 300; sent++) reply = await open('login', {})
    expect([reply.status, reply.body.error_code]).toEqual([429, 'SYSTEM_RATE_LIMIT_EXCEEDED'])
    expect((await open('refresh', { refresh_token: 'rt_none' })).status).toBe(401)
  })
})

describe('plan features', () => {
  it('reject a server key on the free plan, and let a public key chat', async () => {
    await resetLimits({ plan: 'free' })
    const { status, body } = await ask()
    expect([status, body.error.code, body.error_code]).toEqual([
      403,
      'PLAN_FEATURE_REQUIRED',
      'BUSINESS_FEATURE_NOT_AVAILABLE',
    ])
    const headers = { 'X-API-Key': platform.access.databaseKey }
    expect((await platform.request('/api/v1/chat/message', { json: { message: 'hello' }, headers })).status).toBe(200)
  })

  it('reject the routes of the AI SDK on the starter plan, for keys of both kinds', async () => {
    await resetLimits({ plan: 'starter' })
    const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'hello' }] }]
    for (const key of [platform.access.orgKey, platform.access.databaseKey])
      for (const [path, json] of [
        ['/api/v1/chat/ui', { id: 'chat', messages }],
        ['/api/v1/chat/ui/chat/stream', undefined],
      ] as const) {
        const { status, body } = await platform.request(path, { json, headers: { 'X-API-Key': key } })
        expect([path, status, body.error_code]).toEqual([path, 403, 'BUSINESS_FEATURE_NOT_AVAILABLE'])
      }
  })

  it.each([
    ['canceled', 'SUBSCRIPTION_CANCELED'],
    ['past_due', 'SUBSCRIPTION_PAST_DUE'],
  ] as const)('reject questions for a subscription that is %s, and serve history', async (subscription, code) => {
    await resetLimits({ subscription })
    const { status, body } = await ask()
    expect([status, body.error_code]).toEqual([403, code])
    expect((await list()).status).toBe(200)
    await resetLimits({ subscription: 'active' })
    expect((await ask()).status).toBe(200)
  })
})
