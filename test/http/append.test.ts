import { randomUUID } from 'node:crypto'
import { jest } from '@jest/globals'
import { ISO_TIME } from '../support/iso-time.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const PATH = '/api/v1/chat/message'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const conversation = async (headers: Record<string, string> = {}): Promise<string> =>
  (await platform.request(PATH, { json: { message: 'hello' }, headers })).body.data.conversation_id
const append = (json: object, headers: Record<string, string | null> = {}) => platform.request(PATH, { json, headers })
const messagesOf = async (id: string, headers: Record<string, string> = {}) =>
  (await platform.request(`/api/v1/chat/${id}/history`, { headers })).body.data.messages
const turnsOf = async () =>
  (await platform.app.temporal.client.workflow.count(`TaskQueue = '${platform.env.TABLETALK_TASK_QUEUE}'`)).count

describe('appending a message', () => {
  it.each(['user', 'assistant', 'system', 'tool'])('stores a message of role %s and starts no turn', async (role) => {
    const id = await conversation()
    const turns = await turnsOf()
    const response = await append({
      conversation_id: id,
      role,
      content: `said by ${role}`,
      metadata: { from: 'import' },
    })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      success: true,
      data: {
        message_id: expect.stringMatching(UUID),
        conversation_id: id,
        created_at: expect.stringMatching(ISO_TIME),
      },
      message: expect.stringMatching(/./),
    })
    const last = { role: role.toUpperCase(), content: `said by ${role}`, timestamp: response.body.data.created_at }
    expect((await messagesOf(id)).at(-1)).toEqual(last)
    const { body } = await platform.request(`/api/v1/chat/history?conversation_id=${id}&limit=1`)
    expect(body.data.messages).toEqual([
      expect.objectContaining({
        id: response.body.data.message_id,
        sender: role.toUpperCase(),
        type: 'text',
        content: `said by ${role}`,
        metadata: { from: 'import' },
      }),
    ])
    expect(await turnsOf()).toBe(turns)
  })

  it('increments the message count, and moves the conversation to the top of the list', async () => {
    const headers = { 'X-Scope-Id': 'appender' }
    const first = await conversation(headers)
    await conversation(headers)
    await append({ conversation_id: first, role: 'system', content: 'x' }, headers)
    const { body } = await platform.request('/api/v1/chat/conversations', { headers })
    expect(body.data.conversations[0]).toMatchObject({ id: first, messageCount: 3 })
  })

  it('keeps the order of 30 sequential messages', async () => {
    const id = await conversation()
    const said = Array.from({ length: 30 }, (_, index) => `line ${index}`)
    for (const content of said) await append({ conversation_id: id, role: 'user', content })
    const contents = (await messagesOf(id)).map(({ content }: { content: string }) => content)
    expect(contents.slice(2)).toEqual(said)
  })

  it('keeps the order of messages and questions with a clock skew of 30 s between processes', async () => {
    const real = Date.now
    const ahead = jest.spyOn(Date, 'now').mockImplementation(() => real() + 30_000)
    const id = await conversation()
    await append({ conversation_id: id, role: 'user', content: 'first' })
    ahead.mockRestore()
    await append({ conversation_id: id, role: 'user', content: 'second' })
    await platform.request(PATH, { json: { conversation_id: id, message: 'hello again' } })
    const contents = (await messagesOf(id)).map(({ content }: { content: string }) => content)
    expect([contents[0], ...contents.slice(2, 5)]).toEqual(['hello', 'first', 'second', 'hello again'])
  })

  it('stores a request once for repeated and concurrent use of its Idempotency-Key', async () => {
    const id = await conversation()
    const headers = { 'Idempotency-Key': randomUUID() }
    const json = { conversation_id: id, role: 'tool', content: 'once' }
    const replies = await Promise.all([append(json, headers), append(json, headers)])
    const again = await append(json, headers)
    expect(new Set([...replies, again].map(({ text }) => text)).size).toBe(1)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await messagesOf(id)).toHaveLength(3)
    expect((await append({ ...json, content: 'twice' }, headers)).status).toBe(422)
  })

  it('stores a single character, unusual characters and arbitrary metadata unchanged', async () => {
    const id = await conversation()
    const metadata = { $where: 1, 'a.b': [null, { __proto__x: true }], constructor: 'x' }
    for (const content of [' ', '𝄞', 'a\nb'])
      expect((await append({ conversation_id: id, role: 'user', content, metadata })).status).toBe(201)
    const { body } = await platform.request(`/api/v1/chat/history?conversation_id=${id}&limit=3`)
    expect(body.data.messages.map(({ content }: { content: string }) => content)).toEqual(['a\nb', '𝄞', ' '])
    expect(body.data.messages[0].metadata).toEqual(metadata)
  })

  it('stores the message for the tenant of the conversation if the request has no tenant', async () => {
    const id = await conversation()
    const { status } = await append({ conversation_id: id, role: 'system', content: 'note' }, { 'X-Tenant-Id': null })
    expect(status).toBe(201)
    expect((await messagesOf(id)).at(-1)).toMatchObject({ role: 'SYSTEM', content: 'note' })
  })

  it.each([
    ['another scope', { 'X-Scope-Id': 'somebody else' }],
    ['another tenant', { 'X-Tenant-Id': '2' }],
  ])('returns the same 404 for a conversation of %s as for an unknown one', async (_, headers) => {
    const id = await conversation()
    const foreign = await append({ conversation_id: id, role: 'user', content: 'x' }, headers)
    const unknown = await append({ conversation_id: randomUUID(), role: 'user', content: 'x' })
    expect(foreign.status).toBe(404)
    expect(foreign.body.error).toEqual(unknown.body.error)
    expect(await messagesOf(id)).toHaveLength(2)
  })

  it('rejects public keys, which could forge messages of the assistant', async () => {
    const headers = { 'X-API-Key': platform.access.databaseKey }
    const id = await conversation(headers)
    const { status, body } = await append({ conversation_id: id, role: 'assistant', content: 'x' }, headers)
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
  })

  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })
  it.each([
    ['without a conversation', { conversation_id: undefined }, 'VALIDATION_MISSING_REQUIRED_FIELD'],
    ['in a conversation that is no UUID', { conversation_id: 'new' }, 'VALIDATION_ERROR'],
    ['without content', { content: undefined }, 'VALIDATION_MISSING_REQUIRED_FIELD'],
    ['of zero characters', { content: '' }, 'VALIDATION_ERROR'],
    ['without a storable character', { content: '\0' }, 'VALIDATION_ERROR'],
    ['of 40,000 characters', { content: 'x'.repeat(40_000) }, 'VALIDATION_ERROR'],
    ['without a role', { role: undefined }, 'VALIDATION_MISSING_REQUIRED_FIELD'],
    ['of another role', { role: 'USER' }, 'VALIDATION_ERROR'],
    ['with a list for metadata', { metadata: [] }, 'VALIDATION_ERROR'],
    ['with a text for metadata', { metadata: 'x' }, 'VALIDATION_ERROR'],
    ['with 10,000 levels of metadata', { metadata: 'deep' }, 'VALIDATION_ERROR'],
    ['with 20 levels of metadata', { metadata: deep(20) }, 'VALIDATION_ERROR'],
    ['that is a question as well', { message: 'How many orders?' }, 'VALIDATION_ERROR'],
  ])('rejects a message %s', async (_, change, code) => {
    const id = await conversation()
    const json = JSON.stringify({ conversation_id: id, role: 'user', content: 'x', ...change })
    const body = json.replace('"deep"', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
    const reply = await platform.request(PATH, { body })
    expect([reply.status, reply.body.error_code]).toEqual([400, code])
    expect(await messagesOf(id)).toHaveLength(2)
  })
})
