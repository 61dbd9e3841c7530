import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import {
  type Script,
  type ScriptedModel,
  type ScriptedReply,
  serverError,
  startScriptedModel,
  tooManyRequests,
} from '../support/scripted-model.ts'
import { streamEvents } from '../support/stream-events.ts'

const running: { platform: Platform; model: ScriptedModel }[] = []
afterAll(async () => {
  for (const { platform, model } of running) {
    await platform.close()
    await model.close()
  }
})

const withModel = async (script: Script, env: Record<string, string> = {}) => {
  const model = await startScriptedModel(script)
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'secret-key', OPENAI_BASE_URL: model.baseUrl }
  const platform = await startPlatform({ env: { ...settings, ...env } })
  running.push({ platform, model })
  const ask = (message: string) => platform.request('/api/v1/chat/message', { json: { message } })
  return { platform, model, ask }
}
const lastMessage = async (platform: Platform) =>
  (await platform.request('/api/v1/chat/history?limit=1')).body.data.messages[0]

// Each has its own model and service, and mostly waits for the model.
describe('a turn with a model', () => {
  it.concurrent('drafts, guards, runs and words in two calls, and counts their tokens', async () => {
    const { platform, model, ask } = await withModel(modelAnswers(['SELECT count(*) AS customers FROM customers']))
    const { status, body } = await ask('How many customers are there?')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      message: 'Here is what the data says.',
      sources: ['customers'],
      query_type: 'data_retrieval',
    })
    expect(model.requests).toHaveLength(2)
    expect(await lastMessage(platform)).toMatchObject({
      metadata: { planner: expect.stringMatching(/^model:/), usage: { calls: 2 } },
    })
  })

  it.concurrent('has a refused draft repaired with a hint and without rows', async () => {
    const { model, ask } = await withModel(
      modelAnswers(['SELECT count(*) AS n FROM custmers', 'SELECT count(*) AS n FROM customers']),
    )
    expect((await ask('How many customers are there?')).status).toBe(200)
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('custmers')
  })

  it.concurrent('fails after two repairs with a problem that is stored in the conversation', async () => {
    const { platform, model, ask } = await withModel(modelAnswers(['SELECT nothing FROM nowhere']))
    const { status, body, text } = await ask('How many customers are there?')
    expect([status, body.error_code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(model.requests).toHaveLength(3)
    expect(await lastMessage(platform)).toMatchObject({ sender: 'ASSISTANT', metadata: { problem: 'query_refused' } })
    expect(text).not.toContain('nowhere')
  })

  it.concurrent('returns only rows of the tenant, for every statement of the model', async () => {
    const { ask } = await withModel(
      modelAnswers(['SELECT DISTINCT shop_id FROM customers', 'SELECT DISTINCT shop_id FROM customers']),
    )
    expect((await ask('Which shops are there?')).body.data.results).toEqual([{ shop_id: 1 }])
  })

  it.concurrent('gives the model the previous question, query and answer of a conversation', async () => {
    const queries = ['SELECT name FROM shops', "SELECT count(*) AS orders FROM orders WHERE ordered_on < '2026-01-01'"]
    const { platform, model, ask } = await withModel(modelAnswers(queries))
    const { conversation_id } = (await ask('How is our shop called?')).body.data
    await platform.request('/api/v1/chat/message', {
      json: { message: 'and its orders before this year?', conversation_id },
    })
    const prompt = JSON.stringify(model.requests[2]?.body.messages)
    expect(prompt).toContain('How is our shop called?')
    expect(prompt).toContain('SELECT name FROM shops')
    expect(prompt).toContain('Here is what the data says.')
  })

  it.concurrent('reports retryability and retry time of the model provider in the response, the stream and replays', async () => {
    const failures: Readonly<Record<string, ScriptedReply>> = {
      'a key': { status: 401, body: '{"error":{"message":"Incorrect API key secret-key"}}' },
      'a name': { status: 404, body: '{"error":{"message":"model not found","code":"model_not_found"}}' },
      'a length': { status: 400, body: '{"error":{"code":"context_length_exceeded","message":"too many tokens"}}' },
      'a quota': { status: 429, body: '{"error":{"code":"insufficient_quota","message":"no credit"}}' },
      'a crowd': tooManyRequests({ 'retry-after': '3600' }),
      'an outage': serverError(503),
    }
    const { platform } = await withModel(({ body }) => {
      const [, reply] = Object.entries(failures).find(([about]) => JSON.stringify(body).includes(`${about}?`)) ?? []
      return reply ?? serverError()
    })
    for (const [about, retryable, retryAfter] of [
      ['a key', false],
      ['a name', false],
      ['a length', false],
      ['a quota', false],
      ['a crowd', true, 3_600],
      ['an outage', true],
    ] as const) {
      const key = { 'Idempotency-Key': about }
      const asked = () => platform.request('/api/v1/chat/message', { json: { message: `${about}?` }, headers: key })
      const now = await asked()
      const replayed = await asked()
      for (const { status, headers, body, text } of [now, replayed]) {
        expect([about, status, body.error_code]).toEqual([about, 500, 'EXTERNAL_LLM_ERROR'])
        expect([about, headers.get('retry-after')]).toEqual([about, retryAfter?.toString() ?? null])
        expect(text).not.toContain('secret-key')
      }
      const { id, conversation_id: conversation, metadata } = await lastMessage(platform)
      expect([about, metadata]).toMatchObject([about, { problem: 'model_failed', retryable }])
      const turn = id.replace('.assistant', '')
      const stream = await platform.request(`/api/v1/chat/${conversation}/stream`, {
        headers: { 'Last-Event-ID': `${turn}.0`, Accept: 'text/event-stream' },
      })
      const [, prompt = '{}'] = /event: error\n(?:id: .*\n)?data: (.*)/.exec(stream.text) ?? []
      const { retryable: streamed, retry_after: after } = JSON.parse(prompt)
      expect([about, streamed, after]).toEqual([about, retryable, retryAfter])
    }
  }, 60_000)

  it.concurrent('keeps the streamed part of a cancelled answer, and reports the cancellation', async () => {
    const drafts = modelAnswers(['SELECT count(*) AS n FROM customers'])
    const { platform } = await withModel((request) =>
      request.body.response_format === undefined
        ? { text: 'Here is what the data says. There is more', end: 'hang' }
        : drafts(request),
    )
    const json = { message: 'How many customers' }
    const key = { 'Idempotency-Key': 'cancelled' }
    const asked = { json, headers: { ...key, Accept: 'text/event-stream' } }
    const response = await platform.open('/api/v1/chat/message', asked)
    let text = ''
    let cancelled: Promise<unknown> | undefined
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const [, turnId] = /"turn_id":"([^"]+)"/.exec(text) ?? []
      if (text.includes('"content":"Here'))
        cancelled ??= platform.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST' })
    }
    await cancelled
    const events = streamEvents(text)
    const shown = events.map(({ data }) => data.content).join('')
    expect(shown).toMatch(/^Here is what/)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'CANCELLED' } })
    expect(await lastMessage(platform)).toMatchObject({
      content: shown,
      metadata: { problem: 'turn_cancelled', finish_reason: 'cancelled' },
    })
    const again = await platform.request('/api/v1/chat/message', { json, headers: key })
    expect([again.status, again.body.message]).toEqual([400, 'The question was cancelled.'])
  })

  it.concurrent('waits for the retry time of a busy model and then answers', async () => {
    const answers = modelAnswers(['SELECT count(*) AS n FROM customers'])
    const { ask } = await withModel((request) => {
      if (request.number === 0) return tooManyRequests({ 'retry-after': '1' })
      return answers(request)
    })
    expect((await ask('How many customers are there?')).status).toBe(200)
  })

  it.concurrent('ends at its deadline if the model hangs', async () => {
    const { platform, ask } = await withModel(() => ({ silent: true }), { TABLETALK_TURN_TIMEOUT: '3' })
    const { status, body } = await ask('How many customers are there?')
    expect([status, body.details[0].code]).toEqual([500, 'QUERY_TIMEOUT'])
    expect(await lastMessage(platform)).toMatchObject({
      metadata: { problem: 'turn_timeout', execution_time_ms: expect.any(Number) },
    })
  })
})
