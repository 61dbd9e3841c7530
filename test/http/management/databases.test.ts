import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { jest } from '@jest/globals'
import getPort from 'get-port'
import pg from 'pg'
import type { Observation } from '../../../src/platform/observation.ts'
import { change, crmFile } from '../../cli/operator/crm-file.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { type Platform, type Reply, startPlatform } from '../../support/platform.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { attackCases } from './attack-cases.ts'
import { foreignDatabaseCases } from './foreign-database-cases.ts'
import { leftOutCases } from './left-out-cases.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'
import { policyPreviewCases } from './policy-preview-cases.ts'
import { secretColumnCases } from './secret-column-cases.ts'

jest.setTimeout(30_000)

const server = usePostgres(startPostgres)
const address = async () => (await server()).address

let platform: Platform
let own: Manager
let folder: string
const observations: Observation[] = []
beforeAll(async () => {
  const env = { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }
  platform = await startPlatform({ env, observe: (observation) => observations.push(observation) })
  own = await managerOf(platform)
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-managed-'))
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
/** Creates a database file with a unique name, and returns its URL. */
const crm = () => {
  const file = crmFile(folder, `crm-${++made}.db`)
  return { name: `crm ${made}`, file, url: `sqlite:${file}` }
}
const SCOPED = { requires_organization_scoping: true }

/** Connects a database file with two tenants, 3 and 8. */
const connected = async (manager: Manager, more: object = SCOPED) => {
  const { name, file, url } = crm()
  const { status, body } = await manager.send('POST', '/databases', { name, url, ...more })
  expect([status, body.message]).toEqual([201, undefined])
  return { ...body.data, file }
}
const fieldsOf = ({ status, body }: Reply) => [status, body.details.map(({ field }: { field: string }) => field)]
const modes = (policy: { tables: Record<string, { mode: string }> }) =>
  Object.entries(policy.tables).map(([table, { mode }]) => `${table} ${mode}`)
const ask = (manager: Manager, databaseId: string, message: string, tenant: string | null) =>
  platform.request('/api/v1/chat/message', {
    json: { message, database_id: databaseId },
    headers: { 'X-API-Key': manager.key, 'X-Tenant-Id': tenant },
  })

leftOutCases({ own: () => own, crm, server: address })

describe('connecting a database', () => {
  it('opens tables with the tenant column, proposes policies for others, and shows a tenant only its own rows', async () => {
    const database = await connected(own)
    expect(database).toMatchObject({
      ...{ engine: 'sqlite', requires_organization_scoping: true, open: ['orders', 'users'], warnings: [] },
      scoping: {
        ...{ tenant_column: 'organization_id', tenant_id_type: 'integer', scope_column: null, missing_scope: null },
      },
      to_confirm: [
        { table: 'order_items', policy: { mode: 'via', fk: 'order_id', ref: 'orders.id' } },
        { table: 'organizations', policy: { mode: 'tenantRoot', column: 'id', hide: ['api_key'] } },
      ],
    })
    const { body } = await ask(own, database.id, 'How many orders are there?', '3')
    expect(body.data.results).toEqual([{ number_of_orders: 6 }])
    expect((await ask(own, database.id, 'How many orders are there?', null)).status).toBe(403)
    expect((await own.get(`/databases/${database.id}`)).body.data).toEqual({
      ...{ id: database.id, name: database.name, engine: 'sqlite', requires_organization_scoping: true },
      ...{ scoping: database.scoping, include: null, async_query_timeout: null, rows: null, shared_values: null },
      ...{ thinking: null, public_exports: false },
      created_at: database.created_at,
    })
  })

  it.each([
    ['scoping without columns', { scoping: {} }, 'organization_id', null],
    ['a scope column and tenants', { scoping: { scope_column: 'email' } }, 'organization_id', 'email'],
    [
      'a scope column without tenants',
      { requires_organization_scoping: false, scoping: { scope_column: 'email' } },
      null,
      'email',
    ],
  ])('returns the effective scoping for %s', async (_, more, tenantColumn, scopeColumn) => {
    const { scoping, requires_organization_scoping: scoped } = await connected(own, more)
    expect(scoping).toMatchObject({ tenant_column: tenantColumn, scope_column: scopeColumn })
    expect(scoped).toBe(tenantColumn !== null)
  })

  it('shows a scope only its own rows of the tenant if a scope column is set', async () => {
    const { name, file, url } = crm()
    change(file, "INSERT INTO users VALUES (1, 3, 'ann', ''), (2, 3, 'ann', ''), (3, 3, 'bob', ''), (4, 8, 'ann', '')")
    const scoping = { scope_column: 'email' }
    const made = await own.send('POST', '/databases', { name, url, ...SCOPED, scoping })
    const open = { requires_organization_scoping: false, scoping }
    const unscoped = await own.send('POST', '/databases', { name: `${name} of all`, url, ...open })
    const count = async (tenant: string | null, scope: string | null) => {
      const { status, body } = await platform.request('/api/v1/chat/message', {
        json: { message: 'How many users are there?', database_id: (tenant === null ? unscoped : made).body.data.id },
        headers: { 'X-API-Key': own.key, 'X-Tenant-Id': tenant, 'X-Scope-Id': scope },
      })
      return body.data?.results[0]?.number_of_users ?? status
    }
    const counts = [await count('3', 'ann'), await count('3', 'bob'), await count('8', 'ann'), await count('8', 'bob')]
    expect(counts).toEqual([2, 1, 1, 0])
    expect([await count(null, 'ann'), await count(null, 'bob')]).toEqual([3, 1])
    // Without X-Scope-Id, the question covers all rows of the tenant.
    expect([await count('3', null), await count(null, null)]).toEqual([3, 4])
  })

  it('without scoping opens all tables, and warns about a probable tenant column', async () => {
    const database = await connected(own, {})
    expect(database).toMatchObject({ requires_organization_scoping: false, to_confirm: [] })
    expect(database.warnings).toEqual([expect.stringContaining('organization_id')])
    const { body } = await ask(own, database.id, 'How many orders are there?', null)
    expect(body.data.results).toEqual([{ number_of_orders: 22 }])
  })

  it('tests an address without storing it, suggests a tenant column, and refuses an unreachable address', async () => {
    const { url } = crm()
    const before = (await own.get('/databases')).body.pagination.total_items
    const tested = await own.send('POST', '/databases/test', { url })
    expect([tested.status, tested.body.data]).toMatchObject([
      200,
      {
        ok: true,
        engine: 'sqlite',
        tables: expect.any(Number),
        likely_tenant_column: 'organization_id',
        excess_rights: [],
      },
    ])
    const refused = await own.send('POST', '/databases/test', { url: `sqlite:${folder}/none.db` })
    expect([...codeOf(refused), refused.body.details]).toMatchObject([
      422,
      'VALIDATION_ERROR',
      [{ field: 'url', code: 'CONNECTION_FAILED' }],
    ])
    expect(fieldsOf(await own.send('POST', '/databases/test', {}))).toEqual([400, ['url']])
    expect((await own.get('/databases')).body.pagination.total_items).toBe(before)
  })

  it('accepts a written policy, and refuses one that does not match the schema with the field of every mistake', async () => {
    const policy = {
      ...{ version: 1, engine: 'sqlite', tenant: { column: 'organization_id', type: 'integer' } },
      tables: { orders: { mode: 'tenant' }, '*': { mode: 'deny' } },
    }
    const { id } = await connected(own, { policy })
    expect((await own.get(`/databases/${id}/policy`)).body.data).toEqual(policy)
    const wrong = { ...policy, tables: { orders: { mode: 'tenant', hide: ['nope'] }, ghosts: { mode: 'shared' } } }
    const refused = await own.send('POST', '/databases', { ...crm(), file: undefined, policy: wrong })
    expect(fieldsOf(refused)).toEqual([400, ['policy.tables.orders', 'policy.tables.ghosts']])
  })

  it('accepts the parts of a server address, and never discloses its password or port', async () => {
    const given = await address()
    const { hostname, port } = new URL(given)
    const client = new pg.Client(given)
    await client.connect()
    await client.query('CREATE TABLE IF NOT EXISTS invoices (id int PRIMARY KEY, tenant_id int NOT NULL, total int)')
    await client.query(
      "DO $$ BEGIN CREATE ROLE reader LOGIN PASSWORD 'canary-9c1:@/#'; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
    )
    await client.query('GRANT SELECT ON invoices TO reader')
    await client.end()
    const connection = {
      ...{ engine: 'postgres', host: hostname, port: Number(port), database: 'postgres' },
      ...{ user: 'reader', password: 'canary-9c1:@/#' },
    }
    const post = (name: string, other: object) =>
      own.send('POST', '/databases', { name, connection: { ...connection, ...other }, ...SCOPED })
    const made = await post('pg', {})
    expect([made.status, made.body.data.open, made.body.data.excess_rights]).toEqual([201, ['public.invoices'], []])
    const { id } = made.body.data
    const tested = await own.send('POST', `/databases/${id}/test`)
    expect(tested.body.data).toMatchObject({ ok: true, engine: 'postgres', tables: 1 })
    expect(tested.body.data.server_version).toMatch(/^1[0-9]\b/)
    const denied = await post('pg 2', { password: 'wrong-canary-9c1' })
    const silent = await post('pg 3', { port: await getPort() })
    const unknownHost = await post('pg 4', { host: 'no-such-host.invalid' })
    expect([denied, silent, unknownHost].map((reply) => [codeOf(reply), reply.body.details[0].code])).toEqual([
      [[422, 'VALIDATION_ERROR'], 'AUTH_FAILED'],
      [[422, 'VALIDATION_ERROR'], 'CONNECTION_FAILED'],
      [[422, 'VALIDATION_ERROR'], 'CONNECTION_FAILED'],
    ])
    expect((await own.send('PATCH', `/databases/${id}`, { connection })).status).toBe(200)
    const all = await Promise.all([own.get('/databases'), own.get('/audit'), own.get(`/databases/${id}/schema`)])
    const observed = inspect(observations, { depth: 10, maxArrayLength: null, maxStringLength: null })
    expect(observed).toContain(`/databases/${id}/test`)
    for (const text of [observed, ...[made, tested, denied, silent, unknownHost, ...all].map((reply) => reply.text)]) {
      expect(text).not.toMatch(/canary-9c1/)
      expect(text).not.toContain(port)
    }
    expect(await own.audit()).toContainEqual(['database.changed', id, ['connection']])
  })

  it.each([
    ['no address', {}, ['url']],
    [
      'two addresses',
      { url: 'sqlite:/a', connection: { engine: 'postgres', host: 'h', database: 'd' } },
      ['connection'],
    ],
    ['an address of an unknown engine', { url: 'https://db.example' }, ['url']],
    ['a missing part of the address', { connection: { engine: 'postgres', database: 'd' } }, ['connection.host']],
    [
      'a driver option',
      { connection: { engine: 'mysql', host: 'h', database: 'd', socketPath: '/x' } },
      ['connection.socketPath'],
    ],
    ['an unknown field', { url: 'sqlite:/a', organization_id: 1 }, ['organization_id']],
    [
      'contradictory scoping',
      { url: 'sqlite:/a', requires_organization_scoping: false, scoping: { tenant_column: 'a' } },
      ['scoping.tenant_column'],
    ],
    ['an unknown id type', { url: 'sqlite:/a', scoping: { tenant_id_type: 'uuid' } }, ['scoping.tenant_id_type']],
  ])('is refused with %s', async (_, body, fields) => {
    expect(fieldsOf(await own.send('POST', '/databases', { name: 'x', ...body }))).toEqual([400, fields])
  })

  it('is refused with an unknown tenant column, and suggests an existing one', async () => {
    const { name, url } = crm()
    const refused = await own.send('POST', '/databases', { name, url, scoping: { tenant_column: 'org' } })
    expect([fieldsOf(refused), refused.body.message]).toEqual([
      [400, ['scoping.tenant_column']],
      expect.stringContaining('organization_id'),
    ])
  })

  it('is refused under a name in use, or beyond the limit of the plan', async () => {
    const starter = await managerOf(platform, 'starter')
    const { file, ...first } = crm()
    const names = ['same', 'same', 'same']
    const same = await Promise.all(names.map((name) => starter.send('POST', '/databases', { ...first, name })))
    expect(same.map(codeOf).toSorted()).toEqual([
      ...[
        [201, undefined],
        [400, 'BUSINESS_DUPLICATE_ENTRY'],
        [400, 'BUSINESS_DUPLICATE_ENTRY'],
      ],
    ])
    for (let n = 1; n < 10; n++)
      expect((await starter.send('POST', '/databases', { ...first, name: `n${n}` })).status).toBe(201)
    const eleventh = await starter.send('POST', '/databases', { ...first, name: 'one too many' })
    expect(codeOf(eleventh)).toEqual([429, 'BUSINESS_QUOTA_EXCEEDED'])
    expect(eleventh.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    const listed = await starter.get('/databases?page=2&page_size=4')
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['n4', 'n5', 'n6', 'n7'])
    expect(listed.body.pagination).toMatchObject({ total_items: 10, total_pages: 3, has_next: true })
    const [, second] = (await starter.get('/databases')).body.data
    const renamed = await starter.send('PATCH', `/databases/${second.id}`, { name: 'same' })
    expect(codeOf(renamed)).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
  })
})

describe('a connected database', () => {
  it('can be renamed, moved, and scoped by another column, with an audit entry each', async () => {
    const database = await connected(own)
    const at = `/databases/${database.id}`
    expect((await own.send('PATCH', at, { name: 'renamed' })).body.data.name).toBe('renamed')
    expect((await own.send('PATCH', at, {})).status).toBe(200)
    const moved = crm()
    change(moved.file, 'INSERT INTO orders VALUES (1, 3, 1, 1)')
    expect((await own.send('PATCH', at, { url: moved.url })).status).toBe(200)
    const { body } = await ask(own, database.id, 'How many orders are there?', '3')
    expect(body.data.results).toEqual([{ number_of_orders: 7 }])
    await own.send('PATCH', `${at}/policy`, { accept: ['order_items'], share: ['countries'] })
    const other = await own.send('PATCH', at, { scoping: { tenant_column: 'id', scope_column: 'email' } })
    expect(other.body.data.scoping).toMatchObject({ tenant_column: 'id', scope_column: 'email', missing_scope: 'deny' })
    const { tables } = (await own.get(`${at}/policy`)).body.data
    expect(tables).toMatchObject({
      ...{ users: { mode: 'tenant', hide: ['password_hash'] }, organizations: { mode: 'deny' } },
      ...{ countries: { mode: 'deny' }, '*': { mode: 'deny' } },
    })
    const log = (await own.audit()).filter(([, subject]) => subject === database.id)
    expect(log).toEqual([
      ['database.changed', database.id, ['scoping.tenant_column', 'scoping.scope_column']],
      ['policy.changed', database.id, ['accept', 'share']],
      ['database.changed', database.id, ['url']],
      ['database.changed', database.id, ['name']],
      ['database.created', database.id, ['name', 'url', 'requires_organization_scoping']],
    ])
  })

  it('cannot be changed to show all rows, or moved to another engine', async () => {
    const { id } = await connected(own)
    const replies = [
      await own.send('PATCH', `/databases/${id}`, { requires_organization_scoping: false }),
      await own.send('PATCH', `/databases/${id}`, { url: await address() }),
      await own.send('PUT', `/databases/${id}/policy`, {
        ...{ version: 1, engine: 'sqlite', tables: { orders: { mode: 'shared' } } },
      }),
    ]
    expect(replies.map(codeOf)).toEqual(replies.map(() => [400, 'BUSINESS_INVALID_STATE']))
  })

  it('isolates tenants as soon as scoping is required', async () => {
    const { id } = await connected(own, {})
    const scoped = await own.send('PATCH', `/databases/${id}`, { requires_organization_scoping: true })
    expect(scoped.body.data).toMatchObject({ requires_organization_scoping: true })
    expect(modes((await own.get(`/databases/${id}/policy`)).body.data)).toEqual([
      ...['countries deny', 'order_items deny', 'orders tenant', 'organizations deny', 'users tenant', '* deny'],
    ])
    expect((await ask(own, id, 'How many orders are there?', null)).status).toBe(403)
  })

  it('reports CONNECTION_FAILED if it is unreachable, on a test and on a change of its address', async () => {
    const { id, file } = await connected(own)
    await rm(file)
    for (const [reply, field] of [
      [await own.send('POST', `/databases/${id}/test`), ''],
      [await own.send('PATCH', `/databases/${id}`, { url: `sqlite:${file}` }), 'url'],
    ] as const) {
      expect(codeOf(reply)).toEqual([422, 'VALIDATION_ERROR'])
      expect(reply.body.details).toMatchObject([{ field, code: 'CONNECTION_FAILED' }])
    }
    expect(codeOf(await own.get(`/databases/${id}/schema`))).toEqual([500, 'DB_CONNECTION_FAILED'])
  })

  it('returns schema and policy in the file format of the command, and accepts the returned policy', async () => {
    const { id } = await connected(own)
    const schema = await own.get(`/databases/${id}/schema`)
    expect(schema.body.data.tables).toContainEqual(
      expect.objectContaining({ name: 'order_items', foreignKeys: [expect.objectContaining({ refTable: 'orders' })] }),
    )
    const { body } = await own.get(`/databases/${id}/policy`)
    expect((await own.send('PUT', `/databases/${id}/policy`, body.data)).body.data).toEqual(body.data)
    const wrong = { ...body.data, tables: { ...body.data.tables, users: { mode: 'tenant', hiden: ['x'] } } }
    expect(fieldsOf(await own.send('PUT', `/databases/${id}/policy`, wrong))).toEqual([400, ['tables.users.hiden']])
    expect(fieldsOf(await own.send('PUT', `/databases/${id}/policy`, { ...body.data, engine: 'postgres' }))).toEqual([
      ...[400, ['engine']],
    ])
    expect((await own.get(`/databases/${id}/policy`)).body.data).toEqual(body.data)
  })

  it('opens proposed tables once they are accepted, and no other table', async () => {
    const { id } = await connected(own)
    const before = await own.get(`/databases/${id}/policy/review`)
    expect(before.body.data.to_confirm.map(({ table }: { table: string }) => table)).toEqual([
      ...['order_items', 'organizations'],
    ])
    expect(fieldsOf(await own.send('PATCH', `/databases/${id}/policy`, { accept: ['countries'] }))).toEqual([
      400,
      ['accept'],
    ])
    expect(fieldsOf(await own.send('PATCH', `/databases/${id}/policy`, { share: ['nope'] }))).toEqual([400, ['share']])
    const { body } = await own.send('PATCH', `/databases/${id}/policy`, { accept: ['order_items'], deny: ['users'] })
    expect(body.data.open).toEqual(['order_items', 'orders'])
    const answer = await ask(own, id, 'How many order items are there?', '3')
    expect(answer.body.data.results).toEqual([{ number_of_order_items: 6 }])
    expect((await own.send('PATCH', `/databases/${id}/policy`, {})).body.data.open).toEqual(['order_items', 'orders'])
    const all = await own.send('PATCH', `/databases/${id}/policy`, { accept: true })
    expect(all.body.data.to_confirm).toEqual([])
  })

  secretColumnCases({ crm, connected, fieldsOf, own: () => own, store: () => platform.app.store })

  it('is removed with its keys, and its conversations are kept', async () => {
    const { id } = await connected(own)
    const { body } = await ask(own, id, 'How many orders are there?', '3')
    const { text } = await platform.app.store.apiKeys.add(own, { kind: 'database', userId: 0, databaseId: id })
    const removed = await own.send('DELETE', `/databases/${id}`)
    expect([removed.status, removed.body]).toEqual([
      200,
      { success: true, message: expect.stringContaining('one key') },
    ])
    expect(codeOf(await own.get(`/databases/${id}`))).toEqual([404, 'NOT_FOUND_DATABASE'])
    expect(await platform.app.store.apiKeys.findByText(text)).toBeUndefined()
    const history = await platform.request(`/api/v1/chat/${body.data.conversation_id}/history`, {
      headers: { 'X-API-Key': own.key, 'X-Tenant-Id': '3' },
    })
    expect([history.status, history.body.data.messages.length]).toEqual([200, 2])
    expect((await own.audit())[0]).toEqual(['database.removed', id, ['revoked_keys']])
  })
})

policyPreviewCases({ connected, fieldsOf, own: () => own, store: () => platform.app.store, server: address })

attackCases({ connected, own: () => own, server: address })

foreignDatabaseCases({ connected, own: () => own, other: () => managerOf(platform) })
