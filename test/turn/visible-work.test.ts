import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Caller } from '../../src/access/rules/caller.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import {
  json,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedRequest,
  startScriptedModel,
} from '../support/scripted-model.ts'
import { streamEvents } from '../support/stream-events.ts'

const COUNT = 'How many customers are there?'
const CITY = 'How is Copenhagen doing?'
const STADT = 'Wie läuft es in Kopenhagen?'
const ODD = 'How many orders were eaten?'
const WORDS = 'Here is what the data says.'

const replies = (more: object): ScriptedReply =>
  json({
    mode: 'look',
    query: null,
    explanation: null,
    reply: null,
    confidence: 0.9,
    assumptions: [],
    suggestions: [],
    tables: [],
    look: [],
    ...more,
  })
const exploration = replies({
  look: [
    { kind: 'values', text: 'Copenhagen\u0007', within: null },
    { kind: 'values', text: '', within: 'CUSTOMERS.city' },
    { kind: 'values', text: '', within: 'customers.password_hash' },
  ],
})

const script = (request: ScriptedRequest): ScriptedReply => {
  const said = request.body.messages.map(({ content }) => content).join('\n')
  if (request.body.response_format === undefined) return { text: WORDS, reasoning: ['Thought of ', 'words.'] }
  if (said.includes('# What your last query gave'))
    return { ...replies({ mode: 'accept' }), reasoning: 'Thought of rows.' }
  if ((said.includes(CITY) || said.includes(STADT)) && !said.includes('# Found')) return exploration
  if (said.includes(ODD))
    return replies({
      mode: 'query',
      query: "SELECT count(*) AS n FROM orders WHERE status = 'eaten'",
      explanation: 'Counts.',
    })
  const draft = modelAnswers(['SELECT count(*) AS customers FROM customers'])(request)
  return { ...draft, reasoning: ['Thought of ', 'tables.'] }
}

let platform: Platform
let model: ScriptedModel
beforeAll(async () => {
  model = await startScriptedModel(script)
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const eventsIn = ({ text }: Reply) => streamEvents(text)
const ask = async (message: string, headers: Readonly<Record<string, string | null>> = {}) => {
  const query = new URLSearchParams({ message, database_id: platform.access.databaseId })
  return eventsIn(await platform.request(`/api/v1/chat/new/stream?${query}`, { headers }))
}
type Events = Awaited<ReturnType<typeof ask>>

const resume = async (events: Events, headers: Readonly<Record<string, string | null>> = {}) => {
  const { turn_id: turn, conversation_id: conversation } = events[0]?.data ?? {}
  const asked = { 'Last-Event-ID': `${turn}.0`, ...headers }
  return eventsIn(await platform.request(`/api/v1/chat/${conversation}/stream`, { headers: asked }))
}
const thoughtsIn = (events: Events) =>
  events.flatMap(({ event, data }) =>
    event === 'status' && data.thinking !== undefined ? [[data.status, data.thinking.trim()]] : [],
  )
const looksIn = (events: Events) =>
  events.flatMap(({ data }) => (data.status === 'exploring_schema' ? [data.message] : []))
const setThinking = (thinking: 'shown' | null) =>
  platform.request(`/api/v1/databases/${platform.access.databaseId}`, { method: 'PATCH', json: { thinking } })

describe('the reasoning of a model', () => {
  afterAll(() => setThinking(null))

  it('is hidden unless the owner of the database permits it', async () => {
    const events = await ask(COUNT)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { message: WORDS } })
    expect(thoughtsIn(events)).toEqual([])
    expect(JSON.stringify(events)).not.toContain('Thought')
  })

  it('is streamed in statuses of its step, and absent from answer, history and JSON', async () => {
    expect((await setThinking('shown')).body.data.thinking).toBe('shown')
    const events = await ask(COUNT)
    expect(thoughtsIn(events)).toEqual([
      ['generating_query', 'Thought of tables.'],
      ['composing_answer', 'Thought of words.'],
    ])
    expect(thoughtsIn(await ask(ODD))).toEqual([
      ['reviewing_result', 'Thought of rows.'],
      ['composing_answer', 'Thought of words.'],
    ])
    expect(events.map(({ data }) => data.content).join('')).toBe(WORDS)
    expect(events.filter(({ event }) => event === 'reset')).toEqual([])
    const { conversation_id: conversation } = events[0]?.data ?? {}
    const asked = await platform.request('/api/v1/chat/message', { json: { message: COUNT } })
    const stored = [
      await platform.request(`/api/v1/chat/${conversation}/history`),
      await platform.request('/api/v1/chat/history?limit=1'),
      asked,
    ]
    for (const { status, text } of stored) {
      expect(status).toBe(200)
      expect(text).not.toContain('Thought')
    }
  })

  it('is replayed to an organization key, and never to a public key that asks, joins or resumes a turn', async () => {
    const own = await ask(COUNT)
    const publicKey = { 'X-API-Key': platform.access.databaseKey }
    expect(thoughtsIn(await resume(own))).toHaveLength(2)
    const { body } = await platform.request('/api/v1/chat/stream-tickets', { json: {}, headers: publicKey })
    const { turn_id: turn, conversation_id: conversation } = own[0]?.data ?? {}
    const seen = [
      await ask(COUNT, publicKey),
      await resume(own, publicKey),
      eventsIn(
        await platform.request(
          `/api/v1/chat/new/stream?${new URLSearchParams({ message: COUNT, ticket: body.data.ticket })}`,
          { headers: { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null } },
        ),
      ),
      eventsIn(
        await platform.request(`/api/v1/chat/${conversation}/stream?last_event_id=${turn}.0`, { headers: publicKey }),
      ),
    ]
    for (const events of seen) {
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { message: WORDS } })
      expect(JSON.stringify(events)).not.toContain('Thought')
    }
  })

  it('is streamed to a public key whose owner has allowed it', async () => {
    const { organizationId, databaseId } = platform.access
    const key = { kind: 'database', databaseId, userId: 1, answerDetails: ['reasoning'] } as const
    const { text } = await platform.app.store.apiKeys.add({ organizationId }, key)
    expect(thoughtsIn(await ask(COUNT, { 'X-API-Key': text }))).toHaveLength(2)
  })

  it('for a question of a public key is absent from the turn log', async () => {
    const events = await ask(COUNT, { 'X-API-Key': platform.access.databaseKey })
    expect(thoughtsIn(await resume(events))).toEqual([])
    const log = await platform.app.stream.log.read(events[0]?.data.turn_id, 0)
    expect(log.length).toBeGreaterThan(3)
    expect(JSON.stringify(log)).not.toContain('Thought')
  })
})

describe('statuses of a turn that explores', () => {
  it('name the explored columns and nothing that the caller may not see', async () => {
    const [values, hidden, texts, ...more] = looksIn(await ask(CITY))
    expect([values, hidden]).toEqual(['Reading the values of customers.city', 'Looking for what the question needs'])
    expect(texts).toMatch(/^Looking for “Copenhagen” in \d+ columns$/)
    expect(more).toEqual([])
  })

  it('are all in German for a German question', async () => {
    const events = await ask(STADT)
    expect(looksIn(events)).toContainEqual(expect.stringMatching(/^Sucht „Copenhagen“ in \d+ Spalten$/))
    const statuses = events.filter(({ event }) => event === 'status').map(({ data }) => data.message)
    expect(statuses[0]).toBe('Liest die Frage')
    expect(statuses.join()).not.toMatch(/ing the /)
  })
})

describe('suggestions after an answer of a model', () => {
  const caller = (): Caller => ({
    kind: 'organization',
    organizationId: platform.access.organizationId,
    userId: 1,
    keyId: 'k',
    tenantId: '1',
    scopeId: 'tester',
  })

  it('are at most three, the same in JSON and stream, and each can be answered by the built-in planner', async () => {
    const before = model.requests.length
    const events = await ask(COUNT)
    expect(model.requests.length - before).toBe(2)
    const streamed = events.find(({ event }) => event === 'suggestions')?.data.suggestions
    const { body } = await platform.request('/api/v1/chat/message', { json: { message: COUNT } })
    expect(body.data.suggestions).toEqual(streamed)
    expect(streamed).toHaveLength(3)
    const asked = { question: '', recentTurns: [] }
    const knowledge = await platform.app.databases.knowledge(caller(), platform.access.databaseId, asked)
    for (const question of streamed) {
      const draft = await builtinPlanner().draft({
        question,
        recentTurns: [],
        knowledge,
        askedAt: new Date().toISOString(),
        context: async () => ({ tables: [], tablesLeftOut: 0, values: [], glossary: EMPTY_GLOSSARY }),
        signal: new AbortController().signal,
      })
      expect([question, draft.mode]).toEqual([question, 'query'])
      if (draft.mode !== 'query') continue
      const { engine, database, schema, restriction } = await platform.app.databases.openAsCaller(
        caller(),
        platform.access.databaseId,
      )
      const guarded = await engine.guard(draft.query, { schema, policy: database.policy, restriction }, caller())
      expect([question, guarded.ok]).toEqual([question, true])
    }
  })

  it('are the same for tenants with the same tables and different rows', async () => {
    const suggestionsOf = async (tenant: string) => {
      const headers = { 'X-Tenant-Id': tenant }
      return (await platform.request('/api/v1/chat/message', { json: { message: COUNT }, headers })).body.data
        .suggestions
    }
    expect(await suggestionsOf('2')).toEqual(await suggestionsOf('1'))
  })
})
