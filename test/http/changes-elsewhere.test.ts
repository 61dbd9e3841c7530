import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

/** Two processes share one store. Each gets a request before a change, so that its caches are filled. */
describe.each(['mongo', 'memory', 'off'])('cache invalidation between processes, with limits in %s', (limits) => {
  let first: Platform
  let second: Platform
  beforeAll(async () => {
    const env = { TABLETALK_LIMITS: limits }
    first = await startPlatform({ worker: false, env })
    second = await startPlatform({ worker: false, env: { ...first.env, ...env } })
  }, 60_000)
  afterAll(async () => {
    await Promise.all([first.close(), second.close()])
  })

  const owner = () => ({ organizationId: first.access.organizationId })
  const newKey = async (): Promise<{ readonly id: string; readonly headers: Readonly<Record<string, string>> }> => {
    const { id, text } = await first.app.store.apiKeys.add(owner(), { kind: 'organization', userId: 1 })
    return { id, headers: { 'X-API-Key': text } }
  }
  const statusAt = async (platform: Platform, headers = {}): Promise<number> =>
    (await platform.request('/api/v1/branding', { headers })).status

  it('rejects a key on the next request after another process has revoked it', async () => {
    const { id, headers } = await newKey()
    for (const platform of [second, second, first]) expect(await statusAt(platform, headers)).toBe(200)
    await first.app.store.apiKeys.revoke(owner(), id)
    expect(await statusAt(second, headers)).toBe(401)
    expect(await statusAt(first, headers)).toBe(401)
  })

  it('rejects the old text of a key on the next request after another process has rotated it', async () => {
    const { id, headers } = await newKey()
    for (const platform of [second, first]) expect(await statusAt(platform, headers)).toBe(200)
    const renewed = await first.app.store.apiKeys.rotate(owner(), id)
    expect(await statusAt(second, headers)).toBe(401)
    expect(await statusAt(second, { 'X-API-Key': renewed?.text })).toBe(200)
  })

  it('applies the suspension and reactivation of an organization by another process to the next request', async () => {
    for (const platform of [second, first]) expect(await statusAt(platform)).toBe(200)
    await first.app.store.organizations.change(owner(), { status: 'suspended' })
    expect(await statusAt(second)).toBe(403)
    await first.app.store.organizations.change(owner(), { status: 'active' })
    expect(await statusAt(second)).toBe(200)
  })

  it('applies a permission change of a key by another process to the next request', async () => {
    const { id, headers } = await newKey()
    const list = async () => (await second.request('/api/v1/databases', { headers })).status
    expect(await list()).toBe(200)
    await first.app.store.apiKeys.change(owner(), id, { permissions: ['chat'] })
    expect(await list()).toBe(403)
  })

  it('reads the policy that another process has changed when a database is opened next', async () => {
    const { organizationId, databaseId } = first.access
    const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1' } as const
    const before = await second.app.databases.openDatabase(caller, databaseId)
    await first.app.store.databases.change(caller, databaseId, { policy: { ...before.database.policy, tables: {} } })
    const after = await second.app.databases.openDatabase(caller, databaseId)
    expect(after.database.policy.tables).toEqual({})
    expect(
      (await second.app.databases.knowledge(caller, databaseId, { question: 'Orders?', recentTurns: [] })).view.schema
        .tables,
    ).toEqual([])
    await first.app.store.databases.change(caller, databaseId, { policy: before.database.policy })
  })
})

describe('a cached key', () => {
  it('does not charge the rate limit of its organization when it is rejected as revoked', async () => {
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

  it('authorizes and counts a request in one round trip to the store', async () => {
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
