import { randomUUID } from 'node:crypto'
import { DEMO } from '../../../demo/organization.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { testServers } from '../../support/test-servers.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
let other: Manager
const databaseId = randomUUID()
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  own = await managerOf(platform)
  other = await managerOf(platform)
  const { organizationId } = own
  await platform.app.store.databases.put(
    { ...DEMO.database, organizationId, id: databaseId },
    `sqlite:${testServers().demoFile}`,
  )
})
afterAll(() => platform.close())

/** Status of a request that every key may send. */
const statusOf = async (key: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const options = { headers: { 'X-API-Key': key, 'X-Tenant-Id': null, 'X-Scope-Id': null, ...headers } }
  return (await platform.request('/api/v1/branding', options)).status
}

const create = async (body: object, by = own) => (await by.send('POST', '/api-keys', body)).body.data

describe('POST /api-keys', () => {
  it('creates a working key, and returns its text in no other response', async () => {
    const { status, body } = await own.send('POST', '/api-keys', { name: 'Nightly import' })
    expect([status, body.success]).toEqual([201, true])
    const { key, warnings, ...item } = body.data
    expect(item).toEqual({
      id: expect.any(String),
      name: 'Nightly import',
      kind: 'organization',
      database_id: null,
      hint: `sk_${item.id}_…${key.slice(-4)}`,
      status: 'active',
      permissions: null,
      origins: null,
      addresses: null,
      answer_details: null,
      user_id: 7,
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      previous_until: null,
    })
    expect([key.startsWith('sk_'), warnings, await statusOf(key)]).toEqual([true, [], 200])
    const shown = await Promise.all([own.get('/api-keys'), own.get(`/api-keys/${item.id}`), own.get('/audit')])
    for (const { text } of shown) expect(text).not.toContain(key.slice(20))
    expect((await own.audit())[0]).toEqual(['api_key.created', item.id, ['name', 'kind']])
  })

  it('creates a restricted key for one database, and warns if its holder can choose the tenant', async () => {
    const limits = {
      permissions: ['chat', 'chat'],
      origins: ['https://Shop.example/'],
      addresses: ['::ffff:127.0.0.1'],
    }
    const body = { name: 'Widget', database_id: databaseId, ...limits, expires_at: '2999-01-01T01:00:00+01:00' }
    const made = await create(body)
    expect(made).toMatchObject({
      kind: 'database',
      database_id: databaseId,
      permissions: ['chat'],
      origins: ['https://shop.example'],
      addresses: ['127.0.0.1'],
      expires_at: '2999-01-01T00:00:00.000Z',
      warnings: [expect.stringContaining('X-Tenant-Id')],
    })
    const tenantHeader = { 'X-Tenant-Id': '1' }
    expect(await statusOf(made.key, tenantHeader)).toBe(403)
    expect(await statusOf(made.key, { ...tenantHeader, Origin: 'https://shop.example' })).toBe(200)
    await platform.app.store.databases.putIdentity(own, databaseId, 'required', 'is_secret')
    expect((await create({ name: 'Widget 2', database_id: databaseId })).warnings).toEqual([])
  })

  it.each([
    ['no name', {}, [400, 'VALIDATION_MISSING_REQUIRED_FIELD'], 'name'],
    ['an invisible name', { name: '\u200b' }, [400, 'VALIDATION_ERROR'], 'name'],
    ['an unknown kind', { name: 'x', kind: 'portal' }, [400, 'VALIDATION_ERROR'], 'kind'],
    ['no database', { name: 'x', kind: 'database' }, [400, 'VALIDATION_MISSING_REQUIRED_FIELD'], 'database_id'],
    ['origins for a server key', { name: 'x', origins: ['https://a.example'] }, [400, 'VALIDATION_ERROR'], 'origins'],
    ['an origin with a path', { name: 'x', origins: ['https://a.example/x'] }, [400, 'VALIDATION_ERROR'], 'origins.0'],
    ['an invalid address', { name: 'x', addresses: ['example'] }, [400, 'VALIDATION_ERROR'], 'addresses.0'],
    ['an empty list of permissions', { name: 'x', permissions: [] }, [400, 'VALIDATION_ERROR'], 'permissions'],
    ['an unknown permission', { name: 'x', permissions: ['all'] }, [400, 'VALIDATION_ERROR'], 'permissions.0'],
    [
      'an expiry in the past',
      { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
      [400, 'VALIDATION_ERROR'],
      'expires_at',
    ],
    ['an invalid expiry', { name: 'x', expires_at: 'soon' }, [400, 'VALIDATION_ERROR'], 'expires_at'],
    ['an unknown field', { name: 'x', organization_id: 1 }, [400, 'VALIDATION_ERROR'], 'organization_id'],
    ['a list as the body', [], [400, 'VALIDATION_ERROR'], 'body'],
  ])('refuses %s', async (_, body, expected, field) => {
    const reply = await own.send('POST', '/api-keys', body)
    expect([codeOf(reply), reply.body.details[0].field]).toEqual([expected, field])
  })

  it('returns the same 404 for a database of another organization as for an unknown one', async () => {
    const replies = await Promise.all(
      [databaseId, randomUUID()].map((id) => other.send('POST', '/api-keys', { name: 'x', database_id: id })),
    )
    for (const reply of replies) expect(codeOf(reply)).toEqual([404, 'NOT_FOUND_DATABASE'])
  })

  it('refuses the name of an active key, and accepts the name of a revoked key', async () => {
    const { id } = await create({ name: 'taken' })
    expect(codeOf(await own.send('POST', '/api-keys', { name: 'Taken' }))).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
    expect((await other.send('POST', '/api-keys', { name: 'taken' })).status).toBe(201)
    await own.send('DELETE', `/api-keys/${id}`)
    expect((await own.send('POST', '/api-keys', { name: 'Taken' })).status).toBe(201)
  })

  it('refuses permissions that a database key cannot use, on creation and on change', async () => {
    for (const permissions of [['manage'], ['chat', 'manage']]) {
      const { status, body } = await own.send('POST', '/api-keys', { name: 'x', database_id: databaseId, permissions })
      expect([status, body.message, body.details[0].field]).toEqual([
        400,
        'permissions: must be among chat, history for a database key',
        'permissions',
      ])
    }
    const { id } = await create({ name: 'page', database_id: databaseId, permissions: ['chat', 'history'] })
    const { status, body } = await own.send('PATCH', `/api-keys/${id}`, { permissions: ['manage'] })
    expect([status, body.details[0].field]).toEqual([400, 'permissions'])
    expect((await own.get(`/api-keys/${id}`)).body.data.permissions).toEqual(['chat', 'history'])
  })

  it('never grants permissions that the caller does not have', async () => {
    const limited = await managerOf(platform, 'professional', ['manage', 'history'])
    for (const permissions of [undefined, null, ['chat'], ['history', 'chat']])
      expect(codeOf(await limited.send('POST', '/api-keys', { name: 'more', permissions }))).toEqual([
        ...[403, 'AUTH_INSUFFICIENT_PERMISSIONS'],
      ])
    const { id } = await create({ name: 'less', permissions: ['history'] }, limited)
    for (const permissions of [null, ['chat']])
      expect((await limited.send('PATCH', `/api-keys/${id}`, { permissions })).status).toBe(403)
    const { id: unrestricted } = await platform.app.store.apiKeys.add(limited, { kind: 'organization', userId: 7 })
    expect((await limited.send('POST', `/api-keys/${unrestricted}/rotate`)).status).toBe(403)
    expect((await limited.send('POST', `/api-keys/${id}/rotate`)).status).toBe(200)
  })

  it('requires the manage permission, as do all routes of API keys', async () => {
    const reader = await managerOf(platform, 'professional', ['chat', 'history'])
    for (const [method, path] of [
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['GET', '/api-keys/x'],
      ['PATCH', '/api-keys/x'],
      ['POST', '/api-keys/x/rotate'],
      ['DELETE', '/api-keys/x'],
    ] as const)
      expect((await reader.send(method, path, method === 'GET' ? undefined : {})).status).toBe(403)
  })
})

describe('GET /api-keys', () => {
  it('returns numbered pages with the keys of the own organization only, oldest first', async () => {
    const many = await managerOf(platform)
    for (let index = 0; index < 4; index++) await create({ name: `key ${index}` }, many)
    const { body } = await many.get('/api-keys?page=2&page_size=2')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['key 1', 'key 2'])
    expect(body.pagination).toEqual({
      current_page: 2,
      page_size: 2,
      total_items: 5,
      total_pages: 3,
      has_next: true,
      has_previous: true,
    })
    expect((await many.get('/api-keys?page=0')).status).toBe(400)
  })

  it('reports when a key was last used', async () => {
    const { id, key } = await create({ name: 'used' })
    expect(await statusOf(key)).toBe(200)
    const used = async () => (await own.get(`/api-keys/${id}`)).body.data.last_used_at
    for (let attempt = 0; attempt < 100 && (await used()) === null; attempt++) await new Promise(setImmediate)
    expect(Date.parse(await used())).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('PATCH /api-keys/{id}', () => {
  it('changes given fields, keeps omitted fields, and clears fields sent as null', async () => {
    const made = await create({ name: 'before', permissions: ['chat'], addresses: ['203.0.113.7'] })
    expect(await statusOf(made.key)).toBe(403)
    const { status, body } = await own.send('PATCH', `/api-keys/${made.id}`, { name: 'after', addresses: null })
    const { key, warnings, ...item } = made
    expect([status, body.data]).toEqual([200, { ...item, name: 'after', addresses: null }])
    expect(await statusOf(key)).toBe(200)
    expect((await own.audit())[0]).toEqual(['api_key.changed', made.id, ['name', 'addresses']])
    expect((await own.send('PATCH', `/api-keys/${made.id}`, {})).status).toBe(200)
    expect((await own.audit())[0]?.[2]).toEqual(['name', 'addresses'])
    expect(codeOf(await own.send('PATCH', `/api-keys/${made.id}`, { origins: ['https://a.example'] }))[0]).toBe(400)
  })

  it('refuses the name of another key, and every change of a revoked key', async () => {
    await create({ name: 'first' })
    const { id } = await create({ name: 'second' })
    expect(codeOf(await own.send('PATCH', `/api-keys/${id}`, { name: 'FIRST' }))).toEqual([
      ...[400, 'BUSINESS_DUPLICATE_ENTRY'],
    ])
    await own.send('DELETE', `/api-keys/${id}`)
    expect(codeOf(await own.send('PATCH', `/api-keys/${id}`, { name: 'third' }))).toEqual([
      400,
      'BUSINESS_INVALID_STATE',
    ])
  })
})

describe('POST /api-keys/{id}/rotate', () => {
  it('replaces the text of a key, and ends the previous text at once or after a grace period', async () => {
    const { id, key: first } = await create({ name: 'rotated' })
    const rotated = (await own.send('POST', `/api-keys/${id}/rotate`)).body.data
    expect([rotated.id, await statusOf(first), await statusOf(rotated.key)]).toEqual([id, 401, 200])
    const { body } = await own.send('POST', `/api-keys/${id}/rotate`, { grace_seconds: 600 })
    expect(Date.parse(body.data.previous_until)).toBeGreaterThan(Date.now() + 500_000)
    expect([await statusOf(rotated.key), await statusOf(body.data.key)]).toEqual([200, 200])
    expect((await own.audit())[0]).toEqual(['api_key.rotated', id, ['grace_seconds']])
    expect(codeOf(await own.send('POST', `/api-keys/${id}/rotate`, { grace_seconds: -1 }))[0]).toBe(400)
  })

  it('refuses a revoked key', async () => {
    const { id } = await create({ name: 'ended' })
    await own.send('DELETE', `/api-keys/${id}`)
    expect(codeOf(await own.send('POST', `/api-keys/${id}/rotate`, {}))).toEqual([400, 'BUSINESS_INVALID_STATE'])
  })
})

describe('DELETE /api-keys/{id}', () => {
  it('S22: revokes a key permanently from the next request on, with one audit entry', async () => {
    const { id, key } = await create({ name: 'revoked' })
    expect(await statusOf(key)).toBe(200)
    for (let attempt = 0; attempt < 2; attempt++) {
      const { status, body } = await own.send('DELETE', `/api-keys/${id}`)
      expect([status, body]).toEqual([200, { success: true, message: expect.any(String) }])
      expect(await statusOf(key)).toBe(401)
    }
    expect((await own.get(`/api-keys/${id}`)).body.data).toMatchObject({ status: 'revoked', name: 'revoked' })
    expect((await own.audit()).filter(([, subject]) => subject === id).map(([action]) => action)).toEqual([
      ...['api_key.revoked', 'api_key.created'],
    ])
  })
})

it('every route of API keys returns the same response for a key of another organization as for an unknown key', async () => {
  const { id } = await create({ name: 'foreign' })
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/rotate'],
    ['DELETE', ''],
  ] as const) {
    const replies = await Promise.all(
      [id, 'k0k0k0k0k0k0'].map((keyId) =>
        other.send(method, `/api-keys/${keyId}${path}`, method === 'GET' ? undefined : {}),
      ),
    )
    const [foreign, unknown] = replies.map(({ status, body: { trace_id, timestamp, ...rest } }) => ({
      status,
      ...rest,
    }))
    expect(foreign).toEqual(unknown)
    expect(foreign).toMatchObject({ status: 404, error_code: 'NOT_FOUND_API_KEY' })
  }
  expect((await own.get(`/api-keys/${id}`)).body.data.status).toBe('active')
})
