import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { assistantMessageId, type Message, userMessageId } from '../../src/ask/rules/history/message.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, SERVER, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const AT = new Date('2026-11-21T10:00:00.000Z')

const question = (turnId: string): Message => ({
  id: userMessageId(turnId),
  conversationId: 'c',
  content: 'How many?',
  sender: 'USER',
  timestamp: '2026-11-21T10:00:00.000Z',
  type: 'text',
  metadata: {},
})

describe('the question of a turn that no other request can join', () => {
  it('is accepted or refused once, the same for all callers, and stored only if it is accepted', async () => {
    for (let round = 0; round < 20; round++) {
      const turnId = randomUUID()
      const decisions = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          at % 2 === round % 2
            ? store.messages.open(SERVER, 'shops', question(turnId), AT)
            : store.messages.refuse(SERVER, turnId, 'worker_unavailable'),
        ),
      )
      const [state, ...others] = new Set(decisions.map((one) => one.state))
      expect(others).toEqual([])
      expect(decisions.filter(({ isNew }) => isNew)).toHaveLength(1)
      const found = await store.messages.find(SERVER, userMessageId(turnId))
      expect(found?.content).toBe(state === 'opened' ? 'How many?' : undefined)
    }
  })

  it('stays refused for as long as its turn may wait for a worker, and leaves nothing afterwards', async () => {
    const turnId = randomUUID()
    await store.messages.refuse(SERVER, turnId, 'worker_unavailable')
    const day = 24 * 60 * 60_000
    await store.messages.sweep(new Date(Date.now() + 29 * day))
    const late = await store.messages.open(SERVER, 'shops', question(turnId), AT)
    expect(late).toEqual({ state: 'refused', problem: 'worker_unavailable', isNew: false })
    await store.messages.sweep(new Date(Date.now() + 31 * day))
    expect(await connection.collection<{ _id: string }>('messages').findOne({ _id: question(turnId).id })).toBeNull()
  })

  it('is cancelled for its steps when it was cancelled, deleted or refused, and only then', async () => {
    const [running, cancelled, refused] = [randomUUID(), randomUUID(), randomUUID()]
    await store.messages.open(SERVER, 'shops', question(running), AT)
    await store.messages.open(SERVER, 'shops', question(cancelled), AT)
    await store.messages.cancel(SERVER, userMessageId(cancelled))
    await store.messages.refuse(SERVER, refused, 'conversation_not_found')
    const isCancelled = (turnId: string) => store.messages.isCancelled(SERVER, userMessageId(turnId))
    expect(await Promise.all([running, cancelled, refused, randomUUID()].map(isCancelled))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})

describe('a document that is written by the verbs of the driver', () => {
  it('is valid for its model, which reads and writes it unchanged', async () => {
    const turnId = randomUUID()
    const { organizationId, userId } = SERVER
    const at = '2026-11-21T10:00:00.000Z'
    const owner = { organizationId, userId, scopeId: 'default', databaseId: 'shops' }
    const conversation = { ...owner, id: turnId, title: 'Hi', lastMessageAt: at, messageCount: 0, createdAt: at }
    await store.messages.open(SERVER, 'shops', question(turnId), AT)
    await store.conversations.add(conversation, [], userMessageId(turnId))
    const next = { turn: { turnId, question: 'How many?', columns: ['n'], rowCount: 1 } }
    await store.conversations.countMessage(SERVER, turnId, assistantMessageId(turnId), new Date(at), next)
    const result = { columns: [], rows: [], rowCount: 0, truncated: false, executionTimeMs: 1 }
    const turn = { turnId, conversationId: 'c', databaseId: 'shops' }
    await store.results.put(SERVER, turn, JSON.parse(JSON.stringify({ result, receipt: {} })), 1)
    const ids = { Message: userMessageId(turnId), Conversation: turnId, Result: turnId }
    for (const [name, id] of Object.entries(ids)) {
      const model = connection.model(name)
      const plain = await model.collection.findOne({ _id: id as never })
      const read = await model.findById(id).orFail()
      await read.validate()
      expect(read.toObject({ minimize: false })).toEqual(plain)
      await model.replaceOne({ _id: id }, read.toObject({ minimize: false }))
      expect(await model.collection.findOne({ _id: id as never })).toEqual(plain)
    }
  })
})
