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

describe('tables that somebody chose', () => {
  it('are the only ones that are proposed and answered from, until others are chosen', async () => {
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

describe('a connected database', () => {
  it('says how long a query may take that nobody waits for, an hour at most, and never for a public key', async () => {
    const database = await connected({ async_query_timeout: 1_800 })
    const kept = { kind: 'database', userId: 1, databaseId: database.id } as const
    const { text: publicKey } = await platform.app.store.addApiKey(own, kept)
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
})
