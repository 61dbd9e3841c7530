import { randomUUID } from 'node:crypto'
import type { Observation } from '../../src/platform/observation.ts'
import type { Json } from '../../src/platform/values/json.ts'
import { type Platform, type Reply, type RequestOptions, startPlatform } from '../support/platform.ts'
import { streamEvents } from '../support/stream-events.ts'

let platform: Platform
const observed: Observation[] = []
beforeAll(async () => {
  const env = { TABLETALK_LIMITS: 'memory' }
  platform = await startPlatform({ env, observe: (observation) => observed.push(observation) })
})
afterAll(() => platform.close())

type Headers = RequestOptions['headers']

const ask = (message: string, more: object = {}, headers: Headers = {}) =>
  platform.request('/api/v1/chat/message', { json: { message, ...more }, headers })

/** A reply without the ids and times that differ between requests. */
const bare = ({ status, body: { trace_id: _trace, timestamp: _time, ...rest } }: Reply) => ({ status, ...rest })

/** Every request that names a conversation by its id. */
const requestsFor = (id: string): readonly (readonly [string, string, RequestOptions])[] => [
  ['read', `/api/v1/chat/${id}/history`, {}],
  ['its messages', `/api/v1/chat/history?conversation_id=${id}`, {}],
  ['ask', `/api/v1/chat/${id}/message`, { json: { message: 'hello' } }],
  ['ask by the body', '/api/v1/chat/message', { json: { message: 'hello', conversation_id: id } }],
  ['append', '/api/v1/chat/message', { json: { conversation_id: id, role: 'user', content: 'x' } }],
  ['stream', `/api/v1/chat/${id}/stream?message=hello`, {}],
  ['delete', `/api/v1/chat/${id}`, { method: 'DELETE' }],
]

const messagesOf = async (id: string, headers: Headers = {}) =>
  (await platform.request(`/api/v1/chat/${id}/history`, { headers })).body.data.messages

describe('a conversation', () => {
  it.each([
    ['S01: another scope', { 'X-Scope-Id': 'somebody else' }],
    ['S10: another tenant', { 'X-Tenant-Id': '2' }],
  ])('is indistinguishable from a nonexistent one for %s', async (_, headers) => {
    const id = (await ask('hello')).body.data.conversation_id
    const [own, unknown] = [requestsFor(id), requestsFor(randomUUID())]
    for (const [index, [name, path, options]] of own.entries()) {
      const [, elsewhere = '', other = {}] = unknown[index] ?? []
      const found = await platform.request(path, { ...options, headers: headers })
      const nonexistent = await platform.request(elsewhere, { ...other, headers: headers })
      expect([name, bare(found)]).toEqual([name, bare(nonexistent)])
      expect(found.text).not.toContain(id)
    }
    expect(await messagesOf(id)).toHaveLength(2)
  })

  it('S13: stays deleted despite a running turn and later requests', async () => {
    const id = (await ask('hello')).body.data.conversation_id
    const running = ask('How many customers are there?', { conversation_id: id })
    expect((await platform.request(`/api/v1/chat/${id}`, { method: 'DELETE' })).status).toBe(200)
    await running
    for (const [name, path, options] of requestsFor(id)) {
      const { status, body } = await platform.request(path, options)
      // The message list of the scope, filtered by a deleted conversation, is empty.
      expect([name, status, body.data?.messages ?? []]).toEqual([name, name === 'its messages' ? status : 404, []])
    }
    const { text } = await platform.request('/api/v1/chat/conversations?limit=100')
    expect(text).not.toContain(id)
  })

  it('S62: resumes no stream for a Last-Event-ID of another scope, tenant, conversation or turn', async () => {
    const headers = { 'X-Scope-Id': 'streams' }
    const streamed = await platform.request('/api/v1/chat/new/stream?message=hello', { headers })
    const events = streamEvents(streamed.text)
    const first = (await platform.request('/api/v1/chat/conversations', { headers })).body.data.conversations[0].id
    const turnId = /id: ([\w-]+)\.1\n/.exec(streamed.text)?.[1] ?? ''
    expect(turnId).not.toBe('')
    const resume = (id: string, more: Headers = {}, conversation = 'new') =>
      platform.request(`/api/v1/chat/${conversation}/stream?message=hello`, {
        headers: { ...headers, 'Last-Event-ID': id, ...more },
      })
    expect(streamEvents((await resume(`${turnId}.1`)).text)).toEqual(events.slice(1))
    for (const [id, more, conversation] of [
      [`${turnId}.1`, { 'X-Scope-Id': 'others' }],
      [`${turnId}.1`, { 'X-Tenant-Id': '2' }],
      [`${randomUUID()}.1`, {}],
      [`${turnId}.-1`, {}],
      [`${turnId}.99999999999999999999`, {}],
      [`${turnId}.1e3`, {}],
      ['x'.repeat(4_000), {}],
      [`${turnId}.1`, {}, (await ask('hello', {}, headers)).body.data.conversation_id],
    ] as const) {
      const { status, text } = await resume(id, more, conversation)
      expect([id, more, status, text]).toEqual([id, more, 204, ''])
    }
    const { conversations } = (await platform.request('/api/v1/chat/conversations', { headers })).body.data
    expect(conversations).toHaveLength(2)
    expect(conversations.map(({ id }: { id: string }) => id)).toContain(first)
  })

  it('S74: cannot be found by guessing ids, and guessing is reported once', async () => {
    const ids = new Set<string>()
    for (let turn = 0; turn < 5; turn++) ids.add((await ask('hello')).body.data.conversation_id)
    // In a UUIDv7 the first 48 bits are the time, and 74 of the other bits are random.
    const random = [...ids].map((id) => id.slice(14))
    expect(new Set(random).size).toBe(5)
    const [known = ''] = ids
    const guessed = Array.from({ length: 200 }, (_, index) => {
      const tail = (BigInt(`0x${known.slice(24)}`) + BigInt(index - 100)).toString(16).padStart(12, '0').slice(-12)
      return `${known.slice(0, 24)}${tail}`
    }).filter((id) => !ids.has(id))
    const statuses = await Promise.all(
      guessed.map(async (id) => (await platform.request(`/api/v1/chat/${id}/history`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([404]))
    expect(observed.filter(({ kind }) => kind === 'id_enumeration_suspected')).toEqual([
      { kind: 'id_enumeration_suspected', organizationId: 1, keyId: expect.stringMatching(/./) },
    ])
  })
})

it('S14: tenants that ask the same questions concurrently each get their own rows', async () => {
  const questions = ['How many customers are there?', 'Top 5 products by revenue', 'List the customers from Berlin']
  const rowsOf = async (message: string, tenant: string): Promise<Json> => {
    const reply = await ask(message, {}, { 'X-Tenant-Id': tenant, 'X-Scope-Id': `parallel ${tenant}` })
    const results = await platform.request(`/api/v1/chat/messages/${reply.body.data.message_id}/results`, {
      headers: { 'X-Tenant-Id': tenant, 'X-Scope-Id': `parallel ${tenant}` },
    })
    return [reply.body.data.message, results.body.data.rows]
  }
  const tenants = ['1', '2', '3']
  const pairs = questions.flatMap((question) => tenants.map((tenant) => ({ question, tenant })))
  const alone: Json[] = []
  for (const { question, tenant } of pairs) alone.push(await rowsOf(question, tenant))
  for (let round = 0; round < 3; round++)
    expect(await Promise.all(pairs.map(({ question, tenant }) => rowsOf(question, tenant)))).toEqual(alone)
  const ofFirst = alone
    .filter((_, index) => pairs[index]?.question === questions[1])
    .map((rows) => JSON.stringify(rows))
  expect(new Set(ofFirst).size).toBe(3)
})
