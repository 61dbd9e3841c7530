import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type Script, type ScriptedModel, startScriptedModel, tooManyRequests } from '../support/scripted-model.ts'

const running: { platform: Platform; model: ScriptedModel }[] = []
afterEach(async () => {
  for (const { platform, model } of running.splice(0)) {
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

describe('a turn with a model', () => {
  it('drafts, guards, runs and words in two calls, and counts their tokens', async () => {
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

  it('has a refused draft repaired, with a hint and without a row', async () => {
    const { model, ask } = await withModel(
      modelAnswers(['SELECT count(*) AS n FROM custmers', 'SELECT count(*) AS n FROM customers']),
    )
    expect((await ask('How many customers are there?')).status).toBe(200)
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('custmers')
  })

  it('gives up after two repairs, with a problem that is stored in the conversation', async () => {
    const { platform, model, ask } = await withModel(modelAnswers(['SELECT nothing FROM nowhere']))
    const { status, body, text } = await ask('How many customers are there?')
    expect([status, body.error_code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(model.requests).toHaveLength(3)
    expect(await lastMessage(platform)).toMatchObject({ sender: 'ASSISTANT', metadata: { problem: 'query_refused' } })
    expect(text).not.toContain('nowhere')
  })

  it('shows a tenant only its own rows, whatever the model writes', async () => {
    const { ask } = await withModel(
      modelAnswers(['SELECT DISTINCT shop_id FROM customers', 'SELECT DISTINCT shop_id FROM customers']),
    )
    expect((await ask('Which shops are there?')).body.data.results).toEqual([{ shop_id: 1 }])
  })

  it('gives the model the question and query before, and none of their rows, when a conversation goes on', async () => {
    const queries = ['SELECT name FROM shops', "SELECT count(*) AS orders FROM orders WHERE ordered_on < '2026-01-01'"]
    const { platform, model, ask } = await withModel(modelAnswers(queries))
    const { conversation_id } = (await ask('How is our shop called?')).body.data
    await platform.request('/api/v1/chat/message', {
      json: { message: 'and its orders before this year?', conversation_id },
    })
    const told = JSON.stringify(model.requests[2]?.body.messages)
    expect(told).toContain('How is our shop called?')
    expect(told).toContain('SELECT name FROM shops')
    expect(told).not.toContain('Here is what the data says.')
  })

  it('tells a caller whose model is away so, and stores that', async () => {
    const { platform, ask } = await withModel(() => ({
      status: 401,
      body: '{"error":{"message":"Incorrect API key secret-key"}}',
    }))
    const { status, body, text } = await ask('How many customers are there?')
    expect([status, body.error_code]).toEqual([500, 'EXTERNAL_LLM_ERROR'])
    expect(text).not.toContain('secret-key')
    expect(await lastMessage(platform)).toMatchObject({
      sender: 'ASSISTANT',
      metadata: { problem: 'model_failed', error_code: 'EXTERNAL_LLM_ERROR' },
    })
  })

  it('waits as long as a busy model asks, and then answers', async () => {
    const answers = modelAnswers(['SELECT count(*) AS n FROM customers'])
    const { ask } = await withModel((request) => {
      if (request.number === 0) return tooManyRequests({ 'retry-after': '1' })
      return answers(request)
    })
    expect((await ask('How many customers are there?')).status).toBe(200)
  })

  it('ends a turn at its deadline when the model hangs', async () => {
    const { platform, ask } = await withModel(() => ({ silent: true }), { TABLETALK_TURN_TIMEOUT: '3' })
    const { status, body } = await ask('How many customers are there?')
    expect([status, body.details[0].code]).toEqual([500, 'QUERY_TIMEOUT'])
    expect(await lastMessage(platform)).toMatchObject({ metadata: { problem: 'turn_timeout' } })
  })
})
