import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, type ScriptedRequest, serverError, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

const HOW_MANY = 'How many customers are there?'
const REPAIRED = 'How many are nowhere?'
const HANGS = 'How many are there while it hangs?'
const AWAY = 'How many are there while it is away?'

let platform: Platform
let model: ScriptedModel
const reply = (request: ScriptedRequest) => {
  const said = JSON.stringify(request.body.messages)
  if (request.body.model === 'drafts' && said.includes(AWAY)) return serverError()
  if (said.includes(HANGS)) return { silent: true }
  return modelAnswers([
    said.includes(REPAIRED) ? 'SELECT nothing FROM nowhere' : 'SELECT count(*) AS n FROM customers',
  ])(request)
}
beforeAll(async () => {
  model = await startScriptedModel(reply)
  platform = await startPlatform({
    env: {
      TABLETALK_MODEL: 'openai:drafts',
      TABLETALK_WORDING_MODEL: 'openai:words',
      TABLETALK_FALLBACK_MODEL: 'openai:spare',
      TABLETALK_MODEL_PRICES: 'openai:drafts=1/0.1/10,openai:words=2/20',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: model.baseUrl,
    },
  })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

/** Asks a question; returns the reply, the metadata of its message, and the change of usage. */
const ask = async (message: string) => {
  const month = async () => (await platform.request('/api/v1/organization')).body.data.model_usage
  const before = await month()
  const reply = await platform.request('/api/v1/chat/message', { json: { message } })
  const [{ metadata, conversation_id }] = (await platform.request('/api/v1/chat/history?limit=1')).body.data.messages
  // Usage is counted while the answer is given, and by the end of the turn for certain.
  await platform.ended({ turn_id: metadata.turn_id, conversation_id })
  const after = await month()
  const more = (name: string) => after[name] - before[name]
  return { reply, metadata, after, more }
}

const tokens = (calls: number) => ({
  input_tokens: 100 * calls,
  cached_input_tokens: 0,
  output_tokens: 20 * calls,
  calls,
})

describe('the token usage of a turn', () => {
  it('is stored with its message per model, and summed for its organization', async () => {
    const first = await ask(HOW_MANY)
    expect(first.metadata.usage).toEqual({
      ...tokens(2),
      estimated: false,
      cost_usd_micros: 900,
      models: [
        { model: 'openai:drafts', ...tokens(1), cost_usd_micros: 300 },
        { model: 'openai:words', ...tokens(1), cost_usd_micros: 600 },
      ],
    })
    const { after } = await ask(HOW_MANY)
    expect(after).toEqual({
      month: new Date().toISOString().slice(0, 7),
      ...tokens(4),
      cost_usd_micros: 1_800,
      unpriced_calls: 0,
      models: [
        { model: 'openai:drafts', ...tokens(2), cost_usd_micros: 600, unpriced_calls: 0 },
        { model: 'openai:words', ...tokens(2), cost_usd_micros: 1_200, unpriced_calls: 0 },
      ],
    })
  })

  it('counts every draft of a question that fails', async () => {
    const { reply, metadata, more } = await ask(REPAIRED)
    expect(reply.status).toBe(422)
    expect(metadata).toMatchObject({ problem: 'query_refused', usage: { ...tokens(3), cost_usd_micros: 900 } })
    expect([more('calls'), more('cost_usd_micros')]).toEqual([3, 900])
  })

  it('names the fallback model, and has no cost without a configured price', async () => {
    const { reply, metadata, more } = await ask(AWAY)
    expect(reply.body.data.receipt.planner).toBe('model:openai:spare')
    expect(metadata).toMatchObject({ planner: 'model:openai:spare', usage: { calls: 3, cost_usd_micros: null } })
    expect([more('calls'), more('cost_usd_micros'), more('unpriced_calls')]).toEqual([3, 600, 1])
  })

  it('counts an aborted model call for the month', async () => {
    const calls = async () => (await platform.request('/api/v1/organization')).body.data.model_usage.calls
    const [before, asked] = [await calls(), model.requests.length]
    const json = { message: HANGS }
    const headers = { Prefer: 'respond-async' }
    const { body } = await platform.request('/api/v1/chat/message', { json, headers })
    await waitFor('the call', async () => model.requests[asked])
    await platform.request(`/api/v1/chat/turns/${body.data.turn_id}/cancel`, { method: 'POST' })
    await waitFor('its tokens', async () => (await calls()) === before + 1)
  })

  it('is the same in /usage as in the organization, for every grouping', async () => {
    await ask(HOW_MANY)
    const { model_usage: month } = (await platform.request('/api/v1/organization')).body.data
    const { month: _, models, ...sums } = month
    for (const by of ['day', 'database', 'key', 'user', 'model']) {
      const { totals, rows } = (await platform.request(`/api/v1/usage?group_by=${by}`)).body.data
      expect([by, totals]).toEqual([by, expect.objectContaining(sums)])
      const tokens = rows.reduce((sum: number, row: { input_tokens: number }) => sum + row.input_tokens, 0)
      expect([by, tokens]).toEqual([by, month.input_tokens])
    }
    const { rows } = (await platform.request('/api/v1/usage?group_by=model')).body.data
    for (const { model, ...spent } of models)
      expect(rows.find(({ group }: { group: string }) => group === model)).toMatchObject(spent)
  })

  it('is not shown to a public key', async () => {
    await ask(HOW_MANY)
    const headers = { 'X-API-Key': platform.access.databaseKey, Origin: 'http://localhost' }
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata).not.toHaveProperty('usage')
    expect(body.data.messages[0].metadata).not.toHaveProperty('receipt')
  })

  it('is shown without costs and models to a public key with receipts', async () => {
    await ask(HOW_MANY)
    const { organizationId, databaseId } = platform.access
    const key = { kind: 'database', databaseId, userId: 1, answerDetails: ['receipts'] } as const
    const { text } = await platform.app.store.apiKeys.add({ organizationId }, key)
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers: { 'X-API-Key': text } })
    expect(body.data.messages[0].metadata.usage).toEqual({ ...tokens(2), estimated: false })
  })
})
