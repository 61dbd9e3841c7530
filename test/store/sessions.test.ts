import type { Connection } from 'mongoose'
import type { Caller } from '../../src/access/rules/caller.ts'
import { sessionStore } from '../../src/manage/sessions/store/sessions.ts'
import { CALLERS, openTestStore } from './store-fixture.ts'

let connection: Connection
let store: ReturnType<typeof sessionStore>
beforeAll(async () => {
  connection = await openTestStore()
  store = sessionStore(connection)
})
afterAll(() => connection.close())

const turn = (databaseId: string, conversationId: string, minute = 0) => ({
  databaseId,
  conversationId,
  askedAt: `2026-11-22T10:0${minute}:00.000Z`,
})

describe('a session in the store', () => {
  it('is separate per organization, scope and tenant, even with the same id', async () => {
    for (const [name, caller] of Object.entries(CALLERS)) await store.recordTurn(caller, 'same', turn('shops', name))
    const alike = ({ organizationId, tenantId, scopeId }: Caller) =>
      JSON.stringify([organizationId, tenantId, scopeId ?? 'default'])
    for (const caller of Object.values(CALLERS)) {
      const last = Object.entries(CALLERS).findLast(([, other]) => alike(other) === alike(caller))?.[0]
      expect((await store.find(caller, 'same'))?.latest.conversationId).toBe(last)
    }
  })

  it('knows its last conversation per database, and is created once by concurrent turns', async () => {
    const caller = { organizationId: 9, kind: 'organization', userId: 1 } as const
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => store.recordTurn(caller, 's', turn('shops', id))))
    await store.recordTurn(caller, 's', turn('shops', 'last', 1))
    await store.recordTurn(caller, 's', turn('farms', 'other', 2))
    expect(await store.find(caller, 's')).toMatchObject({
      latest: { databaseId: 'farms', conversationId: 'other' },
      conversations: { shops: 'last', farms: 'other' },
      lastUsedAt: '2026-11-22T10:02:00.000Z',
    })
    expect((await store.list(caller, { page: 1, pageSize: 10 })).total).toBe(1)
  })

  it('is listed and removed in its own organization only, most recent first', async () => {
    const ours = { organizationId: 11, kind: 'organization', userId: 1 } as const
    for (const [index, id] of ['x', 'y', 'z'].entries())
      await store.recordTurn({ ...ours, scopeId: id }, id, turn('shops', id, index))
    const { items, total } = await store.list(ours, { page: 1, pageSize: 2 })
    expect([items.map(({ id }) => id), total]).toEqual([['z', 'y'], 3])
    expect((await store.list(ours, { page: 1, pageSize: 9 }, 'x')).items.map(({ id }) => id)).toEqual(['x'])
    const theirs = { organizationId: 12 }
    expect((await store.list(theirs, { page: 1, pageSize: 9 })).total).toBe(0)
    expect(await store.findInOrganization(theirs, 'x')).toBeUndefined()
    expect(await store.remove(theirs, 'x')).toBe(false)
    expect(await store.remove(ours, 'x')).toBe(true)
    expect(await store.findInOrganization(ours, 'x')).toBeUndefined()
  })
})
