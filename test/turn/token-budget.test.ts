import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { monthEnd, monthOf } from '../../src/ask/rules/month.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, type ScriptedRequest, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

const COUNT = 'SELECT count(*) AS customers FROM customers'
const HOW_MANY = 'How many customers are there?'
const REPAIRED = 'How many are nowhere?'
const EXPENSIVE = 'How many dear customers are there?'

let platform: Platform
let model: ScriptedModel
const near: Observation[] = []
const observe = (one: Observation): void => {
  if (one.kind === 'quota_threshold_reached') near.push(one)
}
/** A model that reports high usage with each call. */
const expensiveModel = (request: ScriptedRequest) => {
  const said = JSON.stringify(request.body.messages)
  if (said.includes(REPAIRED))
    return { ...modelAnswers(['SELECT nothing FROM nowhere'])(request), inputTokens: 800_000 }
  return { ...modelAnswers([COUNT])(request), inputTokens: said.includes(EXPENSIVE) ? 1_600_000 : 500_000 }
}
beforeAll(async () => {
  model = await startScriptedModel(expensiveModel)
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: { ...settings, TABLETALK_TURN_TOKENS: '1500000' }, observe })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

/** Asks a question; returns the answer and the number of model calls. */
const ask = async (message: string) => {
  const before = model.requests.length
  const reply = await platform.request('/api/v1/chat/message', { json: { message } })
  return { ...reply, calls: model.requests.length - before }
}

describe('the token limit of a turn', () => {
  it('refuses a call beyond it, and counts all drafts', async () => {
    const { status, body, headers, calls } = await ask(REPAIRED)
    expect([status, body.error_code, body.details[0].code]).toEqual([429, 'BUSINESS_LIMIT_EXCEEDED', 'QUOTA_EXCEEDED'])
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(calls).toBe(2)
    const [last] = (await platform.request('/api/v1/chat/history?limit=1')).body.data.messages
    expect(last.metadata).toMatchObject({ problem: 'turn_tokens_reached', usage: { calls: 2 } })
  })

  it('leaves the wording of existing rows to the template', async () => {
    const { status, body, calls } = await ask(EXPENSIVE)
    expect([status, body.data.row_count, calls]).toEqual([200, 1, 1])
    expect(body.data.message).toMatch(/Worded without the language model/)
  })
})

describe('the monthly token limit of an organization', () => {
  it('sends an event when a lowered limit refuses a question', async () => {
    const { store } = platform.app
    const { organizationId } = platform.access
    await store.organizations.change({ organizationId }, {}, { tokens_per_month: 1 })
    expect((await ask(HOW_MANY)).status).toBe(429)
    await waitFor('the observation', async () => near.length > 0)
    expect(near).toMatchObject([{ organizationId, quota: 'tokens', limit: 1 }])
    await store.organizations.change({ organizationId }, {}, { tokens_per_month: null })
  })

  it('refuses questions until the end of the month, except those with a verified query', async () => {
    const { store } = platform.app
    const { organizationId, databaseId } = platform.access
    const figures = async () => (await platform.request('/api/v1/organization')).body.data
    const limit = (tokens_per_month: number | null) =>
      store.organizations.change({ organizationId }, {}, { tokens_per_month })
    const { used } = (await figures()).usage.tokens_per_month
    const allowed = used + 1_200_000
    await limit(allowed)
    expect(await ask(HOW_MANY)).toMatchObject({ status: 200, calls: 2 })
    expect(await ask('And how many now?')).toMatchObject({ status: 200, calls: 1 })
    const { limits, usage } = await figures()
    expect(limits.tokens_per_month).toBe(allowed)
    expect(usage.tokens_per_month).toMatchObject({ allowed, by: 'organization', used: used + 3 * 500_020 })

    const { status, body, headers, calls } = await ask(HOW_MANY)
    expect([status, body.error_code, calls]).toEqual([429, 'QUOTA_MONTHLY_LIMIT_EXCEEDED', 0])
    const untilEnd = (monthEnd(monthOf(new Date().toISOString())) - Date.now()) / 1000
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(Math.floor(untilEnd))

    await store.patterns.add(platform.access, databaseId, { question: 'Verified?', query: COUNT, verifiedBy: 'Ann' })
    expect(await ask('Verified?')).toMatchObject({ status: 200, calls: 0, body: { data: { row_count: 1 } } })

    await limit(null)
    expect(await ask(HOW_MANY)).toMatchObject({ status: 200, calls: 2 })
  })
})
