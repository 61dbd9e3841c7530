import { type Platform, startPlatform } from '../support/platform.ts'
import { collect, eventsOf, type ReceivedEvent, textOf } from './event-stream.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

interface StreamRequest {
  readonly message?: string
  readonly conversation?: string
  readonly scope?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const open = ({ message, conversation = 'new', scope = 'streamer', headers = {}, signal }: StreamRequest) => {
  const query = message === undefined ? '' : `?${new URLSearchParams({ message })}`
  const url = `${platform.baseUrl}/api/v1/chat/${conversation}/stream${query}`
  return eventsOf(url, {
    headers: { ...platform.headers, 'X-Scope-Id': scope, ...headers },
    ...(signal === undefined ? {} : { signal }),
  })
}
const all = (request: StreamRequest): Promise<ReceivedEvent[]> => collect(open(request))
const named = (events: readonly ReceivedEvent[], name: string) => events.filter(({ event }) => event === name)

describe('GET /chat/{conversation_id}/stream', () => {
  it('sends start, status, query, results, text and done in order, each with an id to resume from', async () => {
    const events = await all({ message: 'How many customers are there?' })
    const kinds = events.map(({ event }) => event ?? 'text').filter((kind) => kind !== 'status')
    expect([...new Set(kinds)]).toEqual(expect.arrayContaining(['start', 'query', 'results', 'text', 'done']))
    expect(kinds[0]).toBe('start')
    expect(kinds.at(-1)).toBe('done')
    const turnId = events[0]?.data.turn_id
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => `${turnId}.${index + 1}`))
    expect(textOf(events)).toBe(events.at(-1)?.data.message)
  })

  it('streams the text that the history then contains', async () => {
    const events = await all({ message: 'Top 3 products by price', scope: 'historian' })
    const conversation = String(events[0]?.data.conversation_id)
    const { body } = await platform.request(`/api/v1/chat/${conversation}/history`, {
      headers: { 'X-Scope-Id': 'historian' },
    })
    expect(body.data.messages[1].content).toBe(textOf(events))
  })

  it('resumes after every event with exactly the missed events', async () => {
    const whole = await all({ message: 'How many products are there?' })
    const conversation = String(whole[0]?.data.conversation_id)
    for (const [index, event] of whole.entries()) {
      const rest = await all({ conversation, headers: { 'Last-Event-ID': event.id ?? '' } })
      expect(rest).toEqual(whole.slice(index + 1))
    }
  })

  it('returns 204 for a fully delivered stream, and for unknown, foreign and malformed cursors', async () => {
    const events = await all({ message: 'hello' })
    const conversation = String(events[0]?.data.conversation_id)
    const last = events.at(-1)?.id ?? ''
    const status = async (cursor: string, headers: Record<string, string> = {}) => {
      const reply = await platform.request(`/api/v1/chat/${conversation}/stream?message=hello`, {
        headers: { 'X-Scope-Id': 'streamer', 'Last-Event-ID': cursor, ...headers },
      })
      return reply.status
    }
    expect(await status(last)).toBe(204)
    expect(await status('not-a-cursor')).toBe(204)
    expect(await status('01a1fc11-e838-70b8-9004-00dd58fd7664.1')).toBe(204)
    expect(await status(`${events[0]?.data.turn_id}.1`, { 'X-Scope-Id': 'someone-else' })).toBe(204)
    expect(await status(`${events[0]?.data.turn_id}.1`, { 'X-Tenant-Id': '2' })).toBe(204)
  })

  it('does not start a turn for a request with a cursor', async () => {
    const events = await all({ message: 'hello', scope: 'once' })
    await all({ message: 'hello', scope: 'once', headers: { 'Last-Event-ID': events[0]?.id ?? '' } })
    const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': 'once' } })
    expect(body.data.messages).toHaveLength(2)
  })

  it('starts a new turn for the same question after its answer', async () => {
    const first = await all({ message: 'hello', scope: 'again' })
    const second = await all({ message: 'hello', scope: 'again' })
    expect(second[0]?.data.turn_id).not.toBe(first[0]?.data.turn_id)
  })

  it('starts one turn for a repeated Idempotency-Key, and streams the same answer again after it has ended', async () => {
    const request = {
      message: 'How many products are there?',
      scope: 'keyed',
      headers: { 'Idempotency-Key': 'one-stream' },
    }
    const first = await Promise.all([all(request), all(request), all(request)])
    const later = await all(request)
    expect(new Set([...first, later].map((events) => events[0]?.data.turn_id)).size).toBe(1)
    expect(later).toEqual(first[0])
    const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': 'keyed' } })
    expect(body.data.messages).toHaveLength(2)
  })

  it('completes a question after its client has disconnected', async () => {
    const abort = new AbortController()
    const events = open({ message: 'How many suppliers are there?', scope: 'leaver', signal: abort.signal })
    const first = await events.next()
    abort.abort()
    const start: ReceivedEvent = first.value
    const cursor = { 'Last-Event-ID': start.id ?? '' }
    const rest = await all({ conversation: String(start.data.conversation_id), scope: 'leaver', headers: cursor })
    expect(named(rest, 'done')).toHaveLength(1)
  })

  it('returns an error before the stream starts with a status and an envelope', async () => {
    const reply = await platform.request('/api/v1/chat/new/stream?message=hi', { headers: { 'X-Tenant-Id': null } })
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ success: false, error: { code: 'INVALID_TENANT_ID' } })
  })

  it('rejects prefetch requests', async () => {
    const reply = await platform.request('/api/v1/chat/new/stream?message=hi', {
      headers: { 'Sec-Purpose': 'prefetch' },
    })
    expect(reply.status).toBe(400)
  })
})
