import { randomUUID } from 'node:crypto'
import { demoQuestions } from '../../../demo/questions.ts'
import type { Draft } from '../../../src/ask/rules/draft.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'
import { partsOf, type ReadStream, readChunks, textOf, uiChat, userMessage } from './ui-chat.ts'

const CHOICES = [
  { label: 'by revenue: customers', question: 'Customers by revenue' },
  { label: 'by number of orders: customers', question: 'Customers by number of orders' },
]
const DRAFT = { planner: 'builtin', suggestions: [], assumptions: [], confidence: 0.6 }
const CLARIFY: Draft = { ...DRAFT, mode: 'clarify', choices: CHOICES, reply: 'Which one do you mean?' }
const FAILING: Draft = { ...DRAFT, mode: 'query', query: 'SELECT nothing FROM orders', explanation: '' }
const QUESTION = 'How many customers are there?'

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
  platform.drafts('Which customers are best?', CLARIFY)
  platform.drafts('What is nothing?', FAILING)
})
afterAll(() => platform.close())

const headersOf = (scope: string) => ({ ...platform.headers, 'X-Scope-Id': scope })
const chatOf = (scope: string, id?: string) =>
  uiChat(platform.baseUrl, headersOf(scope), id === undefined ? {} : { id })
const historyOf = async (scope: string) =>
  (await platform.request('/api/v1/chat/history?limit=100', { headers: { 'X-Scope-Id': scope } })).body.data.messages
const post = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  platform.request('/api/v1/chat/ui', { json: { trigger: 'submit-message', ...body }, headers })

describe('POST /chat/ui', () => {
  it('answers 50 different questions with chunks that the AI SDK accepts, and the text of the history', async () => {
    const demo = demoQuestions('main', new Date()).filter(({ after }) => after === undefined)
    const asked = [
      ...[
        'hello',
        'thank you',
        'What can you do?',
        'Which customers are best?',
        'What is nothing?',
        'blurb frobnicate',
      ],
      ...demo.slice(0, 44).map(({ question }) => question),
    ]
    expect(new Set(asked).size).toBe(50)
    const answers: ReadStream[] = []
    for (const question of asked) answers.push(await chatOf('fifty').ask(question))
    const stored = new Map(
      (await historyOf('fifty')).map((one: { id: string; content: string }) => [one.id, one.content]),
    )
    for (const [at, answer] of answers.entries()) {
      expect([asked[at], answer.finishReason]).toEqual([asked[at], at === 4 ? 'error' : 'stop'])
      if (at !== 4) expect(textOf(answer)).toBe(stored.get(answer.message?.id ?? ''))
    }
    expect(new Set(answers.flatMap(({ chunks }) => chunks.map(({ type }) => type)))).toEqual(
      new Set([
        ...['start', 'start-step', 'finish-step', 'finish', 'message-metadata', 'error', 'source-document'],
        ...['text-start', 'text-delta', 'text-end'],
        ...['data-status', 'data-receipt', 'data-table', 'data-chart', 'data-choices', 'data-suggestions'],
      ]),
    )
    const clarified = answers[3]
    expect(clarified && partsOf(clarified, 'data-choices')).toMatchObject([{ data: CHOICES }])
  }, 120_000)

  it('continues the conversation that a page calls by its own id, or by that of the service', async () => {
    const chat = chatOf('continuing', 'my chat/7')
    const first = await chat.ask(QUESTION)
    const second = await chat.ask('And how many products?')
    const id = first.message?.metadata?.conversation_id ?? ''
    const third = await chatOf('continuing', id).ask('And how many orders?')
    for (const { message } of [second, third]) expect(message?.metadata?.conversation_id).toBe(id)
    expect((await chatOf('continuing', randomUUID()).ask('hello')).message?.metadata?.conversation_id).not.toBe(id)
    const other = await chatOf('another user', 'my chat/7').ask('hello')
    expect(other.message?.metadata?.conversation_id).not.toBe(id)
    const foreign = await chatOf('another user', id).ask('hello')
    expect(foreign.message?.metadata?.conversation_id).not.toBe(id)
  })

  it('asks a message once however often it is posted, and again when it is regenerated', async () => {
    const chat = chatOf('twice')
    const [first, second] = await Promise.all([
      chat.open(QUESTION).then(readChunks),
      chat.openAgain('submit-message').then(readChunks),
    ])
    const later = await readChunks(await chat.openAgain('submit-message'))
    expect([second.message, later.message]).toEqual([first.message, first.message])
    const again = await readChunks(await chat.openAgain('regenerate-message'))
    expect(again.message?.id).not.toBe(first.message?.id)
    expect([textOf(again), again.message?.metadata?.conversation_id]).toEqual([
      textOf(first),
      first.message?.metadata?.conversation_id,
    ])
    expect(await historyOf('twice')).toHaveLength(4)
  })

  it('sends the whole stored answer when its events have expired', async () => {
    const chat = chatOf('expired')
    const live = await chat.ask('Revenue per month this year')
    await platform.app.stream.log.erase([live.message?.metadata?.turn_id ?? ''])
    const stored = await readChunks(await chat.openAgain('submit-message'))
    // The query is in no event any more; the history has it.
    const parts = live.message?.parts.filter(({ type }) => type !== 'data-receipt')
    expect(stored.message?.parts).toEqual(parts)
    expect(parts?.map(({ type }) => type)).toEqual(expect.arrayContaining(['data-table', 'data-chart', 'text']))
    expect(stored.finishReason).toBe('stop')
  })

  it('takes the fields of the transport, and ignores unknown ones', async () => {
    const body = { database_id: platform.access.databaseId, theme: 'dark' }
    expect((await uiChat(platform.baseUrl, headersOf('body'), { body }).ask('hello')).finishReason).toBe('stop')
    const unknown = uiChat(platform.baseUrl, headersOf('body'), { body: { personality_id: randomUUID() } })
    await expect(unknown.open('hello')).rejects.toThrow(/personality/i)
  })

  it('refuses what it cannot ask, and names the field', async () => {
    const empty = { id: 'm', role: 'user', parts: [{ type: 'text', text: ' ' }] }
    const file = { id: 'm', role: 'user', parts: [{ type: 'file', url: 'data:,x', mediaType: 'text/plain' }] }
    for (const [body, field] of [
      [{ messages: [userMessage('hello')] }, 'id'],
      [{ id: 'c' }, 'messages'],
      [{ id: 'c', messages: [] }, 'messages'],
      [{ id: 'c', messages: [{ ...userMessage('hello'), role: 'system' }] }, 'messages'],
      [{ id: 'c', messages: [{ role: 'user', parts: [] }] }, 'messages.id'],
      [{ id: 'c', messages: [{ id: 'm', role: 'user', parts: 'hello' }] }, 'messages.parts'],
      [{ id: 'c', messages: [empty] }, 'messages'],
      [{ id: 'c', messages: [file] }, 'messages'],
      [{ id: 'c', messages: [userMessage('hello')], trigger: 'resume-stream' }, 'trigger'],
    ] as const) {
      const { status, body: problem } = await post(body)
      expect([field, status, problem.details.map((detail: { field: string }) => detail.field)]).toEqual([
        field,
        400,
        [field],
      ])
    }
  })

  it('takes a history with the rows of earlier answers, up to 1 MiB', async () => {
    const history = (bytes: number) => [
      { id: 'a', role: 'assistant', parts: [{ type: 'data-table', data: 'x'.repeat(bytes) }] },
      userMessage('hello'),
    ]
    expect((await post({ id: 'long', messages: history(900_000) })).status).toBe(200)
    const { status, body } = await post({ id: 'long', messages: history(1_050_000) })
    expect([status, body.message]).toEqual([413, 'The body is larger than 1024 kB.'])
  })
})
