import { ChatOpenAI } from '@langchain/openai'
import OpenAI from 'openai'
import { v7 as uuidv7 } from 'uuid'
import type { Draft } from '../../../src/ask/rules/draft.ts'
import { otherDatabase } from '../../problems/world.ts'
import { curlExamples, hasJq, runExamples } from '../../support/curl-examples.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'

type Message = OpenAI.ChatCompletionMessageParam

const UNCLEAR = 'Which customers are best?'
const CLARIFY: Draft = {
  planner: 'builtin',
  mode: 'clarify',
  suggestions: [],
  assumptions: [],
  confidence: 0.6,
  choices: [
    { label: 'by age', question: 'How many products are there?' },
    { label: 'by number', question: 'How many customers are there?' },
  ],
  reply: 'Which one do you mean?',
}

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
  platform.drafts(UNCLEAR, CLARIFY)
})
afterAll(() => platform.close())

const clientOf = (headers: Record<string, string | null> = {}, apiKey = platform.access.orgKey) =>
  new OpenAI({
    apiKey,
    baseURL: `${platform.baseUrl}/openai/v1`,
    maxRetries: 0,
    defaultHeaders: { 'X-Tenant-Id': '1', 'X-Scope-Id': 'tester', ...headers },
  })

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

const ask = async (messages: readonly Message[], more: object = {}, client = clientOf()): Promise<string> => {
  const completion = await client.chat.completions.create({ model: 'shops', messages: [...messages], ...more })
  return completion.choices[0]?.message.content ?? ''
}

/** The error with which a body of any form is refused. */
const refused = async (body: unknown, headers: Record<string, string | null> = {}) => {
  const error: unknown = await clientOf(headers)
    .post('/chat/completions', { body })
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  if (!(error instanceof OpenAI.APIError)) throw new Error(`not refused: ${JSON.stringify(body).slice(0, 200)}`)
  return error
}

const turnIn = (text: string): string => / turn (?<id>[0-9a-f-]{36})/.exec(text)?.groups?.id ?? ''
const conversationOf = async (text: string, scopeId = 'tester'): Promise<string | undefined> => {
  const caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: '1', scopeId } as const
  return (await platform.app.store.messages.find(caller, `${turnIn(text)}.user`))?.conversationId
}

describe('OpenAI models', () => {
  it('are the databases that the key may ask, by name or id', async () => {
    const { data } = await clientOf().models.list()
    expect(data.map(({ id, object }) => [id, object])).toEqual([['shops', 'model']])
    for (const name of ['shops', 'shops:text', platform.access.databaseId, platform.access.databaseId.toUpperCase()])
      expect((await clientOf().models.retrieve(name)).id).toBe(name.endsWith(':text') ? 'shops:text' : 'shops')
  })

  it('are refused if unknown, with the code of OpenAI', async () => {
    const error = await clientOf()
      .models.retrieve(uuidv7())
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OpenAI.NotFoundError)
    expect(error).toMatchObject({ code: 'model_not_found', param: 'model', type: 'invalid_request_error' })
  })
})

describe('OpenAI chat completion', () => {
  it('is the text of the answer, its table and its receipt, with the row rule and the query', async () => {
    const completion = await clientOf().chat.completions.create({
      model: 'shops',
      messages: [{ role: 'system', content: 'Be brief.' }, user('How many orders are there per status?')],
      temperature: 0,
    })
    const [choice] = completion.choices
    expect(completion).toMatchObject({ object: 'chat.completion', model: 'shops', usage: { total_tokens: 0 } })
    expect(completion.id).toBe(`chatcmpl-${turnIn(choice?.message.content ?? '')}`)
    expect(choice).toMatchObject({ index: 0, finish_reason: 'stop', message: { role: 'assistant', refusal: null } })
    expect(choice?.message.content).toMatch(
      /^Number of orders by status:\n\n\n\| status \| number of orders \|\n\| --- \| ---: \|\n(?:\| [a-z ]+ \| \d+ \|\n)+\n---\n\*shops · turn [0-9a-f-]{36}\*\n\nRows: orders: of the tenant by shop_id\n\n```sql\nSELECT .*\n```\n/,
    )
  })

  it('names in a header what it ignores', async () => {
    const { response } = await clientOf()
      .chat.completions.create({
        model: 'shops',
        messages: [{ role: 'system', content: 'Be brief.' }, user('hello')],
        tools: [],
        temperature: 0,
        user: 'ann',
      })
      .withResponse()
    expect(response.headers.get('x-tabletalk-ignored')).toBe('system, tools, temperature')
  })

  it.each([
    ['shops:text', false, false],
    ['shops:table', true, false],
    ['shops:receipt', false, true],
  ])('of the model %s has the table: %s, the receipt: %s', async (model, table, receipt) => {
    const text = await ask([user('How many orders are there per status?')], { model })
    expect([text.includes('| completed |'), text.includes('```sql')]).toEqual([table, receipt])
    expect(text.includes('- completed: ')).toBe(!table)
  })

  it('reads the rows of the tenant in the headers', async () => {
    const texts = await Promise.all(
      ['1', '2'].map((tenant) =>
        ask([user('How many customers are there?')], { model: 'shops:text' }, clientOf({ 'X-Tenant-Id': tenant })),
      ),
    )
    expect(new Set(texts).size).toBe(2)
  })

  it('is streamed as deltas whose text equals the unstreamed answer, with usage if asked', async () => {
    const question = [user('List the customers')]
    const stream = await clientOf().chat.completions.create({
      model: 'shops',
      messages: question,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(chunks[0]?.id).toBe(`chatcmpl-${turnIn(text)}`)
    const whole = await ask(question)
    expect(text.replaceAll(turnIn(text), 'T')).toBe(whole.replaceAll(turnIn(whole), 'T'))
  })

  it('is read by the helper of npm openai, with statuses as reasoning', async () => {
    const reasoning: string[] = []
    const stream = clientOf()
      .chat.completions.stream({ model: 'shops', messages: [user('How many products are there?')] })
      .on('chunk', ({ choices }) => void reasoning.push(JSON.stringify(choices[0]?.delta)))
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toMatch(/^There are \d+ products\./)
    expect(reasoning.join()).toContain('{"reasoning_content":"Writing the answer\\n"}')
  })

  it('is read by LangChain, streamed and not', async () => {
    const model = new ChatOpenAI({
      apiKey: platform.access.orgKey,
      model: 'shops:text',
      configuration: { baseURL: `${platform.baseUrl}/openai/v1`, defaultHeaders: { 'X-Tenant-Id': '1' } },
    })
    const answer = await model.invoke('How many products are there?')
    let streamed = ''
    for await (const { text } of await model.stream('How many products are there?')) streamed += text
    expect([answer.text, streamed]).toEqual([expect.stringMatching(/^There are \d+ products\.$/), answer.text])
  })
})

describe('conversation of OpenAI chats', () => {
  const first = [user('How many orders were placed this year?')]

  it('is found by the receipts in the history, so that "and for last year?" continues the question', async () => {
    const answer = await ask(first)
    const followed = await ask([...first, assistant(answer), user('and for last year?')])
    expect(followed).toMatch(/orders/)
    expect(await conversationOf(followed)).toBe(await conversationOf(answer))
    const windowed = await ask([assistant(followed), user('How many products are there?')])
    expect(await conversationOf(windowed)).toBe(await conversationOf(answer))
  })

  it('is another one for another chat that begins with the same question', async () => {
    expect(await conversationOf(await ask(first))).not.toBe(await conversationOf(await ask(first)))
  })

  it('is named by X-OpenWebUI-Chat-Id', async () => {
    const [one, other] = ['a', 'b'].map((chat) => clientOf({ 'X-OpenWebUI-Chat-Id': chat }))
    const answers = [await ask(first, {}, one), await ask(first, {}, one), await ask(first, {}, other)]
    const [a, again, b] = await Promise.all(answers.map((answer) => conversationOf(answer)))
    expect([a === again, a === b]).toEqual([true, false])
  })

  it('is another one in another database', async () => {
    const id = await otherDatabase(platform, undefined, { name: 'Old shops' })
    const answer = await ask(first)
    const other = await ask([...first, assistant(answer), user('How many products are there?')], { model: 'old-shops' })
    expect(await conversationOf(other)).not.toBe(await conversationOf(answer))
    expect((await clientOf().models.list()).data.map((one) => one.id)).toEqual(['shops', 'old-shops'])
    await platform.app.store.databases.markPendingDeletion(platform.access, id)
  })

  it('is never that of another scope, although the history names its turn', async () => {
    const answer = await ask(first)
    const eve = clientOf({ 'X-Scope-Id': 'eve' })
    const followed = await ask([...first, assistant(answer), user('How many products are there?')], {}, eve)
    const conversation = await conversationOf(followed, 'eve')
    expect(conversation).toBeDefined()
    expect(conversation).not.toBe(await conversationOf(answer))
  })

  it('is named by user and first question where receipts are left out', async () => {
    const model = 'shops:text'
    const followed = (name: string) =>
      ask([...first, assistant('Many.'), user('and for last year?')], { model, user: name })
    await ask(first, { model, user: 'ann' })
    expect(await followed('ann')).toMatch(/orders/)
    expect(await followed('bob')).not.toMatch(/^\D*\d+ orders/)
  })

  it('takes the number of a choice for its question', async () => {
    const offered = await ask([user(UNCLEAR)])
    expect(offered).toMatch(/^Which one do you mean\?\n\n1\. by age\n2\. by number\n\n---\n/)
    const chosen = await ask([user(UNCLEAR), assistant(offered), user('2')])
    expect(chosen).toMatch(/^There are \d+ customers\./)
  })
})

describe('repeated OpenAI request', () => {
  it('joins the question that is being answered', async () => {
    const question = 'How many invoices were held back?'
    const release = platform.holds(question)
    const asked = [ask([user(question)]), ask([user(question)])]
    release()
    const [one = '', other = ''] = await Promise.all(asked)
    expect(other).toBe(one)
  })

  it('with the same Idempotency-Key gets the stored answer', async () => {
    const client = clientOf({ 'Idempotency-Key': 'once' })
    const texts = [
      await ask([user('List the products')], {}, client),
      await ask([user('List the products')], {}, client),
    ]
    expect(texts[0]).toBe(texts[1])
    expect(turnIn(texts[0] ?? '')).not.toBe('')
  })
})

describe('refused OpenAI request', () => {
  const valid = { model: 'shops', messages: [user('hello')] }
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }

  it.each<[string, unknown, string]>([
    ['no messages', { model: 'shops' }, 'messages'],
    ['empty messages', { ...valid, messages: [] }, 'messages'],
    ['no user message', { ...valid, messages: [assistant('hello')] }, 'messages'],
    ['messages of another type', { ...valid, messages: 'hello' }, 'messages'],
    ['a message of another type', { ...valid, messages: [5] }, 'messages.0'],
    ['a million messages', { ...valid, messages: Array(1_000_000).fill(5) }, 'messages'],
    [
      'a million parts',
      { ...valid, messages: [{ role: 'user', content: Array(1_000_000).fill(5) }] },
      'messages.0.content',
    ],
    ['content of another type', { ...valid, messages: [{ role: 'user', content: 5 }] }, 'messages.0.content'],
    ['an empty question', { ...valid, messages: [user('  ')] }, 'question'],
    ['a long question', { ...valid, messages: [user('x'.repeat(8_001))] }, 'question'],
    [
      'an image',
      { ...valid, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }, image] }] },
      'messages',
    ],
    ['two answers', { ...valid, n: 2 }, 'n'],
    ['stream of another type', { ...valid, stream: 'yes' }, 'stream'],
    ['a model of another type', { ...valid, model: 5 }, 'model'],
    ['no object', [], 'body'],
  ])('with %s is a 400 that names the field', async (_, body, param) => {
    const error = await refused(body)
    expect([error.status, error.type, String(error.param)]).toEqual([400, 'invalid_request_error', param])
    expect(error.message).not.toBe('')
  })

  it('of a public key is a 403, and of an unknown key a 401', async () => {
    const client = clientOf({}, platform.access.databaseKey)
    await expect(client.models.list()).rejects.toMatchObject({ status: 403, code: 'key_not_permitted' })
    await expect(clientOf({}, 'sk_none').models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  it('without the tenant of a scoped database is a 403', async () => {
    expect(await refused(valid, { 'X-Tenant-Id': null })).toMatchObject({ status: 403, code: 'tenant_missing' })
    expect(await refused(valid, { 'X-Tenant-Id': '01' })).toMatchObject({ status: 403, code: 'tenant_invalid' })
  })

  it('of 10 MB is a 413, and an address without an endpoint a 404', async () => {
    const large = { ...valid, messages: [user('x'.repeat(10_000_000))] }
    expect(await refused(large)).toMatchObject({ status: 413, code: 'body_too_large', error: { message: /2 MiB/ } })
    await expect(clientOf().get('/embeddings')).rejects.toMatchObject({ status: 404, code: 'route_not_found' })
    expect((await fetch(`${platform.baseUrl}/v1/models`)).status).toBe(404)
  })

  it('says whether the client is to repeat it', async () => {
    expect((await refused({ ...valid, n: 2 })).headers?.get('x-should-retry')).toBe('false')
  })

  it('is not the one with a key as bearer token here, but is below /api/v1', async () => {
    const headers = { Authorization: `Bearer ${platform.access.orgKey}` }
    const reply = await fetch(`${platform.baseUrl}/api/v1/chat/databases`, { headers })
    expect([reply.status, await reply.text()]).toEqual([401, expect.stringContaining('X-API-Key')])
    expect((await fetch(`${platform.baseUrl}/openai/v1/models`, { headers })).status).toBe(200)
    const named = { 'X-API-Key': platform.access.orgKey }
    expect((await fetch(`${platform.baseUrl}/openai/v1/models`, { headers: named })).status).toBe(200)
  })
})

describe('docs/clients.md', () => {
  const itRuns = hasJq ? it : it.skip
  itRuns('has commands that run from top to bottom and get the documented responses', async () => {
    const ran = await runExamples(platform, await curlExamples('docs/clients.md'))
    expect(ran.map(({ answered }) => answered)).toEqual(ran.map(({ status }) => status))
    expect(ran.map(({ status }) => status)).toEqual([undefined, 200, 200, 200])
  })
})

describe('large or odd OpenAI request', () => {
  it('with 10,000 messages, lone surrogates and a last assistant message is answered', async () => {
    const history = Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? user(`${at}`) : assistant(`${at}`)))
    expect(await ask([...history, user('hello \ud800')])).not.toBe('')
    expect(await ask([user('hello'), assistant('Hello!')])).not.toBe('')
  })

  it('with deep nesting is refused', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const headers = { Authorization: `Bearer ${platform.access.orgKey}`, 'X-Tenant-Id': '1' }
    const body = `{"model":"shops","messages":[{"role":"user","content":"hello"}],"metadata":${nested}}`
    const reply = await fetch(`${platform.baseUrl}/openai/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
    expect(reply.status).toBe(400)
  })

  it('with parts of text is answered', async () => {
    const content = [
      { type: 'text' as const, text: 'How many' },
      { type: 'text' as const, text: 'products are there?' },
    ]
    expect(await ask([{ role: 'user', content }])).toMatch(/^There are \d+ products/)
  })
})
