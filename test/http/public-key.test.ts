import { randomUUID } from 'node:crypto'
import { DEMO } from '../../demo/organization.ts'
import { ANY_KEY, KEY_PERMISSIONS, PERMISSIONS_OF_KIND } from '../../src/access/rules/permit.ts'
import { signedCursors } from '../../src/http/cursor.ts'
import type { KnownRoute } from '../../src/http/route.ts'
import { routes } from '../../src/http/routes/index.ts'
import { derivedKeyText } from '../../src/manage/api-keys/store/api-key-text.ts'
import { tokenOf, withToken } from '../accounts/logged-in.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

const SCOPE = 'default'
const OTHER_DATABASE = randomUUID()
const OPEN_DATABASE = randomUUID()

let platform: Platform
let all: KnownRoute[]
/** The routes that public keys may use. */
let open: KnownRoute[]
/** Conversations of the scope `default`, by database and tenant. */
const owned = new Map<string, string>()
const keys = new Map<string, string>()

beforeAll(async () => {
  platform = await startPlatform()
  const { app, access } = platform
  all = routes(app, signedCursors(Buffer.alloc(32)), new AbortController().signal).filter(
    (route) => route.needs !== 'anyone',
  )
  open = all.filter(({ needs }) => needs.keys.includes('database'))
  const file = `sqlite:${testServers().demoFile}`
  const owner = { organizationId: access.organizationId, userId: 1 }
  await app.store.databases.put({ ...DEMO.database, ...owner, id: OTHER_DATABASE }, file)
  const unscoped = { ...DEMO.database, ...owner, id: OPEN_DATABASE, requiresOrganizationScoping: false }
  await app.store.databases.put(unscoped, file)
  for (const [name, databaseId] of Object.entries({
    own: access.databaseId,
    other: OTHER_DATABASE,
    open: OPEN_DATABASE,
  })) {
    const id = `public${name.padEnd(6, '0')}`
    const text = derivedKeyText('database', id, Buffer.from(id))
    await app.store.apiKeys.put({ id, kind: 'database', databaseId, ...owner }, text)
    keys.set(name, text)
  }
  keys.set('server', access.orgKey)
  for (const [name, databaseId, tenant] of [
    ['own 1', access.databaseId, '1'],
    ['own 2', access.databaseId, '2'],
    ['other 1', OTHER_DATABASE, '1'],
    ['open', OPEN_DATABASE, null],
  ] as const) {
    const { body } = await platform.request('/api/v1/chat/message', {
      json: { message: 'hello', database_id: databaseId },
      headers: { 'X-Tenant-Id': tenant, 'X-Scope-Id': SCOPE },
    })
    owned.set(name, body.data.conversation_id)
  }
})
afterAll(() => platform.close())

const as = (key: string, tenant: string | null, scope: string | null = SCOPE) => ({
  headers: { 'X-API-Key': keys.get(key) ?? '', 'X-Tenant-Id': tenant, 'X-Scope-Id': scope },
})

/** Keys and tenant headers, with the conversations of `owned` that they see. */
const VISIBLE = [
  ['own', '1', ['own 1']],
  ['own', '2', ['own 2']],
  ['own', '3', []],
  ['other', '1', ['other 1']],
  ['other', '2', []],
  ['open', null, ['open']],
  ['server', '1', ['own 1', 'other 1']],
  ['server', null, ['own 1', 'own 2', 'other 1', 'open']],
] as const

describe('visibility by key', () => {
  it.each(VISIBLE)(
    'key "%s" with tenant %s lists and reads only %j',
    async (key, tenant, visible) => {
      const listed = await platform.request('/api/v1/chat/conversations', as(key, tenant))
      const ids = listed.body.data.conversations.map(({ id }: { id: string }) => id)
      expect(ids.toSorted()).toEqual(visible.map((name) => owned.get(name)).toSorted())
      const history = await platform.request('/api/v1/chat/history?limit=200', as(key, tenant))
      const seen = new Set(
        history.body.data.messages.map((message: { conversation_id: string }) => message.conversation_id),
      )
      expect([...seen].toSorted()).toEqual(ids.toSorted())
      for (const [name, id] of owned) {
        const allowed = visible.some((one) => one === name)
        const read = await platform.request(`/api/v1/chat/${id}/history`, as(key, tenant))
        expect([name, read.status]).toEqual([name, allowed ? 200 : 404])
        const filtered = await platform.request(`/api/v1/chat/history?conversation_id=${id}`, as(key, tenant))
        expect(filtered.status).toBe(allowed ? 200 : 404)
        if (allowed) continue
        const asked = { json: { message: 'hello', conversation_id: id }, ...as(key, tenant) }
        expect((await platform.request('/api/v1/chat/message', asked)).status).toBe(404)
        expect((await platform.request(`/api/v1/chat/${id}/stream?message=hello`, as(key, tenant))).status).toBe(404)
        expect((await platform.request(`/api/v1/chat/${id}`, { method: 'DELETE', ...as(key, tenant) })).status).toBe(
          404,
        )
      }
    },
    120_000,
  )

  it('rejects cancelling and resuming questions of another tenant or database', async () => {
    const foreign = { 'own 2': ['own', '1'], 'other 1': ['own', '1'], 'own 1': ['other', '1'] } as const
    for (const [name, [key, tenant]] of Object.entries(foreign)) {
      const id = owned.get(name) ?? ''
      const { body } = await platform.request(`/api/v1/chat/history?conversation_id=${id}`, as('server', null))
      const turnId = body.data.messages[0].id.split('.')[0]
      const cancelled = await platform.request(`/api/v1/chat/turns/${turnId}/cancel`, {
        method: 'POST',
        ...as(key, tenant),
      })
      expect(cancelled.status).toBe(404)
      const cursor = { headers: { ...as(key, tenant).headers, 'Last-Event-ID': `${turnId}.1` } }
      expect((await platform.request('/api/v1/chat/new/stream', cursor)).status).toBe(204)
      const [owner = '', ofTenant = null] = name.split(' ')
      const own = { headers: { ...as(owner, ofTenant).headers, 'Last-Event-ID': `${turnId}.1` } }
      const resumed = await platform.request('/api/v1/chat/new/stream', own)
      expect([resumed.status, resumed.text]).toEqual([200, expect.stringContaining('event: done')])
    }
  })
})

describe('databases and starters by key', () => {
  const STARTER = /^(?:How many|What|Show|List)/
  const questions = (id: string, options: { headers: Record<string, string | null> }) =>
    platform.request(`/api/v1/databases/${id}/questions`, options)

  it('lists every database of the organization to a server key and a member, and its own to a public key', async () => {
    const listed = async (headers: Record<string, string | null>) =>
      (await platform.request('/api/v1/chat/databases', { headers })).body.data.databases
    const all = await listed(as('server', null).headers)
    expect(all.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [platform.access.databaseId, OTHER_DATABASE, OPEN_DATABASE].toSorted(),
    )
    const isOwn = ({ id }: { id: string }) => id === platform.access.databaseId
    const demo = { id: platform.access.databaseId, name: DEMO.database.name, scoped: true, tenant_id_type: 'integer' }
    expect(all.find(isOwn)).toEqual({ ...demo, engine: 'sqlite', takes_scope: true })
    expect(all.find(({ id }: { id: string }) => id === OPEN_DATABASE)).toMatchObject({
      scoped: false,
      tenant_id_type: null,
    })
    expect(await listed(as('own', '1').headers)).toEqual([{ ...demo, takes_scope: true }])
    const ann = withToken.bind(undefined, platform, await tokenOf(platform, 1, 'member'))
    expect((await ann('/chat/databases')).body.data.databases).toEqual(all)
    expect((await ann('/databases')).status).toBe(403)
  })

  it('returns starters that are the same for every tenant and can all be answered', async () => {
    const own = platform.access.databaseId
    const { body } = await questions(own, as('own', '1'))
    const starters: readonly string[] = body.data.questions
    expect([starters.length > 3, starters.length < 7]).toEqual([true, true])
    for (const [key, tenant] of [
      ['own', '2'],
      ['server', '1'],
      ['server', '999'],
    ] as const)
      expect((await questions(own, as(key, tenant))).body.data.questions).toEqual(starters)
    for (const message of starters) {
      const json = { message, database_id: own }
      const { body: answer } = await platform.request('/api/v1/chat/message', { json, ...as('own', '1') })
      expect([message, answer.data.query_type]).toEqual([expect.stringMatching(STARTER), 'data_retrieval'])
    }
  })

  it('returns no starters before indexing, and errors for another database or a missing or unexpected tenant', async () => {
    expect((await questions(OTHER_DATABASE, as('other', '1'))).body.data).toEqual({ questions: [] })
    for (const id of [OTHER_DATABASE, '00000000-0000-4000-8000-000000000000'])
      expect((await questions(id, as('own', '1'))).body.problem).toBe('database_not_found')
    expect((await questions(OTHER_DATABASE, as('server', null))).body.problem).toBe('tenant_missing')
    expect((await questions(OPEN_DATABASE, as('server', '1'))).body.problem).toBe('tenant_not_expected')
  })

  it('returns verified questions first on an unscoped database, and never to a public key', async () => {
    const { store } = platform.app
    const { organizationId, databaseId } = platform.access
    const catalog = await store.catalogs.find({ organizationId }, databaseId)
    if (catalog === undefined) throw new Error('the demo was not indexed')
    for (const id of [OPEN_DATABASE, OTHER_DATABASE]) {
      await store.catalogs.put({ organizationId }, id, catalog)
      const pattern = { question: 'Who are our best customers?', query: 'SELECT 1', verifiedBy: 'Ann' }
      await store.patterns.add({ organizationId }, id, pattern)
    }
    const failing = { question: 'Which table is gone?', query: 'SELECT 2', verifiedBy: 'Ann' }
    const failed = await store.patterns.add({ organizationId }, OPEN_DATABASE, failing)
    if (failed === undefined) throw new Error('no pattern')
    const failure = { at: failed.updatedAt, turnId: 't', by: 'guard' as const, reason: 'gone' }
    await store.patterns.recordFailure({ organizationId }, { ...failed, hasFailed: false }, failure)
    await store.authorizationRevisions.renew({ organizationId })
    const open = (await questions(OPEN_DATABASE, as('server', null, null))).body.data.questions
    expect([open[0], open.length]).toEqual(['Who are our best customers?', 6])
    expect(open).not.toContain(failing.question)
    const shown = [
      await questions(OPEN_DATABASE, as('open', null, null)),
      await questions(OTHER_DATABASE, as('server', '1')),
    ]
    for (const { body } of shown) {
      expect(body.data.questions.length).toBeGreaterThan(3)
      expect(body.data.questions).not.toContain('Who are our best customers?')
    }
  })
})

describe('every route', () => {
  const UNKNOWN = '00000000-0000-4000-8000-000000000000'
  const call = ({ method, path }: KnownRoute, headers: Record<string, string | null>) => {
    const url = `/api/v1${path.replace(/:\w+/g, UNKNOWN)}${path.endsWith('/stream') ? '?message=hello' : ''}`
    const json = method === 'get' || method === 'delete' ? {} : { json: { message: 'hello' } }
    return platform.request(url, { method: method.toUpperCase(), headers, ...json })
  }

  it('declares the permission, keys and scope that it requires', () => {
    expect(all.length).toBeGreaterThan(8)
    for (const { path, needs } of all) {
      expect([path, needs.permission]).toEqual([
        path,
        expect.stringMatching(/^(chat|history|branding|manage|account|operate)$/),
      ])
      expect([path, needs.keys.length > 0]).toEqual([path, !/^(account|operate)$/.test(needs.permission)])
      expect(ANY_KEY).toEqual(expect.arrayContaining([...needs.keys]))
      expect(['required', 'optional']).toContain(needs.scope)
    }
  })

  it('requires a tenant with a public key of a scoped database, and rejects one for an unscoped database', async () => {
    const [same, checked] = [true, false].map((is) =>
      open.filter(({ needs }) => (needs.sameForAllTenants === true) === is),
    )
    expect(same?.map(({ path }) => path)).toEqual(['/branding'])
    for (const route of checked ?? []) {
      const missing = await call(route, as('own', null).headers)
      expect([route.path, missing.status, missing.body.error_code]).toEqual([
        route.path,
        403,
        'AUTH_INSUFFICIENT_PERMISSIONS',
      ])
      expect(missing.body.details).toMatchObject([{ field: 'X-Tenant-Id', code: 'MISSING_REQUIRED_HEADER' }])
      for (const tenant of ['0', '-1', 'x', '1 OR 1=1']) {
        const invalid = await call(route, as('own', tenant).headers)
        expect(invalid.body.details).toMatchObject([{ field: 'X-Tenant-Id', code: 'INVALID_FORMAT' }])
      }
      expect((await call(route, as('open', '1').headers)).status).toBe(403)
      for (const [key, tenant] of [
        ['own', '1'],
        ['open', null],
      ] as const) {
        const { status } = await call(route, as(key, tenant).headers)
        // Authorized: only the input is invalid or unknown.
        expect([route.path, [200, 400, 404].includes(status), status]).toEqual([route.path, true, status])
      }
    }
  }, 120_000)

  it('rejects public keys for management and sharing', async () => {
    const managing = all.filter(
      ({ needs }) => /^(manage|account|operate)$/.test(needs.permission) && needs.orPermission === undefined,
    )
    const sharing = all.filter(({ path }) => /\/shares?(?:\/|$)/.test(path))
    const closed = all.filter((route) => managing.includes(route) || sharing.includes(route))
    const namesOf = (routes: readonly KnownRoute[]) => routes.map(({ method, path }) => `${method} ${path}`)
    expect([managing.length > 0, sharing.length]).toEqual([true, 3])
    expect(namesOf(all.filter((route) => !open.includes(route)))).toEqual(namesOf(closed))
    const usable = new Set(open.flatMap(({ needs }) => [needs.permission, needs.orPermission]))
    expect(KEY_PERMISSIONS.filter((permission) => usable.has(permission) && permission !== 'manage')).toEqual([
      ...PERMISSIONS_OF_KIND.database,
    ])
    for (const route of closed) {
      const { status, body } = await call(route, as('own', '1').headers)
      expect([route.path, status, body.error_code]).toEqual([route.path, 403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
      expect(body.message).toMatch(/organization key|access token|operator credential/)
    }
  }, 120_000)

  it('writes every change to the audit log, except tests, drafts and previews', () => {
    const changing = all.filter(({ needs, method }) => needs.permission === 'manage' && method !== 'get')
    expect(
      changing.filter(({ audits }) => audits === undefined).map(({ method, path }) => `${method} ${path}`),
    ).toEqual([
      'post /branding/preview',
      'post /billing/portal',
      'post /databases/test',
      'post /databases/:database_id/test',
      'post /databases/:database_id/policy/preview',
      'post /databases/:database_id/glossary/draft',
      'post /webhooks/:webhook_id/test',
    ])
  })

  it('rejects requests without a key, and requires a scope to read history', async () => {
    for (const route of all) {
      expect((await call(route, { ...as('own', '1').headers, 'X-API-Key': null })).status).toBe(401)
      const unscoped = await call(route, as('server', '1', null).headers)
      expect(unscoped.status === 403).toBe(
        route.needs.scope === 'required' || /^(account|operate)$/.test(route.needs.permission),
      )
    }
  })
})

describe('a public key', () => {
  it('receives no query in answers, streams and resumed streams', async () => {
    const question = 'How many customers are there?'
    const answer = await platform.request('/api/v1/chat/message', {
      json: { message: question },
      ...as('own', '1', 'q1'),
    })
    expect(answer.body.data.results).toHaveLength(1)
    expect(answer.text).not.toMatch(/select/i)
    const streamed = await platform.request(`/api/v1/chat/new/stream?message=${question}`, as('own', '1', 'q2'))
    expect(streamed.text).toContain('event: done')
    expect(streamed.text).not.toMatch(/event: query|select/i)
    const first = /id: (\S+)/.exec(streamed.text)?.[1] ?? ''
    const resumed = await platform.request('/api/v1/chat/new/stream', {
      headers: { ...as('own', '1', 'q2').headers, 'Last-Event-ID': first },
    })
    expect(resumed.text).toContain('event: results')
    expect(resumed.text).not.toMatch(/event: query|select/i)
    const server = await platform.request(
      `/api/v1/chat/new/stream?message=${question}&database_id=${platform.access.databaseId}`,
      as('server', '1', 'q3'),
    )
    expect(server.text).toMatch(/event: query/)
  })
})
