import { v7 as uuidv7 } from 'uuid'
import type { Caller } from '../../src/access/rules/caller.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

const MESSAGES = 230
const CONVERSATIONS = 105
const HISTORY = '/api/v1/chat/history'
const LIST = '/api/v1/chat/conversations'

let platform: Platform
let conversationId: string
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  for (let index = 0; index < CONVERSATIONS; index++) conversationId = await addConversation(index)
  for (let index = 0; index < MESSAGES; index++) await addMessage(index)
}, 120_000)
afterAll(() => platform.close())

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()

const addConversation = async (index: number): Promise<string> => {
  const { organizationId, databaseId } = platform.access
  const [id, lastMessageAt] = [uuidv7(), at(index)]
  const fields = { title: 'A conversation', messageCount: 0, lastMessageAt, createdAt: lastMessageAt }
  await platform.app.store.conversations.add({
    id,
    organizationId,
    userId: 1,
    scopeId: 'reader',
    tenantId: '1',
    databaseId,
    ...fields,
  })
  return id
}

/** Adds a message; every two messages share a timestamp. */
const addMessage = async (index: number): Promise<void> => {
  const { organizationId, databaseId } = platform.access
  const caller: Caller = {
    organizationId,
    kind: 'organization',
    keyId: 'any',
    userId: 1,
    scopeId: 'reader',
    tenantId: '1',
  }
  await platform.app.store.messages.add(caller, databaseId, {
    id: uuidv7(),
    conversationId,
    timestamp: at(Math.floor(index / 2)),
    type: 'text',
    metadata: {},
    sender: 'USER',
    content: `message ${index}`,
  })
}

const page = async (path: string) => {
  const { status, body } = await platform.request(path, { headers: { 'X-Scope-Id': 'reader' } })
  expect(status).toBe(200)
  return body.data
}

describe('paging', () => {
  it.each([
    [HISTORY, 'messages', undefined, 50],
    [HISTORY, 'messages', 200, 200],
    [HISTORY, 'messages', 201, 200],
    [HISTORY, 'messages', 7, 7],
    [LIST, 'conversations', undefined, 20],
    [LIST, 'conversations', 100, 100],
    [LIST, 'conversations', 1_000_000, 100],
    [LIST, 'conversations', 3, 3],
  ])('%s returns the specified number of %s for limit %p: %i', async (path, items, limit, expected) => {
    const data = await page(limit === undefined ? path : `${path}?limit=${limit}`)
    expect([data[items].length, data.hasMore, data.cursor === '']).toEqual([expected, true, false])
  })

  it.each([9, 64])('with pages of %i returns each message exactly once while messages are added', async (limit) => {
    const seen: number[] = []
    let [cursor, written] = ['', MESSAGES]
    do {
      const data = await page(`${HISTORY}?limit=${limit}&cursor=${encodeURIComponent(cursor)}`)
      seen.push(...data.messages.map(({ content }: { content: string }) => Number(content.split(' ')[1])))
      cursor = data.cursor
      await addMessage(written++)
    } while (cursor !== '')
    expect(seen).toHaveLength(new Set(seen).size)
    const existing = seen.filter((index) => index < MESSAGES)
    expect(existing.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MESSAGES }, (_, index) => index))
  })
})
