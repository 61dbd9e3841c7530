import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lt } from 'semver'
import { z } from 'zod'
import { DEMO } from '../../demo/organization.ts'
import { signedCursors } from '../../src/http/cursor.ts'
import type { KnownRoute } from '../../src/http/route.ts'
import { routes } from '../../src/http/routes/index.ts'
import { randomKey } from '../../src/manage/api-keys/store/api-key-text.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { connectStore } from '../../src/store/connection.ts'
import { codeOf, type Manager, managerOf } from '../http/management/manager.ts'
import { askedCommands } from '../store/asked-commands.ts'
import { storeOn } from '../store/store-fixture.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { rawBytes, rawRequest } from '../support/raw-request.ts'
import { testServers } from '../support/test-servers.ts'

let platform: Platform
let otherManager: Manager
let protectedRoutes: KnownRoute[]
beforeAll(async () => {
  platform = await startPlatform()
  otherManager = await managerOf(platform)
  protectedRoutes = routes(platform.app, signedCursors(Buffer.alloc(32)), new AbortController().signal).filter(
    (route) => route.needs !== 'anyone',
  )
})
afterAll(() => platform.close())

const LIST = '/api/v1/chat/conversations'
const ask = (headers: Readonly<Record<string, string | null>> = {}, more: object = {}) =>
  platform.request('/api/v1/chat/message', { json: { message: 'hello', ...more }, headers })

const call = ({ method, path: of }: KnownRoute, headers: Readonly<Record<string, string | null>>) => {
  const url = `/api/v1${of.replace(/:\w+/g, randomUUID())}`
  const json = method === 'get' || method === 'delete' ? {} : { json: {} }
  return platform.request(url, { method: method.toUpperCase(), headers, ...json })
}

describe('caller isolation', () => {
  it('S02, S03: a key of another organization finds no conversation, even in a scope of the same name', async () => {
    const { body } = await ask({ 'X-Scope-Id': 'same' })
    const id = body.data.conversation_id
    const foreign = { 'X-API-Key': otherManager.key, 'X-Tenant-Id': null, 'X-Scope-Id': 'same' }
    const unknown = await platform.request(`/api/v1/chat/${randomUUID()}/history`, { headers: foreign })
    const found = await platform.request(`/api/v1/chat/${id}/history`, { headers: foreign })
    const bare = ({ status, body: { trace_id, timestamp, ...rest } }: typeof found) => ({ status, ...rest })
    expect(bare(found)).toEqual(bare(unknown))
    expect(found.status).toBe(404)
    const lists = await Promise.all(
      [LIST, '/api/v1/chat/history'].map((list) => platform.request(list, { headers: foreign })),
    )
    for (const list of lists) expect(list.text).not.toContain(id)
    const { cursor } = (await platform.request(`${LIST}?limit=1`, { headers: { 'X-Scope-Id': 'same' } })).body.data
    if (cursor !== '')
      expect((await platform.request(`${LIST}?cursor=${cursor}`, { headers: foreign })).status).toBe(400)
  })

  it('S04: scopes are compared exactly, after trimming and Unicode normalization', async () => {
    const spellings = ['42', '"42"', '042', '４２', '%34%32', 'é', 'É', '42.0', '+42']
    const made = new Map<string, string>()
    for (const scope of spellings)
      made.set(scope, (await ask({ 'X-Scope-Id': Buffer.from(scope).toString('latin1') })).body.data.conversation_id)
    const listed = async (scope: string) => {
      const headers = { 'X-Scope-Id': Buffer.from(scope).toString('latin1') }
      const { body } = await platform.request(LIST, { headers })
      return body.data.conversations.map(({ id }: { id: string }) => id)
    }
    for (const [scope, id] of made) expect([scope, await listed(scope)]).toEqual([scope, [id]])
    expect(await listed('e\u0301')).toEqual([made.get('é')])
    expect(await listed('  42  ')).toEqual([made.get('42')])
  })

  it('S05: a repeated header that identifies the caller is refused', async () => {
    const own: [string, string][] = [['X-API-Key', platform.access.orgKey]]
    for (const name of ['X-Tenant-Id', 'X-Scope-Id', 'X-API-Key', 'Authorization', 'Origin', 'x-tenant-id']) {
      const twice: [string, string][] = [
        [name, '1'],
        [name.toUpperCase(), '2'],
      ]
      const { status, text } = await rawRequest(
        `${platform.baseUrl}${LIST}`,
        name === 'X-API-Key' ? twice : [...own, ...twice],
      )
      expect([name, status, JSON.parse(text).error_code]).toEqual([name, 400, 'VALIDATION_INVALID_FORMAT'])
    }
  })

  it('S06: X-Tenant-Id must be a positive integer in canonical form', async () => {
    const texts = [
      '0',
      '-1',
      '+1',
      '01',
      '1.0',
      '1e0',
      '0x1',
      '1,2',
      '1 OR 1=1',
      `${2n ** 63n}`,
      '9'.repeat(256),
      'null',
      '１',
    ]
    for (const tenant of texts) {
      const reply = await ask({ 'X-Tenant-Id': Buffer.from(tenant).toString('latin1') })
      expect([tenant, reply.status, reply.body.error.code]).toEqual([tenant, 403, 'INVALID_TENANT_ID'])
      expect(reply.body.details).toMatchObject([{ field: 'X-Tenant-Id', code: 'INVALID_FORMAT' }])
    }
    const absent = await ask({ 'X-Tenant-Id': '' })
    expect(absent.status).toBe(403)
  })

  it('S07: tenant and scope are read only from their headers', async () => {
    const withoutHeaders = { 'X-Tenant-Id': null, 'X-Scope-Id': null }
    const headers = {
      ...withoutHeaders,
      X_Tenant_Id: '1',
      x_scope_id: 'a',
      Cookie: 'X-Tenant-Id=1; tenant_id=1',
      'Tenant-Id': '1',
    }
    const missing = await ask(headers)
    expect([missing.status, missing.body.details[0].code]).toEqual([403, 'MISSING_REQUIRED_HEADER'])
    const inBody = await ask(headers, { tenant_id: 1, 'X-Tenant-Id': '1', scope_id: 'a' })
    expect([inBody.status, inBody.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      ...[400, ['tenant_id', 'X-Tenant-Id', 'scope_id']],
    ])
    const query = await platform.request(`${LIST}?X-Scope-Id=a&scope_id=a&X-Tenant-Id=1`, { headers: withoutHeaders })
    expect([query.status, query.body.details[0].field]).toEqual([403, 'X-Scope-Id'])
    const port = Number(new URL(platform.baseUrl).port)
    const trailer = await rawBytes(
      port,
      `GET ${LIST} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${platform.access.orgKey}\r\nTransfer-Encoding: chunked\r\nTrailer: X-Scope-Id\r\nConnection: close\r\n\r\n0\r\nX-Scope-Id: a\r\n\r\n`,
    )
    expect(trailer).toMatch(/^HTTP\/1\.1 403 /)
  })

  it('S08: X-Tenant-Id is refused for an unscoped database and required for a scoped one, and no message contains a tenant id', async () => {
    const id = randomUUID()
    const unscoped = { ...DEMO.database, id, name: 'unscoped', organizationId: 1, requiresOrganizationScoping: false }
    await platform.app.store.databases.put(unscoped, `sqlite:${testServers().demoFile}`)
    const { databaseId } = platform.access
    const unexpected = await ask({ 'X-Tenant-Id': '77123' }, { database_id: id })
    expect([unexpected.status, unexpected.body.message]).toEqual([
      403,
      'Organization scoping is not enabled for this database; leave out X-Tenant-Id.',
    ])
    const absent = await ask({ 'X-Tenant-Id': null }, { database_id: databaseId })
    expect([absent.status, absent.body.message]).toEqual([403, 'This database requires the X-Tenant-Id header.'])
    for (const { text } of [unexpected, absent]) expect(text).not.toMatch(/77123/)
    await platform.app.store.databases.remove({ organizationId: 1 }, id)
  })

  it('S09: a database of another organization is indistinguishable from a nonexistent one', async () => {
    const headers = { 'X-API-Key': otherManager.key }
    const replies = await Promise.all(
      [platform.access.databaseId, randomUUID()].map((id) => ask(headers, { database_id: id })),
    )
    for (const reply of replies) expect(codeOf(reply)).toEqual([404, 'NOT_FOUND_DATABASE'])
    const [a, b] = replies.map(({ body: { trace_id, timestamp, ...rest } }) => rest)
    expect(a).toEqual(b)
  })

  it('S12: a public key is refused by every management route', async () => {
    const headers = { 'X-API-Key': platform.access.databaseKey }
    const managementRoutes = protectedRoutes.filter(({ needs }) => !needs.keys.includes('database'))
    expect(managementRoutes.length).toBeGreaterThan(5)
    for (const route of managementRoutes)
      expect([route.path, (await call(route, headers)).status]).toEqual([route.path, 403])
  })
})

describe('authentication', () => {
  it('S18: no token library with known vulnerabilities is installed', () => {
    const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'))
    const Lock = z.object({
      packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
    })
    const installed = Object.entries(Lock.parse(lock).packages).flatMap(([name, { version = '', dev = false }]) =>
      dev ? [] : [{ name: name.replace(/^.*node_modules\//, ''), version }],
    )
    const isRefused = ({ name }: { name: string }) => ['jws', 'jsonwebtoken', 'fast-jwt', 'node-jose'].includes(name)
    // Of hono, only the HTTP adapter is used; its tokens could be forged before this version.
    const isOldHono = ({ name, version }: { name: string; version: string }) => name === 'hono' && lt(version, '4.11.4')
    expect(installed.filter((one) => isRefused(one) || isOldHono(one))).toEqual([])
  })

  it('S19: API keys are not accepted as tokens, tokens not as API keys, and a request has one caller', async () => {
    const { orgKey } = platform.access
    const jwt = `${btoa('{"alg":"none"}')}.${btoa('{"org":1}')}.`
    for (const [headers, code] of [
      [{ 'X-API-Key': null, Authorization: `Bearer ${orgKey}` }, 'AUTH_TOKEN_INVALID'],
      [{ 'X-API-Key': null, Authorization: `Bearer ${jwt}` }, 'AUTH_TOKEN_INVALID'],
      [{ 'X-API-Key': jwt }, 'AUTH_INVALID_CREDENTIALS'],
      [{ 'X-API-Key': orgKey, Authorization: `Bearer ${otherManager.key}` }, 'AUTH_TOKEN_INVALID'],
      [{ 'X-API-Key': orgKey, Authorization: `bearer  ${jwt}` }, 'AUTH_TOKEN_INVALID'],
    ] as const)
      expect(codeOf(await platform.request(LIST, { headers }))).toEqual([401, code])
    expect((await platform.request(LIST, { headers: { Authorization: `Bearer ${orgKey}` } })).status).toBe(200)
  })

  it('S20: an API key is accepted only in its header, and never logged', async () => {
    const { orgKey } = platform.access
    const observed: unknown[] = []
    const observe = (observation: unknown) => void observed.push(observation)
    const own = await serveApi({ ...platform.app, observe }, { host: '127.0.0.1', port: 0, secret: SECRET })
    const base = `http://127.0.0.1:${own.port}`
    const sent = [
      fetch(`${base}${LIST}?X-API-Key=${orgKey}&api_key=${orgKey}`),
      fetch(`${base}/api/v1/${orgKey}/chat`),
      fetch(`${base}/api/v1/chat/${orgKey}/history`),
      fetch(`${base}/api/v1/chat/message`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ message: 'hello', api_key: orgKey, 'X-API-Key': orgKey }),
      }),
      fetch(`${base}${LIST}`, { headers: { Cookie: `X-API-Key=${orgKey}` } }),
    ]
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toEqual([401, 404, 401, 401, 401])
    await own.drain(1_000)
    expect(observed.length).toBeGreaterThanOrEqual(5)
    expect(JSON.stringify(observed)).not.toContain(orgKey.split('_')[2])
  })

  it('S21: the store queries are the same for known and unknown key ids', async () => {
    const uri = `${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}?monitorCommands=true`
    const connection = await connectStore(uri)
    // Preparing the store in the background would add queries.
    const store = storeOn(connection, { made: 'elsewhere' })
    const made = await store.apiKeys.add({ organizationId: 1 }, { kind: 'organization', userId: 0 })
    await store.keyHolders.find(made.text)
    const commands = askedCommands(connection)
    const queriesFor = async (text: string) => {
      commands.length = 0
      expect(await store.keyHolders.find(text)).toBeUndefined()
      return commands.map(({ collection, filter }) => [collection, Object.keys(filter)])
    }
    const another = (await store.apiKeys.rotate({ organizationId: 1 }, made.id))?.text ?? ''
    await store.apiKeys.rotate({ organizationId: 1 }, made.id)
    const expected = [['api_keys', ['_id']]]
    expect(await queriesFor(randomKey('organization'))).toEqual(expected)
    expect(await queriesFor(another)).toEqual(expected)
    expect(await queriesFor(`${another.slice(0, -1)}!`)).toEqual([])
    await store.close()
  })

  it('S22: a suspended organization is refused from the next request on', async () => {
    const own = await managerOf(platform)
    expect((await own.get('/organization')).status).toBe(200)
    await platform.app.store.organizations.change(own, { status: 'suspended' })
    expect(codeOf(await own.get('/organization'))).toEqual([403, 'AUTH_ACCOUNT_SUSPENDED'])
    await platform.app.store.organizations.change(own, { status: 'active' })
    expect((await own.get('/organization')).status).toBe(200)
  })

  it('S23: a public key works only from its allowed origins, and CORS headers do not disclose them', async () => {
    const origins = ['https://shop.example', 'https://*.shop.example']
    const { databaseId } = platform.access
    const made = await platform.app.store.apiKeys.add(
      { organizationId: 1 },
      { kind: 'database', databaseId, userId: 1, origins },
    )
    const from = (origin: string | null) =>
      platform.request('/api/v1/branding', { headers: { 'X-API-Key': made.text, Origin: origin } })
    for (const origin of ['https://shop.example', 'https://a.shop.example']) {
      const { status, headers } = await from(origin)
      expect([origin, status, headers.get('access-control-allow-origin')]).toEqual([origin, 200, '*'])
    }
    for (const origin of [
      ...[null, 'null', '', 'https://shop.example.evil.example', 'https://evilshop.example', 'https://shop.example.'],
      ...['http://shop.example', 'https://shop.example:8443', 'https://u@shop.example', 'https://SHOP.example'],
      ...[
        'https://xn--shop-example',
        'https://shop.example/',
        'https://.shop.example',
        'https://a.shop.example.evil.example',
      ],
      'https://evil.example#.shop.example',
    ]) {
      const { status, headers } = await from(origin)
      expect([origin, status, headers.get('access-control-allow-origin')]).toEqual([origin, 403, '*'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
    const preflight = await platform.open('/api/v1/chat/message', {
      method: 'OPTIONS',
      headers: {
        'X-API-Key': null,
        Origin: 'https://anywhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-api-key,x-tenant-id,x-identity-token,content-type',
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-identity-token')
  })

  it('S24: every route checks the plan, the permission and the state of the organization', async () => {
    const { store } = platform.app
    const free = await managerOf(platform, 'free')
    const suspended = await managerOf(platform)
    await store.organizations.change(suspended, { status: 'suspended' })
    const canceled = await managerOf(platform)
    await store.organizations.change(canceled, { subscription: 'canceled' })
    const none = await managerOf(platform, 'professional', [])
    for (const route of protectedRoutes) {
      const name = `${route.method} ${route.path}`
      for (const [by, code] of [
        [free, 'BUSINESS_FEATURE_NOT_AVAILABLE'],
        [suspended, 'AUTH_ACCOUNT_SUSPENDED'],
        ...(route.needs.permission === 'chat' ? ([[canceled, 'SUBSCRIPTION_CANCELED']] as const) : []),
        ...(route.needs.permission === 'branding' ? [] : ([[none, 'AUTH_INSUFFICIENT_PERMISSIONS']] as const)),
      ] as const) {
        const reply = await call(route, { 'X-API-Key': by.key, 'X-Tenant-Id': null, 'X-Scope-Id': 'a' })
        expect([name, ...codeOf(reply)]).toEqual([name, 403, code])
      }
      expect([name, (await call(route, { 'X-API-Key': null })).status]).toEqual([name, 401])
    }
  }, 240_000)
})

describe('request headers', () => {
  it('S35: malformed headers are refused, and an invalid request id is replaced', async () => {
    const port = Number(new URL(platform.baseUrl).port)
    const head = `GET ${LIST} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${platform.access.orgKey}\r\nConnection: close\r\n`
    for (const malformed of [
      'X-Scope-Id: a\0b',
      'X-Scope-Id: a\rb',
      'X-Scope-Id : a',
      ' X-Scope-Id: a',
      'X-Scope-Id: a\r\n folded',
    ])
      expect([malformed, (await rawBytes(port, `${head}${malformed}\r\n\r\n`)).slice(0, 13)]).toEqual([
        malformed,
        'HTTP/1.1 400 ',
      ])
    expect((await platform.request(LIST, { headers: { 'X-Scope-Id': 'x'.repeat(8_192) } })).status).toBe(400)
    for (const id of ['short', 'with space in it', 'x'.repeat(10_000), 'a/b/c/d/e/f'.repeat(2)]) {
      const { headers, body } = await platform.request('/api/v1/nowhere', { headers: { 'X-Request-ID': id } })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(body.trace_id).toBe(headers.get('x-request-id'))
    }
  })
})
