import { DEFAULT_PERSONALITY, type Personality } from '../../src/manage/personalities/rules/personality.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

const add = async (platform: Platform, organizationId: number, fields: Partial<Personality>): Promise<Personality> => {
  const name = `Ann ${Math.random()}`
  const made = await platform.app.store.personalities.add(
    { organizationId },
    { name, ...DEFAULT_PERSONALITY, ...fields },
  )
  if (made === undefined) throw new Error('the name is taken')
  return made
}

describe('a personality without a model', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = await startPlatform()
  })
  afterAll(() => platform.close())
  const ask = (message: string, personality?: Personality, more: object = {}) =>
    platform.request('/api/v1/chat/message', { json: { message, personality_id: personality?.id, ...more } })

  it('shapes the answer, which is stored as sent', async () => {
    const friendly = await add(platform, 1, { style: 'FRIENDLY', greeting: 'Welcome to the shop!' })
    const { body } = await ask('How many customers are there?', friendly)
    const { message, conversation_id, results } = body.data
    expect(message).toMatch(/^Welcome to the shop!\n\nHappy to help! There are \d+ customers\./)
    const plain = (await ask('How many customers are there?')).body.data
    expect(results).toEqual(plain.results)
    const history = await platform.request(`/api/v1/chat/${conversation_id}/history`)
    expect(history.body.data.messages[1].content).toBe(message)
    const next = (await ask('How many products are there?', friendly, { conversation_id })).body.data
    expect(next.message).toMatch(/^Happy to help!/)
  })

  it('shapes the streamed answer', async () => {
    const { id } = await add(platform, 1, { style: 'TECHNICAL', greeting: 'Welcome!' })
    const query = new URLSearchParams({ message: 'How many products are there?', personality_id: id })
    const { text } = await platform.request(`/api/v1/chat/new/stream?${query}`)
    const said = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => JSON.parse(data))
    const done = said.at(-1)
    expect(said.map(({ content }) => content).join('')).toBe(done.message)
    expect(done.message).toMatch(/^Welcome!.*Rows: 1\. .*Tables: products\. Query time: \d+ ms\.$/s)
  })

  it('without QA answers only questions about the data', async () => {
    const silent = await add(platform, 1, { qa: false })
    expect((await ask('hello', silent)).body.data.message).toMatch(/^I answer questions about the data/)
    expect((await ask('How many products are there?', silent)).body.data.query_type).toBe('data_retrieval')
  })

  it('S11: that is unknown or foreign is the same 404, before the question is processed', async () => {
    const foreign = await add(platform, 2, {})
    const headers = { 'X-Scope-Id': 'nobody' }
    for (const personality_id of [UNKNOWN, foreign.id]) {
      const json = { message: 'How many products are there?', personality_id }
      const query = new URLSearchParams(json)
      const replies = await Promise.all([
        platform.request('/api/v1/chat/message', { json, headers }),
        platform.request('/api/v1/chat/new/message', { json, headers }),
        platform.request(`/api/v1/chat/new/stream?${query}`, { headers }),
      ])
      for (const { status, body } of replies)
        expect([status, body.error_code, body.message]).toEqual([
          ...[404, 'NOT_FOUND_PERSONALITY', 'The personality was not found.'],
        ])
    }
    const { body } = await platform.request('/api/v1/chat/history', { headers })
    expect(body.data.messages).toEqual([])
  })
})

describe('a personality with a model', () => {
  let platform: Platform
  let model: ScriptedModel
  beforeAll(async () => {
    model = await startScriptedModel(modelAnswers(['SELECT count(*) AS customers FROM customers']))
    const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
    platform = await startPlatform({ env: settings })
  })
  afterAll(async () => {
    await platform.close()
    await model.close()
  })

  it('is in the prompt for wording and in none for queries', async () => {
    const said = { systemPrompt: 'You are Maria.', instructions: 'Say ahoy.', greeting: 'Moin!' }
    const personality_id = (await add(platform, 1, { style: 'CASUAL', ...said })).id
    const { body } = await platform.request('/api/v1/chat/message', { json: { message: 'How many?', personality_id } })
    expect(body.data.message).toBe('Moin!\n\nHere is what the data says.')
    const [draft, wording] = model.requests.map(({ body }) => JSON.stringify(body))
    expect(draft).not.toMatch(/Maria|ahoy|Moin|Style:/)
    expect(wording).toMatch(/Style: casual.*You are Maria\..*Say ahoy\..*Moin!/)
  })
})
