import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Message } from '../../src/ask/rules/history/message.ts'
import type { PagePosition } from '../../src/platform/values/page.ts'
import type { Store } from '../../src/store/store.ts'
import { CALLERS, given, openTestStore, SERVER, seenBy, storeOn, things } from './store-fixture.ts'

const AT = '2026-11-21T10:00:00.000Z'
const later = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1000).toISOString()

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

/** Reads the collection directly, without access rules. */
const stored = () => connection.collection<{ _id: string; conversationId: string }>('messages')

const message = (more: Partial<Message> = {}): Message => ({
  id: randomUUID(),
  conversationId: randomUUID(),
  content: 'How many?',
  sender: 'USER',
  timestamp: AT,
  type: 'text',
  metadata: {},
  ...more,
})

const added = async (more: Partial<Message> = {}, caller = SERVER): Promise<Message> => {
  const made = message(more)
  await store.messages.add(caller, 'shops', made)
  return made
}

describe('a message', () => {
  it('is returned as stored, with any metadata keys', async () => {
    const metadata = { 'a.b': { $set: 1 }, $where: [null, { '': true }], 'x\u0000y': 'z' }
    const made = await added({ content: '“é🧮”\n', sender: 'ASSISTANT', metadata })
    expect(await store.messages.find(SERVER, made.id)).toEqual(made)
  })

  it('keeps its first text under concurrent repeated writes', async () => {
    const made = await added()
    await Promise.all(Array.from({ length: 20 }, (_, n) => added({ ...made, content: `again ${n}` })))
    expect(await store.messages.allOfConversation(SERVER, made.conversationId)).toEqual([made])
  })

  it('is visible, listed and deleted only for callers with access', async () => {
    const all = things()
    const conversationId = randomUUID()
    for (const { id, owner, maker } of all)
      await store.messages.add(maker, owner.databaseId, message({ id, conversationId }))
    const idsOf = (items: readonly Message[]) => items.map(({ id }) => id).toSorted()
    for (const [name, caller] of Object.entries(CALLERS)) {
      const seen = seenBy(caller, all)
      expect([name, seen.length > 0]).toEqual([name, true])
      expect([name, await given(all, (id) => store.messages.find(caller, id))]).toEqual([name, seen])
      expect([name, idsOf(await store.messages.allOfConversation(caller, conversationId))]).toEqual([name, seen])
      const listed = await store.messages.list(caller, 1_000, { conversationId })
      expect([name, idsOf(listed.items)]).toEqual([name, seen])
      const everywhere = await store.messages.list(caller, 1_000, {})
      const ofAll = everywhere.items.filter((one) => one.conversationId === conversationId)
      expect([name, idsOf(ofAll)]).toEqual([name, seen])
    }
    expect(await stored().countDocuments({ conversationId })).toBe(all.length)
    for (const [name, caller] of Object.entries(CALLERS)) {
      const left = await given(all, (id) => stored().findOne({ _id: id }))
      const seen = seenBy(caller, all)
      await store.messages.removeOfConversation(caller, conversationId)
      const after = await given(all, (id) => stored().findOne({ _id: id }))
      expect([name, after]).toEqual([name, left.filter((id) => !seen.includes(id))])
    }
  })

  it('of another conversation remains when one is deleted', async () => {
    const [gone, stays] = [await added(), await added()]
    await added({ conversationId: gone.conversationId })
    await store.messages.removeOfConversation(SERVER, gone.conversationId)
    expect(await store.messages.allOfConversation(SERVER, gone.conversationId)).toEqual([])
    expect(await stored().countDocuments({ conversationId: gone.conversationId })).toBe(0)
    expect(await store.messages.allOfConversation(SERVER, stays.conversationId)).toEqual([stays])
  })
})

describe('reading a conversation', () => {
  it('returns messages oldest first, ties by id', async () => {
    const conversationId = randomUUID()
    for (const [id, seconds] of [
      ['c', 1],
      ['b', 2],
      ['a', 2],
      ['d', 0],
    ] as const)
      await added({ id: `${conversationId}.${id}`, conversationId, timestamp: later(seconds) })
    const read = await store.messages.allOfConversation(SERVER, conversationId)
    expect(read.map(({ id }) => id.split('.')[1])).toEqual(['d', 'c', 'a', 'b'])
  })
})

describe('pages of messages', () => {
  it.each([true, false])(
    'show each message once, newest first and ties by id, during concurrent inserts (one conversation: %s)',
    async (one) => {
      const conversationId = randomUUID()
      const caller = { ...SERVER, organizationId: one ? 60 : 61 }
      const made: Message[] = []
      for (let n = 0; n < 11; n++)
        made.push(await added({ conversationId, timestamp: later(Math.floor(n / 4)) }, caller))
      const expected = made.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp) || (a.id < b.id ? -1 : 1))
      const seen: Message[] = []
      let after: PagePosition | undefined
      for (let page = 0; page < 4; page++) {
        const options = { ...(one ? { conversationId } : {}), ...(after === undefined ? {} : { after }) }
        const found = await store.messages.list(caller, 3, options)
        seen.push(...found.items)
        after = found.next
        await added({ conversationId, timestamp: later(100 + page) }, caller)
      }
      expect(seen).toEqual(expected)
      expect(after).toBeUndefined()
    },
  )
})
