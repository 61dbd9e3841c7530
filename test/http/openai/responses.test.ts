import OpenAI from 'openai'
import { v7 as uuidv7 } from 'uuid'
import { clarifyingDraft } from '../../turn/clarifying-draft.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform({ env: { TABLETALK_LIMITS: 'mongo' } })
})
afterAll(() => platform.close())

const clientOf = (headers: Record<string, string> = {}) =>
  new OpenAI({
    apiKey: platform.access.orgKey,
    baseURL: `${platform.baseUrl}/openai/v1`,
    maxRetries: 0,
    defaultHeaders: { 'X-Tenant-Id': '1', 'X-Scope-Id': 'tester', ...headers },
  })

const model = 'shops:text'

describe('OpenAI response', () => {
  it('has the answer as output text, and can be retrieved', async () => {
    const response = await clientOf().responses.create({ model, input: 'How many products are there?' })
    expect(response).toMatchObject({ object: 'response', status: 'completed', model, usage: { total_tokens: 0 } })
    expect(response.output_text).toMatch(/^There are \d+ products\.$/)
    const found = await clientOf().responses.retrieve(response.id)
    expect(found).toEqual({ ...response, created_at: expect.any(Number) })
  })

  it('is streamed with the events that the helper of npm openai reads', async () => {
    const input = [
      { role: 'developer' as const, content: 'Be brief.' },
      {
        role: 'user' as const,
        content: [{ type: 'input_text' as const, text: 'How many orders are there per status?' }],
      },
    ]
    const stream = clientOf().responses.stream({ model: 'shops', input })
    const events: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of stream) events.push(event)
    expect(events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.map((event) => 'sequence_number' in event && event.sequence_number)).toEqual([...events.keys()])
    const { id, output_text } = await stream.finalResponse()
    expect(output_text).toContain('| completed |')
    expect((await clientOf().responses.retrieve(id)).output_text).toBe(output_text)
  })

  it('continues the conversation of previous_response_id', async () => {
    const first = await clientOf().responses.create({ model, input: 'How many orders were placed this year?' })
    const more = { previous_response_id: first.id }
    const followed = await clientOf().responses.create({ model, input: 'and for last year?', ...more })
    expect(followed.output_text).toMatch(/\d+ orders/)
    expect(followed.previous_response_id).toBe(first.id)
  })

  it('goes on from the response that is named, also if its conversation went on without it', async () => {
    const first = await clientOf().responses.create({ model, input: 'How many orders were placed last month?' })
    const more = { model, input: 'And the month before?', previous_response_id: first.id }
    const [followed, branched] = [await clientOf().responses.create(more), await clientOf().responses.create(more)]
    const numberIn = ({ output_text: text }: { output_text: string }) => /\d+ orders?[^.]*/.exec(text)?.[0]
    expect(numberIn(branched)).toBe(numberIn(followed))
    expect(numberIn(followed)).not.toBe(numberIn(first))
  })

  it('has the tokens that its model calls took, however it is read', async () => {
    const question = 'How many tokens does it take?'
    const counts = { inputTokens: 700, cachedInputTokens: 200, outputTokens: 30, calls: 1 }
    const usage = { ...counts, estimated: false, models: [{ model: 'scripted', ...counts }] }
    platform.drafts(question, { ...clarifyingDraft([], 'Which ones?'), usage })
    const expected = {
      input_tokens: 700,
      input_tokens_details: { cached_tokens: 200 },
      output_tokens: 30,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 730,
    }
    const response = await clientOf().responses.create({ model, input: question })
    const streamed = await clientOf().responses.stream({ model, input: question }).finalResponse()
    const retrieved = await clientOf().responses.retrieve(response.id)
    expect([response.usage, streamed.usage, retrieved.usage]).toEqual([expected, expected, expected])
    const messages = [{ role: 'user' as const, content: question }]
    const completion = await clientOf().chat.completions.create({ model, messages })
    expect(completion.usage).toMatchObject({ prompt_tokens: 700, completion_tokens: 30, total_tokens: 730 })
  })

  it('is not found if it is unknown or of another scope', async () => {
    const { id } = await clientOf().responses.create({ model, input: 'hello' })
    const eve = clientOf({ 'X-Scope-Id': 'eve' })
    const notFound = { status: 404, code: 'turn_not_found' }
    await expect(eve.responses.retrieve(id)).rejects.toMatchObject(notFound)
    const create = (previous_response_id: string) => eve.responses.create({ model, input: 'hi', previous_response_id })
    for (const previous of [id, `resp_${uuidv7()}`, 'resp_x', ''])
      await expect(create(previous)).rejects.toMatchObject(notFound)
  })

  it('in the background is queued, and completed when it is polled', async () => {
    const question = 'How many customers are there?'
    const release = platform.holds(question)
    const queued = await clientOf().responses.create({ model, input: question, background: true })
    expect([queued.status, queued.output]).toEqual(['queued', []])
    expect((await clientOf().responses.retrieve(queued.id)).status).toMatch(/^(?:queued|in_progress)$/)
    release()
    let found = queued
    while (found.status === 'queued' || found.status === 'in_progress')
      found = await clientOf().responses.retrieve(queued.id)
    expect([found.status, found.output_text]).toEqual([
      'completed',
      expect.stringMatching(/^There are \d+ customers\.$/),
    ])
  })

  it.each<[string, object]>([
    ['no input', { model }],
    ['an input of another type', { model, input: 5 }],
    ['an item of another type', { model, input: ['hello'] }],
    ['no user message', { model, input: [{ type: 'function_call_output', call_id: 'a', output: 'b' }] }],
    ['an image', { model, input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] }],
  ])('is refused with %s', async (_, body) => {
    await expect(clientOf().post('/responses', { body })).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    })
  })
})

describe('limits of OpenAI clients', () => {
  it('allow 30 questions a minute in named conversations, and others beyond that', async () => {
    const named = clientOf({ 'X-OpenWebUI-Chat-Id': 'many', 'Idempotency-Key': 'x'.repeat(256) })
    const refused = async () => {
      const error: unknown = await named.responses.create({ model, input: 'hello' }).catch((thrown: unknown) => thrown)
      return error instanceof OpenAI.APIError ? error : undefined
    }
    let last = await refused()
    for (let count = 0; last?.status === 400 && count < 30; count += 1) last = await refused()
    expect(last).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' })
    expect([last?.headers?.get('retry-after'), last?.headers?.get('x-should-retry')]).toEqual([
      expect.stringMatching(/^\d+$/),
      'true',
    ])
    expect((await clientOf().responses.create({ model: 'shops', input: 'hello' })).status).toBe('completed')
  })
})
