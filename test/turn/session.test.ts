import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

type Headers = Record<string, string | null>

const ask = (message: string, more: object = {}, headers: Headers = {}) =>
  platform.request('/api/v1/chat/message', { json: { message, ...more }, headers })

/** Reads the documents of a session directly. */
const documents = (sessionId: string) => {
  const own = mongoose.connections.find(
    ({ readyState, name }) => readyState === 1 && name === platform.env.TABLETALK_TASK_QUEUE,
  )
  return own?.collection('sessions').countDocuments({ sessionId })
}

const sessionItems = async (id: string) => {
  const { body } = await platform.request('/api/v1/sessions?page_size=100')
  return body.data.filter((session: { readonly id: string }) => session.id === id)
}

describe('a session', () => {
  it('gives a new conversation the last question of the previous one', async () => {
    const first = (await ask('How many orders were placed this year?')).body.data
    const { session_id } = first
    const second = (await ask('and for last year?', { session_id })).body.data
    expect(second).toMatchObject({ session_id, sources: ['orders'] })
    expect(second.conversation_id).not.toBe(first.conversation_id)
    const third = (await ask('and in 2024?', { session_id })).body.data
    expect(third).toMatchObject({ session_id, sources: ['orders'] })
    const history = await platform.request(`/api/v1/chat/${second.conversation_id}/history`)
    expect(history.body.data.messages).toHaveLength(2)
    const stranger = (await ask('and for last year?')).body.data
    expect(stranger.sources).toEqual([])
  })

  it('has the id chosen by the client, or one from the service', async () => {
    const session_id = randomUUID()
    const first = (await ask('How many orders were placed this year?', { session_id })).body.data
    expect(first.session_id).toBe(session_id)
    expect((await ask('and for last year?', { session_id })).body.data).toMatchObject({
      session_id,
      sources: ['orders'],
    })
    const own = (await ask('hello')).body.data
    const { conversation_id } = own
    expect((await ask('hello again', { conversation_id })).body.data).toMatchObject({ session_id: own.session_id })
  })

  it('continues after its last conversation is deleted, without knowledge of it', async () => {
    const { session_id, conversation_id } = (await ask('How many orders were placed this year?')).body.data
    await platform.request(`/api/v1/chat/${conversation_id}`, { method: 'DELETE' })
    const next = (await ask('and for last year?', { session_id })).body.data
    expect(next).toMatchObject({ session_id, sources: [] })
  })

  it('can be named in a stream, and the done event contains it', async () => {
    const { session_id } = (await ask('How many orders were placed this year?')).body.data
    const query = new URLSearchParams({ message: 'and for last year?', session_id })
    const { text } = await platform.request(`/api/v1/chat/new/stream?${query}`)
    const done = JSON.parse(/^event: done\n(?:.*\n)*?data: (.*)$/m.exec(text)?.[1] ?? '{}')
    expect(done).toMatchObject({ session_id, sources: ['orders'] })
  })

  it('returns the first answer for a repeated Idempotency-Key, regardless of later turns', async () => {
    const { session_id } = (await ask('hello')).body.data
    const headers = { 'Idempotency-Key': `session ${session_id}` }
    const first = (await ask('How many products are there?', { session_id }, headers)).body.data
    await ask('hello', { session_id })
    expect((await ask('How many products are there?', { session_id }, headers)).body.data).toEqual(first)
  })

  it.each<[string, Headers]>([
    ['another scope', { 'X-Scope-Id': 'somebody else' }],
    ['another tenant', { 'X-Tenant-Id': '2' }],
  ])('reveals nothing to %s, which may use the same id for its own', async (_, headers) => {
    const { session_id, conversation_id } = (await ask('How many orders were placed this year?')).body.data
    const theirs = (await ask('and for last year?', { session_id }, headers)).body.data
    expect(theirs).toMatchObject({ session_id, sources: [] })
    const fresh = (await ask('and for last year?', { session_id: randomUUID() }, headers)).body.data
    expect(fresh.message).toBe(theirs.message)
    expect((await ask('and for last year?', { session_id })).body.data.sources).toEqual(['orders'])
    const history = await platform.request(`/api/v1/chat/${conversation_id}/history`)
    expect(history.body.data.messages).toHaveLength(2)
  })

  it('that is only its own conversation is listed and continued without a document', async () => {
    const { session_id, conversation_id } = (await ask('How many orders were placed this year?')).body.data
    expect(session_id).toBe(conversation_id)
    expect((await ask('and for last year?', { conversation_id })).body.data).toMatchObject({ session_id })
    expect((await ask('and in 2024?', { conversation_id, session_id })).body.data).toMatchObject({ session_id })
    expect(await sessionItems(session_id)).toMatchObject([{ conversation_id, database_id: platform.access.databaseId }])
    expect(await documents(session_id)).toBe(0)
  })

  it('of one conversation is continued once by concurrent questions that name its id', async () => {
    const { session_id } = (await ask('How many orders were placed this year?')).body.data
    const replies = await Promise.all(
      ['and for last year?', 'and in 2024?'].map((message) => ask(message, { session_id })),
    )
    for (const { body } of replies) expect(body.data.session_id).toBe(session_id)
    const [item, ...others] = await sessionItems(session_id)
    expect(others).toEqual([])
    expect(replies.map(({ body }) => body.data.conversation_id)).toContain(item.conversation_id)
    expect(await documents(session_id)).toBe(1)
  })

  it('of one conversation is gone when it is deleted, and starts again with the next question', async () => {
    const { session_id, conversation_id } = (await ask('How many orders were placed this year?')).body.data
    expect((await platform.request(`/api/v1/sessions/${session_id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await platform.request(`/api/v1/sessions/${session_id}`)).status).toBe(404)
    expect(await sessionItems(session_id)).toEqual([])
    const next = (await ask('and for last year?', { conversation_id })).body.data
    expect(next).toMatchObject({ session_id, sources: ['orders'] })
    expect(await sessionItems(session_id)).toMatchObject([{ conversation_id }])
  })
})
