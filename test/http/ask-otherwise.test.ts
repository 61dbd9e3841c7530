import { type Platform, startPlatform } from '../support/platform.ts'
import { streamEvents, type TextEvent } from '../support/stream-events.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const post = (json: object, headers: Record<string, string> = {}, path = '/api/v1/chat/message') =>
  platform.request(path, { json, headers })

describe('POST of a question with Accept: text/event-stream', () => {
  const STREAM = { Accept: 'text/event-stream' }

  it.each(['/api/v1/chat/message', '/api/v1/chat/new/message'])(
    'streams the same events as the GET route: %s',
    async (path) => {
      const reply = await post({ message: 'How many products are there?' }, STREAM, path)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
      const posted = streamEvents(reply.text)
      const query = new URLSearchParams({ message: 'How many products are there?' })
      const got = streamEvents((await platform.request(`/api/v1/chat/new/stream?${query}`)).text)
      const kinds = (events: readonly TextEvent[]) => [...new Set(events.map(({ event }) => event))]
      expect(kinds(posted)).toEqual(kinds(got))
      const done = posted.at(-1)?.data
      expect(posted.map(({ data }) => data.content).join('')).toBe(done?.message)
      expect(done?.message).toBe(got.at(-1)?.data.message)
    },
  )

  it('resumes by GET and by POST after Last-Event-ID, and does not ask again', async () => {
    const { text } = await post({ message: 'How many customers are there?' }, STREAM)
    const events = streamEvents(text)
    const conversation = events[0]?.data.conversation_id
    const cursor = { 'Last-Event-ID': events[1]?.id ?? '' }
    const byGet = await platform.request(`/api/v1/chat/${conversation}/stream`, { headers: cursor })
    const byPost = await post({ message: 'How many customers are there?' }, { ...STREAM, ...cursor })
    for (const { text } of [byGet, byPost]) expect(streamEvents(text)).toEqual(events.slice(2))
    const history = await platform.request(`/api/v1/chat/${conversation}/history`)
    expect(history.body.data.messages).toHaveLength(2)
  })

  it('asks once for repeated requests with one Idempotency-Key', async () => {
    const headers = { ...STREAM, 'Idempotency-Key': 'streamed' }
    const json = { message: 'How many orders are there?' }
    const replies = [await post(json, headers), await post(json, headers)]
    const ids = replies.map(({ text }) => streamEvents(text).map(({ id }) => id))
    expect(ids[0]).toEqual(ids[1])
    const answer = await post(json, { 'Idempotency-Key': 'streamed' })
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(answer.body.data.message).toBe(streamEvents(replies[0]?.text ?? '').at(-1)?.data.message)
    expect((await post({ message: 'hello' }, headers)).status).toBe(422)
  })

  it('returns errors as JSON before the stream starts', async () => {
    const reply = await post({ message: 'hello', database_id: '11111111-1111-4111-8111-111111111111' }, STREAM)
    expect([reply.status, reply.body.error_code]).toEqual([404, 'NOT_FOUND_DATABASE'])
  })
})

describe('POST of a question with Prefer: respond-async', () => {
  const ASYNC = { Prefer: 'wait=5, respond-async' }

  it('returns 202 with the URLs of the job and of the stream', async () => {
    const { status, headers, body } = await post({ message: 'How many products are there?' }, ASYNC)
    const { turn_id, conversation_id, session_id, message_id, stream_url } = body.data
    expect([status, headers.get('preference-applied')]).toEqual([202, 'respond-async'])
    expect(headers.get('location')).toBe(`/api/v1/jobs/${turn_id}`)
    expect(body.data.status_url).toBe(headers.get('location'))
    const events = streamEvents((await platform.request(stream_url)).text)
    expect(events[0]).toMatchObject({ event: 'start', data: { conversation_id } })
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { message_id, session_id } })
    const { body: job } = await platform.request(headers.get('location') ?? '')
    expect(job.data).toMatchObject({ id: turn_id, status: 'succeeded', result: { message_id, session_id } })
    const { body: history } = await platform.request(`/api/v1/chat/${conversation_id}/history`)
    expect(history.data.messages[1].content).toBe(events.at(-1)?.data.message)
  })

  it('runs one turn for one Idempotency-Key, and returns its answer to a synchronous request', async () => {
    const headers = { ...ASYNC, 'Idempotency-Key': 'async' }
    const json = { message: 'How many products are there?' }
    const [first, second] = [await post(json, headers), await post(json, headers)]
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body.data).toEqual(first.body.data)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    await platform.request(first.body.data.stream_url)
    const answer = await post(json, { 'Idempotency-Key': 'async' })
    expect(answer.body.data).toMatchObject({ turn_id: first.body.data.turn_id, query_type: 'data_retrieval' })
  })

  it('runs one turn for 8 concurrent requests with one Idempotency-Key', async () => {
    const headers = { ...ASYNC, 'Idempotency-Key': 'async at once' }
    const replies = await Promise.all(Array.from({ length: 8 }, () => post({ message: 'hello' }, headers)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202))
    expect(new Set(replies.map(({ body }) => body.data.turn_id)).size).toBe(1)
  })

  it('rejects an invalid question without Preference-Applied', async () => {
    const refused = await post({ message: 'hello' }, { ...ASYNC, 'X-Tenant-Id': '0' })
    expect([refused.status, refused.headers.get('preference-applied')]).toEqual([403, null])
  })

  it('ignores other preferences', async () => {
    expect((await post({ message: 'hello' }, { Prefer: 'respond-asynchronously, return=minimal' })).status).toBe(200)
  })
})
