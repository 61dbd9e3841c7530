import { afterEach, describe, expect, it } from '@jest/globals'
import { assistantMessageId } from '../../src/domain/history/message.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const running: { platform: Platform; model: ScriptedModel }[] = []
afterEach(async () => {
  for (const { platform, model } of running.splice(0)) {
    await platform.close()
    await model.close()
  }
})

const PRICES = 'openai:drafts=1/0.1/10,openai:words=2/2/20'

const withModels = async (queries: readonly string[], prices = PRICES) => {
  const model = await startScriptedModel(modelAnswers(queries))
  const platform = await startPlatform({
    env: {
      ...{ TABLETALK_MODEL: 'openai:drafts', TABLETALK_WORDING_MODEL: 'openai:words', TABLETALK_MODEL_PRICES: prices },
      ...{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl },
    },
  })
  running.push({ platform, model })
  const ask = (message: string) => platform.request('/api/v1/chat/message', { json: { message } })
  const month = async () => (await platform.request('/api/v1/organization')).body.data.model_usage
  const messages = async (headers: Record<string, string> = {}) =>
    (await platform.request('/api/v1/chat/history', { headers })).body.data.messages
  return { platform, ask, month, messages }
}

const COUNT = 'SELECT count(*) AS customers FROM customers'
const tokens = (calls: number) => ({
  ...{ input_tokens: 100 * calls, cached_input_tokens: 0, output_tokens: 20 * calls, calls },
})

describe('what a turn has spent', () => {
  it('is told with its message, by model, and summed for its organization', async () => {
    const { ask, month, messages } = await withModels([COUNT])
    await ask('How many customers are there?')
    const models = [
      { model: 'openai:drafts', ...tokens(1), cost_usd_micros: 300 },
      { model: 'openai:words', ...tokens(1), cost_usd_micros: 600 },
    ]
    const [answer] = await messages()
    expect(answer.metadata.usage).toEqual({ ...tokens(2), estimated: false, cost_usd_micros: 900, models })
    await ask('And how many customers are there now?')
    expect(await month()).toEqual({
      ...{ month: new Date().toISOString().slice(0, 7), ...tokens(4), cost_usd_micros: 1_800, unpriced_calls: 0 },
      models: [
        { model: 'openai:drafts', ...tokens(2), cost_usd_micros: 600, unpriced_calls: 0 },
        { model: 'openai:words', ...tokens(2), cost_usd_micros: 1_200, unpriced_calls: 0 },
      ],
    })
  })

  it('counts every draft of a question that ends in a problem', async () => {
    const { ask, month, messages } = await withModels(['SELECT nothing FROM nowhere'])
    expect((await ask('How many customers are there?')).status).toBe(422)
    const [answer] = await messages()
    expect(answer.metadata).toMatchObject({ problem: 'query_refused', usage: { ...tokens(3), cost_usd_micros: 900 } })
    expect(await month()).toMatchObject({ ...tokens(3), cost_usd_micros: 900 })
  })

  it('has no cost where nobody has said a price', async () => {
    const { ask, month, messages } = await withModels([COUNT], 'openai:words=2/2/20')
    await ask('How many customers are there?')
    const [answer] = await messages()
    expect(answer.metadata.usage).toMatchObject({ ...tokens(2), cost_usd_micros: null })
    expect(await month()).toMatchObject({ ...tokens(2), cost_usd_micros: 600, unpriced_calls: 1 })
  })

  it('is not told to a public key: what an organization pays is its own', async () => {
    const { platform, ask, messages } = await withModels([COUNT])
    await ask('How many customers are there?')
    const [answer] = await messages({ 'X-API-Key': platform.access.databaseKey, Origin: 'http://localhost' })
    expect(answer.id).toBe(assistantMessageId(answer.id.replace('.assistant', '')))
    expect(answer.metadata.usage).toEqual({ ...tokens(2), estimated: false })
    expect(answer.metadata).not.toHaveProperty('receipt')
  })
})
