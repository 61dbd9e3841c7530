import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crmFile } from '../../cli/operator/crm-file.ts'
import { type Platform, type Reply, startPlatform } from '../../support/platform.ts'
import { type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
let folder: string
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  own = await managerOf(platform)
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-chosen-'))
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
const connected = async (setting: object) => {
  const name = `crm ${++made}`
  const about = { name, url: `sqlite:${crmFile(folder, `${name}.db`)}`, requires_organization_scoping: true }
  return (await own.send('POST', '/databases', { ...about, ...setting })).body.data
}
const refusal = ({ status, body }: Reply) => [status, body.details[0].field]

describe('the include setting of a database', () => {
  it('limits schema and policy to the matching tables, and can be changed and cleared', async () => {
    const database = await connected({ include: ['ORDER*', 'organizations'] })
    expect(database).toMatchObject({ include: ['ORDER*', 'organizations'], open: ['orders'], drift: [] })
    const names = async () =>
      (await own.get(`/databases/${database.id}/schema`)).body.data.tables.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['order_items', 'orders', 'organizations'])
    const patch = async (include: unknown) => await own.send('PATCH', `/databases/${database.id}`, { include })
    expect((await patch(['users'])).body.data).toMatchObject({ include: ['users'] })
    expect(await names()).toEqual(['users'])
    expect((await own.get(`/databases/${database.id}/policy/review`)).body.data.drift).toEqual([])
    expect((await patch(null)).body.data).toMatchObject({ include: null })
    expect(await names()).toContain('order_items')
    expect((await patch(['nothing_like_it'])).status).toBe(422)
    expect(refusal(await patch([]))).toEqual([400, 'include'])
  })
})

describe('the public_exports setting of a database', () => {
  it('is off by default, and is kept by changes of other settings', async () => {
    const database = await connected({})
    expect([database.public_exports, (await connected({ public_exports: true })).public_exports]).toEqual([false, true])
    const patch = async (body: object) => await own.send('PATCH', `/databases/${database.id}`, body)
    expect((await patch({ public_exports: true })).body.data.public_exports).toBe(true)
    expect((await own.audit())[0]).toEqual(['database.changed', database.id, ['public_exports']])
    expect((await patch({ name: 'renamed' })).body.data.public_exports).toBe(true)
    expect((await own.get(`/databases/${database.id}`)).body.data.public_exports).toBe(true)
    expect((await patch({ public_exports: false })).body.data.public_exports).toBe(false)
    expect((await own.get(`/databases/${database.id}`)).body.data.public_exports).toBe(false)
    expect(refusal(await patch({ public_exports: 'yes' }))).toEqual([400, 'public_exports'])
  })
})

describe('the shared_values setting of a database', () => {
  it('removes values that were learnt from tenant rows when it is off, and is recorded in the audit log', async () => {
    const database = await connected({})
    const { store } = platform.app
    const tenantColumns = async () =>
      (await store.catalogs.find(own, database.id))?.columns.filter(({ of }) => of === 'tenants')
    expect(database.shared_values).toBeNull()
    expect((await tenantColumns())?.length).toBeGreaterThan(0)
    const patch = async (value: unknown) =>
      await own.send('PATCH', `/databases/${database.id}`, { shared_values: value })
    expect((await patch('off')).body.data.shared_values).toBe('off')
    expect(await tenantColumns()).toEqual([])
    expect(await store.catalogs.findShape(own, database.id)).toBeDefined()
    expect((await own.audit())[0]).toEqual(['database.changed', database.id, ['shared_values']])
    expect((await own.get(`/databases/${database.id}`)).body.data.shared_values).toBe('off')
    expect((await patch(null)).body.data.shared_values).toBeNull()
    expect(refusal(await patch('on'))).toEqual([400, 'shared_values'])
    const never = await connected({ shared_values: 'off' })
    expect(never.shared_values).toBe('off')
    expect((await store.catalogs.find(own, never.id))?.columns.filter(({ of }) => of === 'tenants')).toEqual([])
  })
})

describe('the thinking setting of a database', () => {
  it('can be set and cleared, is recorded in the audit log, and refuses other values', async () => {
    const database = await connected({})
    expect(database.thinking).toBeNull()
    const patch = async (thinking: unknown) => await own.send('PATCH', `/databases/${database.id}`, { thinking })
    expect((await patch('shown')).body.data.thinking).toBe('shown')
    expect((await own.audit())[0]).toEqual(['database.changed', database.id, ['thinking']])
    expect((await own.get(`/databases/${database.id}`)).body.data.thinking).toBe('shown')
    expect((await patch(null)).body.data.thinking).toBeNull()
    for (const wrong of ['on', true, '']) expect(refusal(await patch(wrong))).toEqual([400, 'thinking'])
    expect((await connected({ thinking: 'shown' })).thinking).toBe('shown')
  })
})

describe('a connected database', () => {
  it('applies async_query_timeout, at most one hour, to server keys and never to public keys', async () => {
    const database = await connected({ async_query_timeout: 1_800 })
    const kept = { kind: 'database', userId: 1, databaseId: database.id } as const
    const { text: publicKey } = await platform.app.store.apiKeys.add(own, kept)
    const timeoutOf = async (key: string): Promise<number> => {
      const headers = { 'X-API-Key': key, 'X-Tenant-Id': '3', Prefer: 'respond-async' }
      const json = { message: 'hello', database_id: database.id }
      const { body } = await platform.request('/api/v1/chat/message', { json, headers })
      return body.data.query_timeout
    }
    const at = `/databases/${database.id}`
    expect([database.async_query_timeout, await timeoutOf(own.key), await timeoutOf(publicKey)]).toEqual([
      1_800, 1_800, 30,
    ])
    for (const wrong of [0, 3_601, 1.5, '60'])
      expect(refusal(await own.send('PATCH', at, { async_query_timeout: wrong }))).toEqual([400, 'async_query_timeout'])
    expect((await own.send('PATCH', at, { async_query_timeout: 60 })).body.data.async_query_timeout).toBe(60)
    expect((await own.send('PATCH', at, { name: 'with a limit' })).body.data.async_query_timeout).toBe(60)
    expect((await own.send('PATCH', at, { async_query_timeout: null })).body.data.async_query_timeout).toBeNull()
    expect((await own.get(at)).body.data.async_query_timeout).toBeNull()
    expect(await timeoutOf(own.key)).toBe(600)
    expect(await own.audit()).toContainEqual(['database.changed', database.id, ['async_query_timeout']])
  })

  it('keeps the rows setting on other changes, and records its changes in the audit log', async () => {
    const database = await connected({ rows: 'none' })
    expect(database.rows).toBe('none')
    const at = `/databases/${database.id}`
    const patch = async (change: object) => await own.send('PATCH', at, change)
    expect((await patch({ name: 'without rows' })).body.data.rows).toBe('none')
    expect((await patch({ rows: null })).body.data.rows).toBeNull()
    expect((await own.get(at)).body.data.rows).toBeNull()
    expect((await patch({ rows: 'none' })).body.data.rows).toBe('none')
    expect(refusal(await patch({ rows: 'some' }))).toEqual([400, 'rows'])
    expect(await own.audit()).toContainEqual(['database.changed', database.id, ['rows']])
  })
})

describe('the glossary of a database', () => {
  const resultsOf = async (id: string, message: string) => {
    const headers = { 'X-API-Key': own.key, 'X-Tenant-Id': '3' }
    const { body } = await platform.request('/api/v1/chat/message', { json: { message, database_id: id }, headers })
    return body.data.results
  }

  it('is used for questions, and returned as stored', async () => {
    const { id } = await connected({})
    const at = `/databases/${id}/glossary`
    expect((await own.get(at)).body.data).toEqual({ tables: [], columns: [], phrases: [] })
    expect(await resultsOf(id, 'How many grues are there?')).toEqual([])
    const small = { phrase: 'tiny', table: 'ORDERS', filter: { column: 'orders.TOTAL', op: '<', value: 2 } }
    const written = { tables: [{ table: 'orders', synonyms: ['grue'] }], phrases: [small] }
    const kept = {
      tables: [{ table: 'orders', synonyms: ['grue'] }],
      columns: [],
      phrases: [{ ...small, table: 'orders', filter: { column: 'total', op: '<', value: 2 } }],
    }
    expect((await own.send('PUT', at, written)).body.data).toEqual(kept)
    expect((await own.get(at)).body.data).toEqual(kept)
    expect(await resultsOf(id, 'How many grues are there?')).toEqual([{ number_of_orders: 6 }])
    expect(await resultsOf(id, 'How many tiny grues are there?')).toEqual([{ number_of_orders: 2 }])
    expect((await own.audit())[0]).toEqual(['glossary.replaced', id, ['tables', 'columns', 'phrases']])
  })

  it('is refused with the field of every mistake if it does not match the schema, and is not changed', async () => {
    const { id } = await connected({})
    const at = `/databases/${id}/glossary`
    const fields = async (glossary: object) => {
      const { status, body } = await own.send('PUT', at, glossary)
      return [status, ...body.details.map(({ field }: { field: string }) => field)]
    }
    const orders = { table: 'orders' }
    expect(
      await fields({
        tables: [orders, { table: 'ghosts' }, { ...orders, label: 'nope', time: 'never' }],
        columns: [{ ...orders, column: 'totals' }],
        phrases: [
          { ...orders, phrase: 'paid', filter: { column: 'status', op: '=', value: 'paid' } },
          { ...orders, phrase: 'worth', measure: { aggregate: 'sum', column: 'total', times: 'rate' } },
        ],
      }),
    ).toEqual([
      ...[400, 'tables.1.table', 'tables.2', 'tables.2.label', 'tables.2.time', 'columns.0.column'],
      ...['phrases.0.filter.column', 'phrases.1.measure.times'],
    ])
    const worth = (table: string, column: string, ...times: readonly object[]) => ({
      table,
      phrase: 'worth',
      measure: { aggregate: 'sum', column, times },
    })
    expect(await fields({ phrases: [worth('orders', 'total', { from: 1, minus: 'total', per: 0 })] })).toEqual([
      ...[400, 'phrases.0.measure.times.0.per'],
    ])
    const hidden = worth('users', 'id', { from: 1, minus: 'password_hash' })
    expect(await fields({ phrases: [hidden] })).toEqual([400, 'phrases.0.measure.times.0.minus'])
    const phrase = { ...orders, phrase: 'a b c d e f g' }
    const count = { aggregate: 'count' }
    const isNull = { column: 'total', op: 'is null', value: 1 }
    expect(
      await fields({
        tables: [{ ...orders, synonyms: [''], color: 'red' }],
        phrases: [
          { ...phrase, measure: count },
          { ...orders, phrase: 'neither' },
          { ...orders, phrase: 'x', filter: isNull },
        ],
      }),
    ).toEqual([400, 'tables.0.synonyms.0', 'tables.0.color', 'phrases.0.phrase', 'phrases.1', 'phrases.2.filter.value'])
    expect((await own.get(at)).body.data.tables).toEqual([])
  })
})
