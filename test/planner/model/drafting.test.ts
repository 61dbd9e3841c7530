import { describe, expect, it } from '@jest/globals'
import { LEARNT_TTL_MS } from '../../../src/planner/model/model-settings.ts'
import type { Planner } from '../../../src/planner/planner.ts'
import {
  fenced,
  json,
  rejected,
  type ScriptedModel,
  type ScriptedReply,
  thinking,
  truncated,
} from '../../support/scripted-model.ts'
import { countedTokens, draftRequest, draftWith, QUERY, REPLY, withModel } from './cases.ts'

const COUNTED = countedTokens({ inputTokens: 100, outputTokens: 20, calls: 1 })

describe('Draft of a model with an unusual reply', () => {
  const own: Record<string, ScriptedReply> = {
    'plain JSON': json(REPLY),
    'fenced JSON with prose around it': fenced(REPLY),
    'a <think> prefix with JSON inside the thoughts': thinking(REPLY),
    'the end of thoughts whose start was in the prompt': {
      text: `so {"mode":"chat"}.</think>${JSON.stringify(REPLY)}`,
    },
    'drafts of itself while it thinks aloud': {
      text: `Maybe {"mode": "chat", "reply": "hi"}? Or {"mode": "sql"}? No:\n${JSON.stringify(REPLY)}`,
    },
    'text after the JSON': { text: `${JSON.stringify(REPLY)}\n\nI hope that helps! {}` },
    'reasoning_content before the answer': json(REPLY, { reasoning: 'Orders… {"mode": "chat"}' }),
    'a tool call instead of text': json(REPLY, { asToolCall: true }),
    'a tool call written as text': { text: JSON.stringify({ name: 'answer', arguments: JSON.stringify(REPLY) }) },
    'a wrapper around the object': { text: JSON.stringify({ response: REPLY }) },
    'no role in any delta': json(REPLY, { role: false }),
    'a tool call without role': json(REPLY, { role: false, asToolCall: true }),
    'no finish_reason before [DONE]': json(REPLY, { finish: null }),
    'usage with the last choice': json(REPLY, { usage: 'last-choice' }),
    'running usage on every chunk': json(REPLY, { usage: 'every-chunk' }),
    'one JSON object instead of a stream': json(REPLY, { unstreamed: true }),
    'one JSON object with a tool call, called text/plain': json(REPLY, {
      unstreamed: true,
      asToolCall: true,
      contentType: 'text/plain',
    }),
    'a stream that calls itself application/json': json(REPLY, { contentType: 'application/json' }),
    'single characters a chunk': json(REPLY, { pieceLength: 1 }),
    'a trailing comma and a raw line break in a string': {
      text: JSON.stringify(REPLY).replace('}', ',}').replace('The number', 'The\nnumber'),
    },
    'no mode': json({ ...REPLY, mode: undefined }),
    'its query under the name sql': json({ ...REPLY, mode: undefined, query: undefined, sql: QUERY }),
    'a closing semicolon and fences inside the query': json({ ...REPLY, query: `\`\`\`sql\n${QUERY};\n\`\`\`` }),
  }
  it.each(Object.entries(own))('is the same for %s', async (_, reply) => {
    const draft = await draftWith([reply])
    expect(draft).toMatchObject({ mode: 'query', query: QUERY, assumptions: ['All statuses count.'], confidence: 0.9 })
    expect(draft.usage).toEqual(COUNTED)
    expect(draft.planner).toBe('model:openai:scripted')
  })

  it('is read from keys in curly quotes', async () => {
    const text = '{“mode”: “query”, “query”: “SELECT 1 AS one”, “explanation”: “One.”}'
    expect(await draftWith([{ text }])).toMatchObject({ mode: 'query', query: 'SELECT 1 AS one', assumptions: [] })
  })

  it('keeps every character of a name in any script', async () => {
    const query = "SELECT name FROM customers WHERE name = 'Łódź 東京 🚀 O’Neil'"
    expect(await draftWith([json({ ...REPLY, query }, { pieceLength: 3 })])).toMatchObject({ query })
  })

  it('contains a query sent as an object as text', async () => {
    const command = { collection: 'orders', operation: 'find', filter: {} }
    expect(await draftWith([json({ ...REPLY, query: command })])).toMatchObject({ query: JSON.stringify(command) })
  })

  it('is read from events separated by single line breaks without a final one', async () => {
    const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`
    const whole = JSON.stringify(REPLY)
    const body = [piece(whole.slice(0, 40)), ': ping', piece(whole.slice(40)), 'data: [DONE]'].join('\n')
    expect(await draftWith([{ body, contentType: 'text/event-stream' }])).toMatchObject({ query: QUERY })
  })
})

describe('Tokens of a draft', () => {
  it('are estimated from lengths and marked if the server sends none', async () => {
    const { usage } = await draftWith([json(REPLY, { usage: 'none' })])
    expect(usage).toMatchObject({ calls: 1, estimated: true })
    expect(usage?.inputTokens).toBeGreaterThan(500)
    expect(usage?.outputTokens).toBe(Math.ceil(JSON.stringify(REPLY).length / 4))
  })

  it('include those of a correction', async () => {
    const { usage } = await draftWith([truncated(REPLY), json(REPLY, { inputTokens: 150, outputTokens: 5 })])
    expect(usage).toEqual(countedTokens({ inputTokens: 250, outputTokens: 25, calls: 2 }))
  })
})

describe('Unusable reply', () => {
  const unusable: Record<string, [ScriptedReply, RegExp]> = {
    'truncated by the token limit': [truncated(REPLY), /cut off by the length limit/],
    'a wrong enum': [json({ ...REPLY, mode: 'sql' }), /mode: .*"query"\|"chat"/],
    'a query without its text': [json({ ...REPLY, query: null }), /query: needed when mode is "query"/],
    'a chat without its reply': [json({ ...REPLY, mode: 'chat' }), /reply: needed when mode is "chat"/],
    'wrong types': [json({ ...REPLY, assumptions: 7 }), /assumptions: /],
    prose: [{ text: 'There are many orders.' }, /no complete JSON object/],
    'no content': [{ text: '' }, /no complete JSON object/],
    'thoughts only': [{ text: '<think>hm', finish: 'length' }, /no complete JSON object/],
    'an array': [{ text: '[1, 2]' }, /no complete JSON object/],
  }
  it.each(Object.entries(unusable))('is corrected once with its error: %s', async (_, [reply, issue]) => {
    await withModel([reply, json(REPLY)], async (planner, model) => {
      expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'query', query: QUERY })
      const correction = model.requests[1]?.body.messages
      expect(correction?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
      expect(correction?.at(-1)?.content).toMatch(issue)
      expect(correction?.at(-2)?.content).not.toBe('')
    })
  })
})

describe('Server that rejects a request format', () => {
  const formats = (requests: readonly { body: { response_format?: { type: string } } }[]) =>
    requests.map(({ body }) => body.response_format?.type ?? 'none')

  it('gets json_object, then no format, and the choice is remembered', async () => {
    const script = [rejected('json_schema is not supported'), rejected('response_format?'), json(REPLY), json(REPLY)]
    await withModel(script, async (planner, model) => {
      expect((await planner.draft(draftRequest())).usage).toEqual(
        countedTokens({ inputTokens: 100, outputTokens: 20, calls: 3 }),
      )
      expect((await planner.draft(draftRequest())).usage).toEqual(COUNTED)
      expect(formats(model.requests)).toEqual(['json_schema', 'json_object', 'none', 'none'])
    })
  })

  it('gets the strictest format again after the memory expires', async () => {
    let ms = 0
    const script = [rejected('no'), json(REPLY), json(REPLY), json(REPLY)]
    const work = async (planner: Planner, model: ScriptedModel) => {
      await planner.draft(draftRequest())
      await planner.draft(draftRequest())
      ms = LEARNT_TTL_MS
      await planner.draft(draftRequest())
      expect(formats(model.requests)).toEqual(['json_schema', 'json_object', 'json_object', 'json_schema'])
    }
    await withModel(script, work, {}, { now: () => ms })
  })

  it('gets no stream_options if it rejects them, and still the schema', async () => {
    await withModel(
      [rejected('Unrecognized request argument: stream_options'), json(REPLY), json(REPLY)],
      async (planner, model) => {
        expect((await planner.draft(draftRequest())).usage).toMatchObject({ calls: 2, estimated: true })
        await planner.draft(draftRequest())
        expect(formats(model.requests)).toEqual(['json_schema', 'json_schema', 'json_schema'])
        expect(model.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false])
      },
    )
  })

  it('gets the strictest format again if no format helped', async () => {
    const refusals = Array.from({ length: 4 }, () => rejected('no'))
    await withModel([...refusals, json(REPLY)], async (planner, model) => {
      await expect(planner.draft(draftRequest())).rejects.toMatchObject({ problem: 'model_failed', transient: false })
      await planner.draft(draftRequest())
      expect(formats(model.requests).at(-1)).toBe('json_schema')
    })
  })
})

describe('Model request', () => {
  it('is one streamed request with a strict schema, without temperature, tools or retries', async () => {
    await withModel([json(REPLY)], async (planner, model) => {
      await planner.draft(draftRequest())
      const { messages, response_format, ...body } = model.requests[0]?.body ?? { messages: [] }
      expect(body).toEqual({ model: 'scripted', stream: true, stream_options: { include_usage: true } })
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
      expect(response_format).toMatchObject({ type: 'json_schema', json_schema: { name: 'draft', strict: true } })
      expect(model.requests[0]?.headers.authorization).toBe('Bearer sk-secret')
    })
  })

  it('requires every field of the schema and limits no length, as strict mode demands', async () => {
    await withModel([json(REPLY)], async (planner, model) => {
      await planner.draft(draftRequest())
      const format: unknown = model.requests[0]?.body.response_format
      expect(format).toMatchObject({
        json_schema: { schema: { additionalProperties: false, required: Object.keys(REPLY) } },
      })
      expect(JSON.stringify(format)).not.toMatch(/maxLength|minLength/)
    })
  })

  it('needs no key for a server without keys, and allows any model name there', async () => {
    await withModel([json(REPLY)], async (_, model) => {
      const { modelPlanner } = await import('../../../src/planner/model/index.ts')
      const planner = modelPlanner({ model: 'mistral:7b', baseUrl: model.baseUrl, callTimeoutMs: 5_000 })
      expect(await planner.draft(draftRequest())).toMatchObject({ query: QUERY, planner: 'model:mistral:7b' })
      expect(model.requests[0]?.body.model).toBe('mistral:7b')
    })
  })
})

describe('Reply without a query', () => {
  const chat = (reply: string, more: object = {}) => json({ ...REPLY, mode: 'chat', query: null, reply, ...more })

  it('keeps its suggestions', async () => {
    const reply = chat('Weather is not in this data.', { mode: 'decline', suggestions: ['How many orders?'] })
    expect(await draftWith([reply])).toMatchObject({
      mode: 'decline',
      reply: 'Weather is not in this data.',
      suggestions: ['How many orders?'],
    })
  })

  it('never states an unbacked number', async () => {
    expect(await draftWith([chat('You have 4,711 customers. Ask me about orders!')])).toMatchObject({
      reply: 'Ask me about orders!',
    })
    expect(await draftWith([chat('There are twelve.')])).toMatchObject({
      reply: expect.stringMatching(/looked up in the data/),
    })
  })

  it('contains no links and is truncated to 2,000 characters', async () => {
    const draft = await draftWith([chat(`See [this](https://evil.example/x). ${'word '.repeat(1_500)}`)])
    expect(draft).toMatchObject({ mode: 'chat', reply: expect.stringMatching(/^See this\. word/) })
    expect(JSON.stringify(draft)).not.toContain('evil')
    expect(draft.mode === 'chat' && draft.reply.length).toBe(2_000)
  })
})
