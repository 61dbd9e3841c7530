import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const DRAFT = 'SELECT COUNT(*) AS n FROM order_items i JOIN orders o ON o.id = i.order_id'
const QUESTION = { message: 'How many order items are there?' }

let platform: Platform
let model: ScriptedModel
beforeAll(async () => {
  model = await startScriptedModel(modelAnswers([DRAFT]))
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const GUARDED = {
  engine: 'sqlite',
  tables: [
    { table: 'order_items', mode: 'via', filter_columns: ['order_id', 'orders.shop_id'] },
    { table: 'orders', mode: 'tenant', filter_columns: ['shop_id'] },
  ],
  filters: ['tenant'],
  fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
  guard_version: expect.any(Number),
}
const RECEIPT = {
  ...GUARDED,
  query: DRAFT,
  planner: 'model:openai:scripted',
  guarded_query: expect.stringMatching(/FROM "orders" WHERE "shop_id" = \?/),
  row_count: 1,
  truncated: false,
  execution_time_ms: expect.any(Number),
  executed_at: expect.stringMatching(/^\d{4}-.*Z$/),
}

const ask = async (headers: Record<string, string | null> = {}) =>
  (await platform.request('/api/v1/chat/message', { json: QUESTION, headers })).body.data

describe('an answer that read data', () => {
  it('carries a receipt: what ran, what restricted it, and what came of it', async () => {
    const { receipt } = await ask()
    expect(receipt).toEqual(RECEIPT)
    expect(receipt.guarded_query).not.toMatch(/= 1\b/)
  })

  it('has one fingerprint for one statement, whichever tenant asked', async () => {
    const [first, second] = [await ask(), await ask({ 'X-Tenant-Id': '2' })]
    expect(second.receipt.fingerprint).toBe(first.receipt.fingerprint)
    expect(second.results).not.toEqual(first.results)
  })

  it('is kept with its receipt', async () => {
    const headers = { 'X-Scope-Id': 'keeper' }
    await ask(headers)
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata.receipt).toEqual(RECEIPT)
  })

  it('streams what is known of it before it runs', async () => {
    const path = `/api/v1/chat/new/stream?${new URLSearchParams(QUESTION)}`
    const { text } = await platform.request(path, { headers: { Accept: 'text/event-stream' } })
    const [, data = ''] = /^event: query\n(?:id: .*\n)?data: (.*)$/m.exec(text) ?? []
    expect(JSON.parse(data).receipt).toEqual({ ...GUARDED, guarded_query: RECEIPT.guarded_query })
  })

  it('shows a public key neither statements nor columns, in the answer and in history', async () => {
    const headers = { 'X-API-Key': platform.access.databaseKey, 'X-Scope-Id': 'public' }
    const { receipt } = await ask(headers)
    const { query: _, guarded_query: __, planner: ___, ...rest } = RECEIPT
    expect(receipt).toEqual({ ...rest, tables: GUARDED.tables.map(({ table, mode }) => ({ table, mode })) })
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata.receipt).toBeUndefined()
  })
})
