import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { resultStore } from '../../src/ask/store/results.ts'
import { run } from './run-fixture.ts'
import { CALLERS, given, openTestStore, SERVER, seenBy, things } from './store-fixture.ts'

let connection: Connection
let store: ReturnType<typeof resultStore>
beforeAll(async () => {
  connection = await openTestStore()
  store = resultStore(connection)
})
afterAll(() => connection.close())

/** Reads the collection directly, without access rules. */
const stored = () => connection.collection<{ _id: string; conversationId: string }>('results')

const turn = () => ({ turnId: randomUUID(), conversationId: randomUUID(), databaseId: 'shops' })

describe('the result of a turn', () => {
  it('is returned as stored, with any column names', async () => {
    const one = turn()
    await store.put(SERVER, one, run(1), 1)
    expect(await store.find(SERVER, one.turnId)).toEqual(run(1))
  })

  it('is stored once, in its latest version', async () => {
    const one = turn()
    for (const value of [1, 2, 2]) await store.put(SERVER, one, run(value), 1)
    expect(await store.find(SERVER, one.turnId)).toEqual(run(2))
    await Promise.all(Array.from({ length: 20 }, () => store.put(SERVER, one, run(3), 1)))
    expect(await store.find(SERVER, one.turnId)).toEqual(run(3))
    expect(await stored().countDocuments({ conversationId: one.conversationId })).toBe(1)
  })

  it('remains that of the latest run if an earlier run resumes (fencing token)', async () => {
    const one = turn()
    await store.put(SERVER, one, run(2), 20)
    await store.put(SERVER, one, run(1), 10)
    expect(await store.find(SERVER, one.turnId)).toEqual(run(2))
    const both = turn()
    await Promise.all([7, 9, 8, 3].map((writer) => store.put(SERVER, both, run(writer), writer)))
    expect(await store.find(SERVER, both.turnId)).toEqual(run(9))
  })

  it('is visible and deleted only for callers with access', async () => {
    const all = things()
    const conversationId = randomUUID()
    for (const { id, owner, maker } of all)
      await store.put(maker, { turnId: id, conversationId, databaseId: owner.databaseId }, run(1), 1)
    for (const [name, caller] of Object.entries(CALLERS)) {
      expect([name, await given(all, (id) => store.find(caller, id))]).toEqual([name, seenBy(caller, all)])
      expect([name, seenBy(caller, all).length > 0]).toEqual([name, true])
    }
    expect(await stored().countDocuments({ conversationId })).toBe(all.length)
    for (const [name, caller] of Object.entries(CALLERS)) {
      const left = () => given(all, (id) => stored().findOne({ _id: id }))
      const [before, seen] = [await left(), seenBy(caller, all)]
      await store.removeOfConversation(caller, conversationId)
      expect([name, await left()]).toEqual([name, before.filter((id) => !seen.includes(id))])
    }
  })

  it('of another conversation remains when one is deleted', async () => {
    const [gone, stays] = [turn(), turn()]
    for (const one of [gone, { ...gone, turnId: randomUUID() }, stays]) await store.put(SERVER, one, run(1), 1)
    await store.removeOfConversation(SERVER, gone.conversationId)
    expect(await store.find(SERVER, gone.turnId)).toBeUndefined()
    expect(await stored().countDocuments({ conversationId: gone.conversationId })).toBe(0)
    expect(await store.find(SERVER, stays.turnId)).toEqual(run(1))
  })
})
