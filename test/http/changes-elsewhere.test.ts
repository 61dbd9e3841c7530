import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

/** Two applications on one store; each gets a request before a change, so that its caches are filled. */
describe.each(['mongo', 'memory', 'off'])(
  'with requests counted in %s, what is changed by one application',
  (limits) => {
    let here: Platform
    let elsewhere: Platform
    beforeAll(async () => {
      const env = { TABLETALK_LIMITS: limits }
      here = await startPlatform({ worker: false, env })
      elsewhere = await startPlatform({ worker: false, env: { ...here.env, ...env } })
    }, 60_000)
    afterAll(async () => {
      await Promise.all([here.close(), elsewhere.close()])
    })

    const owner = () => ({ organizationId: here.access.organizationId })
    const newKey = async (): Promise<{ readonly id: string; readonly headers: Readonly<Record<string, string>> }> => {
      const { id, text } = await here.app.store.apiKeys.add(owner(), { kind: 'organization', userId: 1 })
      return { id, headers: { 'X-API-Key': text } }
    }
    const statusAt = async (platform: Platform, headers = {}): Promise<number> =>
      (await platform.request('/api/v1/branding', { headers })).status

    it('is so for the next request to the other: a revoked key', async () => {
      const { id, headers } = await newKey()
      for (const platform of [elsewhere, elsewhere, here]) expect(await statusAt(platform, headers)).toBe(200)
      await here.app.store.apiKeys.revoke(owner(), id)
      expect(await statusAt(elsewhere, headers)).toBe(401)
      expect(await statusAt(here, headers)).toBe(401)
    })

    it('is so for the next request to the other: a text that was replaced', async () => {
      const { id, headers } = await newKey()
      for (const platform of [elsewhere, here]) expect(await statusAt(platform, headers)).toBe(200)
      const renewed = await here.app.store.apiKeys.rotate(owner(), id)
      expect(await statusAt(elsewhere, headers)).toBe(401)
      expect(await statusAt(elsewhere, { 'X-API-Key': renewed?.text })).toBe(200)
    })

    it('is so for the next request to the other: a suspended organization, and one that is active again', async () => {
      for (const platform of [elsewhere, here]) expect(await statusAt(platform)).toBe(200)
      await here.app.store.organizations.change(owner(), { status: 'suspended' })
      expect(await statusAt(elsewhere)).toBe(403)
      await here.app.store.organizations.change(owner(), { status: 'active' })
      expect(await statusAt(elsewhere)).toBe(200)
    })

    it('is so for the next request to the other: what a key may do', async () => {
      const { id, headers } = await newKey()
      const list = async () => (await elsewhere.request('/api/v1/databases', { headers })).status
      expect(await list()).toBe(200)
      await here.app.store.apiKeys.change(owner(), id, { permissions: ['chat'] })
      expect(await list()).toBe(403)
    })

    it('is so for the next look at a database', async () => {
      const { organizationId, databaseId } = here.access
      const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1' } as const
      const before = await elsewhere.app.databases.openDatabase(caller, databaseId)
      await here.app.store.databases.change(caller, databaseId, { policy: { ...before.database.policy, tables: {} } })
      const after = await elsewhere.app.databases.openDatabase(caller, databaseId)
      expect(after.database.policy.tables).toEqual({})
      expect(
        (await elsewhere.app.databases.knowledge(caller, databaseId, { question: 'Orders?', recentTurns: [] })).view
          .schema.tables,
      ).toEqual([])
      await here.app.store.databases.change(caller, databaseId, { policy: before.database.policy })
    })
  },
)

describe('a key that was kept', () => {
  it('costs its organization nothing where it is refused in the end', async () => {
    const platform = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo' } })
    const owner = { organizationId: platform.access.organizationId }
    const { id, text } = await platform.app.store.apiKeys.add(owner, { kind: 'organization', userId: 1 })
    const remaining = async (): Promise<number> =>
      Number((await platform.request('/api/v1/branding')).headers.get('X-RateLimit-Remaining'))
    await platform.request('/api/v1/branding', { headers: { 'X-API-Key': text } })
    const before = await remaining()
    await platform.app.store.apiKeys.revoke(owner, id)
    for (let time = 0; time < 3; time++)
      expect((await platform.request('/api/v1/branding', { headers: { 'X-API-Key': text } })).status).toBe(401)
    expect(await remaining()).toBe(before - 1)
    await platform.close()
  }, 60_000)

  it('lets a request be judged and counted in one round trip', async () => {
    const name = `t${randomUUID().replaceAll('-', '')}`
    const env = { TABLETALK_LIMITS: 'mongo', MONGODB_URI: `${testServers().mongoUri}${name}?monitorCommands=true` }
    const platform = await startPlatform({ worker: false, env })
    const ask = async () => expect((await platform.request('/api/v1/branding')).status).toBe(200)
    await Promise.all([ask(), platform.app.store.untilReady()])
    const asked: string[] = []
    for (const connection of mongoose.connections.filter((one) => one.name === name))
      connection
        .getClient()
        .on('commandStarted', ({ commandName, command }) => asked.push(`${commandName} ${command[commandName]}`))
    for (let time = 0; time < 3; time++) await ask()
    expect(asked).toEqual(Array(3).fill('findAndModify windows'))
    await platform.close()
  }, 60_000)
})
