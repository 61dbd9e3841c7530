import { storedEnding } from '../../src/ask/turns/stored-ending.ts'
import { streamEvents } from '../support/stream-events.ts'
import { clarifyingDraft } from '../turn/clarifying-draft.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../turn/scripted-planner.ts'

const QUESTION = 'Which customers are best?'
const CHOICES = [
  { label: 'by revenue: customers', question: 'Customers by revenue' },
  { label: 'by number of orders: customers', question: 'Customers by number of orders' },
]
const REPLY = 'Which one do you mean?\n1. by revenue: customers\n2. by number of orders: customers'
const CLARIFY = clarifyingDraft(CHOICES, REPLY)

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
  platform.drafts(QUESTION, CLARIFY)
})
afterAll(() => platform.close())

const ask = (message: string, headers: Record<string, string> = {}) =>
  platform.request('/api/v1/chat/message', { json: { message }, headers })
const stream = async (path: string, headers: Record<string, string> = {}) =>
  streamEvents((await platform.request(path, { headers: { Accept: 'text/event-stream', ...headers } })).text)

describe('choices of an ambiguous question', () => {
  it('are returned in the answer with query type chat', async () => {
    const { body } = await ask(QUESTION)
    expect(body.data).toMatchObject({ query_type: 'chat', message: REPLY, choices: CHOICES, results: [] })
    expect(body.data).not.toHaveProperty('suggestions')
  })

  it('are returned in the replayed answer of an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'choices' }
    const first = await ask(QUESTION, headers)
    expect((await ask(QUESTION, headers)).body.data).toEqual(first.body.data)
  })

  it('are returned to a public key', async () => {
    const { body } = await ask(QUESTION, { 'X-API-Key': platform.access.databaseKey })
    expect(body.data.choices).toEqual(CHOICES)
  })

  it('are returned in the message metadata of the history', async () => {
    const headers = { 'X-Scope-Id': 'history-of-choices' }
    await ask(QUESTION, headers)
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata).toMatchObject({ query_type: 'chat', choices: CHOICES })
  })

  it('are sent as an event without text and in the done event, in a resumed stream too', async () => {
    const events = await stream(`/api/v1/chat/new/stream?${new URLSearchParams({ message: QUESTION })}`)
    const { conversation_id: conversation } = events[0]?.data ?? {}
    const again = await stream(`/api/v1/chat/${conversation}/stream`, { 'Last-Event-ID': events[0]?.id ?? '' })
    for (const read of [events, again]) {
      expect(read.find(({ event }) => event === 'choices')?.data).toEqual({ content: '', choices: CHOICES })
      expect(read.at(-1)).toMatchObject({ event: 'done', data: { query_type: 'chat', choices: CHOICES } })
    }
  })

  it('are part of the stored ending after the event log has expired', async () => {
    const { body } = await ask(QUESTION)
    const caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
    const ending = await storedEnding(platform.app, caller, body.data.turn_id)
    expect(ending).toMatchObject({ type: 'done', choices: CHOICES })
  })

  it('are absent from answers and streams of other questions', async () => {
    const headers = { 'X-Scope-Id': 'no-choices' }
    expect((await ask('hello', headers)).body.data).not.toHaveProperty('choices')
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata).not.toHaveProperty('choices')
    const events = await stream(`/api/v1/chat/new/stream?${new URLSearchParams({ message: 'hello' })}`)
    expect(events.map(({ event }) => event)).not.toContain('choices')
    expect(events.at(-1)?.data).not.toHaveProperty('choices')
  })
})
