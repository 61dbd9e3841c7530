import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Conversation } from '../../src/ask/rules/history/conversation.ts'
import type { WantedConversations } from '../../src/ask/store/conversations.ts'
import type { PagePosition } from '../../src/platform/values/page.ts'
import type { Store } from '../../src/store/store.ts'
import { CALLERS, given, openTestStore, SERVER, seenBy, storeOn, things } from './store-fixture.ts'

const AT = '2026-11-21T10:00:00.000Z'
const later = (seconds: number): Date => new Date(Date.parse(AT) + seconds * 1000)

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

/** Reads the collection directly, without access rules. */
const stored = () => connection.collection<{ _id: string }>('conversations')

const conversation = (more: Partial<Conversation> = {}): Conversation => ({
  id: randomUUID(),
  organizationId: 1,
  userId: 1,
  scopeId: 'default',
  databaseId: 'shops',
  title: 'How many?',
  messageCount: 0,
  lastMessageAt: AT,
  createdAt: AT,
  ...more,
})

const created = async (more: Partial<Conversation> = {}): Promise<Conversation> => {
  const made = conversation(more)
  await store.conversations.add(made)
  return made
}

const turn = (name: string) => ({ question: name, columns: ['n'], rowCount: 1, plan: { 'a.b': '$c' } })

describe('a conversation', () => {
  it('is stored once and returned as created', async () => {
    const made = await created({ tenantId: '1' })
    await Promise.all(
      Array.from({ length: 10 }, () => store.conversations.add({ ...made, title: 'another', messageCount: 7 })),
    )
    expect(await store.conversations.find(SERVER, made.id)).toEqual(made)
  })

  it('is visible, counted, listed and removed only for callers with access', async () => {
    const all = things()
    for (const { id, owner } of all) await store.conversations.add(conversation({ id, ...owner }))
    for (const [name, caller] of Object.entries(CALLERS)) {
      const seen = seenBy(caller, all)
      expect([name, seen.length > 0]).toEqual([name, true])
      const listed = await store.conversations.list(caller, 1_000)
      const ids = listed.items.map(({ id }) => id).filter((id) => all.some((one) => one.id === id))
      expect([name, ids.toSorted()]).toEqual([name, seen])
      expect([name, await given(all, (id) => store.conversations.find(caller, id))]).toEqual([name, seen])
      expect([name, await given(all, (id) => store.conversations.findContext(caller, id))]).toEqual([name, seen])
      const counted = await given(all, (id) =>
        store.conversations.countMessage(caller, id, `by ${name}`, later(1), { turn: turn(name) }),
      )
      expect([name, counted]).toEqual([name, seen])
    }
    for (const { id, owner, maker } of all) {
      const counts = Object.values(CALLERS).filter((caller) => seenBy(caller, [{ id, owner, maker }]).length > 0).length
      expect(await store.conversations.find(maker, id)).toMatchObject({ messageCount: counts })
    }
    for (const [name, caller] of Object.entries(CALLERS)) {
      const remaining = await Promise.all(
        all.map(async (one) => ((await store.conversations.find(one.maker, one.id)) === undefined ? [] : [one])),
      )
      const removed = await given(all, (id) => store.conversations.remove(caller, id))
      expect([name, removed]).toEqual([name, seenBy(caller, remaining.flat())])
    }
  })

  it('counts a message once under concurrent retries', async () => {
    const { id } = await created()
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        store.conversations.countMessage(SERVER, id, `message ${n % 4}`, later(n % 4), { turn: turn('t') }),
      ),
    )
    expect(new Set(counted)).toEqual(new Set([true]))
    expect(await store.conversations.find(SERVER, id)).toMatchObject({
      messageCount: 4,
      lastMessageAt: later(3).toISOString(),
    })
    expect((await store.conversations.findContext(SERVER, id))?.recentTurns).toHaveLength(4)
  })

  it('knows its latest unanswered question for any order and number of writes', async () => {
    const { id } = await created()
    const unanswered = async () => (await store.conversations.find(SERVER, id))?.unansweredTurnId
    const write = (name: string) => store.conversations.countMessage(SERVER, id, name, later(1))
    expect(await unanswered()).toBeUndefined()
    for (const [name, expected] of [
      ['a.user', 'a'],
      ['b.user', 'b'],
      ['imported', 'b'],
      ['b.assistant', 'a'],
      ['b.user', 'a'],
      ['c.assistant', 'a'],
      ['c.user', 'a'],
      ['a.assistant', undefined],
      ['a.user', undefined],
    ] as const) {
      await write(name)
      expect([name, await unanswered()]).toEqual([name, expected])
    }
  })

  it('never decreases the time of its last message', async () => {
    const { id } = await created()
    await store.conversations.countMessage(SERVER, id, 'a', later(5))
    await store.conversations.countMessage(SERVER, id, 'b', later(2))
    expect(await store.conversations.find(SERVER, id)).toMatchObject({ lastMessageAt: later(5).toISOString() })
  })

  it('remembers its last four turns, oldest first', async () => {
    const { id } = await created()
    for (const name of ['1', '2', '3', '4', '5', '6']) {
      await store.conversations.countMessage(SERVER, id, `question ${name}`, later(1))
      await store.conversations.countMessage(SERVER, id, `answer ${name}`, later(2), { turn: turn(name) })
    }
    expect(await store.conversations.findContext(SERVER, id)).toEqual({ recentTurns: ['3', '4', '5', '6'].map(turn) })
  })

  it('counts nothing and is not recreated after its removal', async () => {
    const { id } = await created()
    expect(await store.conversations.remove(SERVER, id)).toBe(true)
    expect(await store.conversations.remove(SERVER, id)).toBe(false)
    expect(await store.conversations.countMessage(SERVER, id, 'late', later(1), { turn: turn('late') })).toBe(false)
    expect(await store.conversations.find(SERVER, id)).toBeUndefined()
    expect(await store.conversations.findContext(SERVER, id)).toBeUndefined()
    expect(await stored().countDocuments({ _id: id })).toBe(0)
  })
})

describe('filtering conversations', () => {
  const caller = { ...SERVER, organizationId: 60 }
  const titles = async (wanted: WantedConversations, after?: PagePosition) =>
    (await store.conversations.list(caller, 100, after, wanted)).items.map(({ title }) => title)

  beforeAll(async () => {
    const made: readonly (readonly [string, number?])[] = [
      ['Umsatz je Straße', 7],
      ['Orders (100%) of C\u00f4te', 7],
      ['ORDERS per week', 8],
      ['Customers who ordered'],
    ]
    for (const [at, [title, userId]] of made.entries())
      await created({
        organizationId: 60,
        title,
        lastMessageAt: later(at).toISOString(),
        ...(userId === undefined ? {} : { userId }),
      })
  })

  it('by user returns those that the user has started', async () => {
    expect(await titles({ userId: 7 })).toEqual(['Orders (100%) of Côte', 'Umsatz je Straße'])
    expect(await titles({ userId: 7, search: 'orders' })).toEqual(['Orders (100%) of Côte'])
    expect(await titles({ userId: 9 })).toEqual([])
  })

  it.each([
    ['order', ['Customers who ordered', 'ORDERS per week', 'Orders (100%) of Côte']],
    ['week ORDERS', ['ORDERS per week']],
    ['co\u0302te', ['Orders (100%) of Côte']],
    ['STRASSE', []],
    ['straße', ['Umsatz je Straße']],
    ['(100%)', ['Orders (100%) of Côte']],
    ['.*', []],
    ['\\', []],
    ['$where', []],
  ])('by the words %j of a title matches them literally, in any case and order', async (search, expected) => {
    expect(await titles({ search })).toEqual(expected)
  })

  it('by words paginates with each conversation once', async () => {
    const first = await store.conversations.list(caller, 2, undefined, { search: 'order' })
    expect(first.items.map(({ title }) => title)).toEqual(['Customers who ordered', 'ORDERS per week'])
    expect(await titles({ search: 'order' }, first.next)).toEqual(['Orders (100%) of Côte'])
  })
})

describe('pages of conversations', () => {
  it('show each conversation once, latest first and ties by id, during concurrent changes', async () => {
    const caller = { ...SERVER, organizationId: 50 }
    const own = { organizationId: 50 }
    const made: Conversation[] = []
    for (let n = 0; n < 11; n++)
      made.push(await created({ ...own, lastMessageAt: later(Math.floor(n / 4)).toISOString() }))
    const expected = made.toSorted((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt) || (a.id < b.id ? -1 : 1))
    const seen: Conversation[] = []
    let after: PagePosition | undefined
    for (let page = 0; page < 4; page++) {
      const found = await store.conversations.list(caller, 3, after)
      seen.push(...found.items)
      after = found.next
      await created({ ...own, lastMessageAt: later(100 + page).toISOString() })
      if (page === 1) await store.conversations.remove(caller, seen[0]?.id ?? '')
    }
    expect(seen).toEqual(expected)
    expect(after).toBeUndefined()
  })
})
