import type { Connection } from 'mongoose'
import type { Caller } from '../../src/access/rules/caller.ts'
import { isVisible, ownerOf } from '../../src/access/rules/visibility.ts'
import type { Store } from '../../src/store/store.ts'
import { CALLERS, given, openTestStore, storeOn, things } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const at = (minute: number): string => `2026-11-22T10:0${minute}:00.000Z`

const turn = (databaseId: string, conversationId: string, minute = 0) => ({
  databaseId,
  conversationId,
  askedAt: at(minute),
})

const caller = (organizationId: number): Caller => ({ organizationId, kind: 'organization', userId: 1 })

/** Adds a conversation without another session, as a turn does that names none. */
const converse = async (owner: Caller, id: string, minute = 0, databaseId = 'shops') => {
  const times = { createdAt: at(0), lastMessageAt: at(minute) }
  const fields = { ...ownerOf(owner, databaseId), userId: 1, title: 'any', messageCount: 0 }
  await store.conversations.add({ id, ...fields, ...times, sessionId: id })
}

const listed = async (owner: Caller, page = 1, pageSize = 20, scopeId?: string) => {
  const { items, total } = await store.sessions.list(owner, { page, pageSize }, scopeId)
  return { ids: items.map(({ id }) => id), total }
}

const documents = ({ organizationId }: Caller): Promise<number> =>
  connection.collection('sessions').countDocuments({ organizationId })

describe('a session in the store', () => {
  it('is separate per organization, scope and tenant, even with the same id', async () => {
    for (const [name, one] of Object.entries(CALLERS)) await store.sessions.recordTurn(one, 'same', turn('shops', name))
    const alike = ({ organizationId, tenantId, scopeId }: Caller) =>
      JSON.stringify([organizationId, tenantId, scopeId ?? 'default'])
    for (const one of Object.values(CALLERS)) {
      const last = Object.entries(CALLERS).findLast(([, other]) => alike(other) === alike(one))?.[0]
      expect((await store.sessions.find(one, 'same'))?.latest.conversationId).toBe(last)
    }
  })

  it('knows its last conversation per database, and is created once by concurrent turns', async () => {
    const own = caller(9)
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => store.sessions.recordTurn(own, 's', turn('shops', id))))
    await store.sessions.recordTurn(own, 's', turn('shops', 'last', 1))
    await store.sessions.recordTurn(own, 's', turn('farms', 'other', 2))
    expect(await store.sessions.find(own, 's')).toMatchObject({
      latest: { databaseId: 'farms', conversationId: 'other' },
      conversations: { shops: 'last', farms: 'other' },
      lastUsedAt: '2026-11-22T10:02:00.000Z',
    })
    expect((await store.sessions.list(own, { page: 1, pageSize: 10 })).total).toBe(1)
  })

  it('is listed and removed in its own organization only, most recent first', async () => {
    const ours = caller(11)
    for (const [index, id] of ['x', 'y', 'z'].entries())
      await store.sessions.recordTurn({ ...ours, scopeId: id }, id, turn('shops', id, index))
    expect(await listed(ours, 1, 2)).toEqual({ ids: ['z', 'y'], total: 3 })
    expect((await listed(ours, 1, 9, 'x')).ids).toEqual(['x'])
    const theirs = caller(12)
    expect((await listed(theirs)).total).toBe(0)
    expect(await store.sessions.findInOrganization(theirs, 'x')).toBeUndefined()
    expect(await store.sessions.remove(theirs, 'x')).toBe(false)
    expect(await store.sessions.remove(ours, 'x')).toBe(true)
    expect(await store.sessions.findInOrganization(ours, 'x')).toBeUndefined()
  })
})

describe('an implicit session', () => {
  it('is derived from its conversation, without a document', async () => {
    const own = { ...caller(20), tenantId: '1' }
    await converse(own, 'derived', 3)
    const session = {
      id: 'derived',
      organizationId: 20,
      scopeId: 'default',
      tenantId: '1',
      latest: { databaseId: 'shops', conversationId: 'derived' },
      conversations: { shops: 'derived' },
      createdAt: at(0),
      lastUsedAt: at(3),
    }
    expect(await store.sessions.find(own, 'derived')).toEqual(session)
    expect(await store.sessions.findInOrganization(own, 'derived')).toEqual(session)
    expect((await store.sessions.list(own, { page: 1, pageSize: 9 })).items).toEqual([session])
    expect(await documents(own)).toBe(0)
    expect(await store.conversations.find(own, 'derived')).not.toHaveProperty('sessionId')
  })

  it('is found by callers with the same tenant and scope who see its conversation', async () => {
    const all = things()
    for (const { id, owner, maker } of all) await converse(maker, id, 0, owner.databaseId)
    for (const [name, one] of Object.entries(CALLERS)) {
      const own = all.filter(({ owner }) => isVisible(owner, one) && owner.tenantId === one.tenantId)
      expect([name, own.length > 0]).toEqual([name, true])
      const found = await given(all, (id) => store.sessions.find(one, id))
      expect([name, found]).toEqual([name, own.map(({ id }) => id).toSorted()])
    }
  })

  it('is listed among those with a document, last used first, on pages of any size', async () => {
    const own = caller(21)
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    for (const [minute, id] of ids.entries())
      if ('bcfh'.includes(id)) await store.sessions.recordTurn(own, id, turn('shops', `of ${id}`, minute))
      else await converse({ ...own, ...(id === 'd' ? { scopeId: 'ann' } : {}) }, id, minute)
    const all = ids.toReversed()
    for (const pageSize of [1, 2, 3, 4, 5, 9, 20]) {
      const pages: string[] = []
      for (let page = 1; page <= Math.ceil(all.length / pageSize) + 1; page++) {
        const { ids: onPage, total } = await listed(own, page, pageSize)
        expect(total).toBe(all.length)
        pages.push(...onPage)
      }
      expect([pageSize, pages]).toEqual([pageSize, all])
    }
    expect(await listed(own, 1, 20, 'ann')).toEqual({ ids: ['d'], total: 1 })
    expect((await listed(caller(22))).total).toBe(0)
  })

  it('ends with the deletion of its conversation', async () => {
    const own = caller(23)
    await converse(own, 'deleted')
    await store.conversations.markPendingDeletion(own, 'deleted')
    expect(await listed(own)).toEqual({ ids: [], total: 0 })
    expect(await store.sessions.find(own, 'deleted')).toBeUndefined()
    expect(await store.sessions.findInOrganization(own, 'deleted')).toBeUndefined()
    expect(await store.sessions.remove(own, 'deleted')).toBe(false)
  })

  it('is removed by its own organization only, keeps its conversation, and begins again with the next turn', async () => {
    const own = caller(24)
    await converse(own, 'removed')
    expect(await store.sessions.remove(caller(25), 'removed')).toBe(false)
    expect(await store.sessions.remove(own, 'removed')).toBe(true)
    expect(await store.sessions.remove(own, 'removed')).toBe(false)
    expect(await store.sessions.find(own, 'removed')).toBeUndefined()
    expect((await listed(own)).total).toBe(0)
    expect(await store.conversations.find(own, 'removed')).toMatchObject({ sessionId: 'removed' })
    await store.sessions.recordTurn(own, 'removed', turn('shops', 'removed', 1))
    expect(await listed(own)).toEqual({ ids: ['removed'], total: 1 })
  })

  it('is continued once by concurrent turns that name its id, with its conversation in place', async () => {
    const own = caller(26)
    await converse(own, 'named', 1, 'shops')
    const turns = ['farms', 'mills', 'ports', 'farms'].map((databaseId, index) =>
      store.sessions.recordTurn(own, 'named', turn(databaseId, `in ${databaseId}`, 2 + index)),
    )
    await Promise.all(turns)
    expect(await store.sessions.find(own, 'named')).toMatchObject({
      conversations: { shops: 'named', farms: 'in farms', mills: 'in mills', ports: 'in ports' },
      createdAt: at(0),
    })
    expect(await listed(own)).toEqual({ ids: ['named'], total: 1 })
    expect(await documents(own)).toBe(1)
    await store.sessions.recordTurn(own, 'named', turn('shops', 'later', 8))
    expect((await store.sessions.find(own, 'named'))?.conversations).toMatchObject({ shops: 'later' })
  })

  it('gives way to a later conversation with its database', async () => {
    const own = caller(27)
    await converse(own, 'same database')
    await store.sessions.recordTurn(own, 'same database', turn('shops', 'later', 1))
    expect((await store.sessions.find(own, 'same database'))?.conversations).toEqual({ shops: 'later' })
  })

  it('is listed once when a turn is repeated that was interrupted after its first write', async () => {
    const own = caller(28)
    await converse(own, 'interrupted')
    const next = turn('farms', 'later', 1)
    await store.sessions.recordTurn(own, 'interrupted', next)
    await connection
      .collection<{ _id: string }>('conversations')
      .updateOne({ _id: 'interrupted' }, { $unset: { sessionId: 1 } })
    await store.sessions.recordTurn(own, 'interrupted', next)
    expect(await listed(own)).toEqual({ ids: ['interrupted'], total: 1 })
    expect((await store.sessions.find(own, 'interrupted'))?.conversations).toEqual({
      shops: 'interrupted',
      farms: 'later',
    })
  })

  it('of another tenant or scope is neither continued nor changed by a turn that names its id', async () => {
    const own = { ...caller(29), tenantId: '1' }
    await converse(own, 'theirs')
    for (const other of [{ ...own, tenantId: '2' }, { ...own, scopeId: 'ann' }, caller(29), caller(30)]) {
      await store.sessions.recordTurn(other, 'theirs', turn('farms', 'own', 1))
      expect((await store.sessions.find(other, 'theirs'))?.conversations).toEqual({ farms: 'own' })
    }
    expect((await store.sessions.find(own, 'theirs'))?.conversations).toEqual({ shops: 'theirs' })
  })

  it('is also continued by a key of another database, which does not see its conversation', async () => {
    const own = caller(31)
    await converse(own, 'shared')
    const farms: Caller = { ...own, kind: 'database', databaseId: 'farms' }
    expect(await store.sessions.find(farms, 'shared')).toBeUndefined()
    await store.sessions.recordTurn(farms, 'shared', turn('farms', 'later', 1))
    expect(await listed(own)).toEqual({ ids: ['shared'], total: 1 })
    expect((await store.sessions.find(own, 'shared'))?.conversations).toEqual({ shops: 'shared', farms: 'later' })
  })
})
