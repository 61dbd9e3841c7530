import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const DRAFT = 'SELECT COUNT(*) AS n FROM order_items i JOIN orders o ON o.id = i.order_id'
const QUESTION = { message: 'How many order items are there?' }

let platform: Platform
let model: ScriptedModel
let answers = modelAnswers([DRAFT])
beforeAll(async () => {
  model = await startScriptedModel((request) => answers(request))
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
  checks: { guard: 'passed', verifier: 'passed' },
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

describe('an answer from data', () => {
  it('has a receipt with its statements, filters and result', async () => {
    const { receipt } = await ask()
    expect(receipt).toEqual(RECEIPT)
    expect(receipt.guarded_query).not.toMatch(/= 1\b/)
  })

  it('has the same fingerprint for the same statement of every tenant', async () => {
    const [first, second] = [await ask(), await ask({ 'X-Tenant-Id': '2' })]
    expect(second.receipt.fingerprint).toBe(first.receipt.fingerprint)
    expect(second.results).not.toEqual(first.results)
  })

  it('is stored with its receipt', async () => {
    const headers = { 'X-Scope-Id': 'keeper' }
    await ask(headers)
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata.receipt).toEqual(RECEIPT)
  })

  it('streams the known part of its receipt before it runs', async () => {
    const path = `/api/v1/chat/new/stream?${new URLSearchParams(QUESTION)}`
    const { text } = await platform.request(path, { headers: { Accept: 'text/event-stream' } })
    const [, data = ''] = /^event: query\n(?:id: .*\n)?data: (.*)$/m.exec(text) ?? []
    expect(JSON.parse(data).receipt).toEqual({ ...GUARDED, guarded_query: RECEIPT.guarded_query })
  })

  it('shows no statements, columns and checks to a public key with receipts, in the answer and in history', async () => {
    const { organizationId, databaseId } = platform.access
    const key = { kind: 'database', databaseId, userId: 1, answerDetails: ['receipts'] } as const
    const { text } = await platform.app.store.apiKeys.add({ organizationId }, key)
    const headers = { 'X-API-Key': text, 'X-Scope-Id': 'public' }
    const { receipt } = await ask(headers)
    const { query: _, guarded_query: __, planner: ___, checks: ____, ...rest } = RECEIPT
    const shown = { ...rest, tables: GUARDED.tables.map(({ filter_columns: _, ...table }) => table) }
    expect(receipt).toEqual(shown)
    const { body } = await platform.request('/api/v1/chat/history?limit=1', { headers })
    expect(body.data.messages[0].metadata.receipt).toEqual(shown)
  })
})

describe('an incomplete answer', () => {
  const NUMBERS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 450)'
  const results = (id: string, query = '') => platform.request(`/api/v1/chat/messages/${id}/results${query}`)
  beforeEach(() => {
    answers = modelAnswers([
      `${NUMBERS} SELECT x, CASE x WHEN 2 THEN printf('%300000d', x) ELSE 'short' END AS t FROM n WHERE x < 4`,
    ])
  })
  afterAll(() => {
    answers = modelAnswers([DRAFT])
  })

  it('shortens large cells, and reports them beside its rows in every format', async () => {
    const shortened = [{ row: 1, column: 't', length: 300_000 }]
    const answer = await ask()
    expect(answer).toMatchObject({ row_count: 3, truncated: false, shortened })
    expect(answer.results.map(({ x, t }: { x: number; t: string }) => [x, t.length])).toEqual([
      ...[[1, 5] as const, [2, 4_096] as const, [3, 5] as const],
    ])
    expect((await results(answer.message_id)).body.data).toMatchObject({ row_count: 3, shortened })
    const csv = await results(answer.message_id, '?format=csv')
    expect(csv.headers.get('x-results-shortened')).toBe('1')
    expect(csv.text.split('\r\n')).toHaveLength(5)
    const { body } = await platform.request('/api/v1/chat/history?limit=1')
    expect(body.data.messages[0].metadata).toMatchObject({ row_count: 3, shortened_cells: 1 })
    const path = `/api/v1/chat/new/stream?${new URLSearchParams(QUESTION)}`
    const { text } = await platform.request(path, { headers: { Accept: 'text/event-stream' } })
    const [, data = ''] = /^event: results\n(?:id: .*\n)?data: (.*)$/m.exec(text) ?? []
    expect(JSON.parse(data)).toMatchObject({ row_count: 3, shortened })
  })

  it('reports the number of rows left out, also in the CSV file', async () => {
    answers = modelAnswers([
      `${NUMBERS} SELECT x FROM n ORDER BY x; -- all of them`,
      `${NUMBERS} SELECT x FROM n ORDER BY x;`,
    ])
    for (const leftOut of [undefined, 250]) {
      const { message_id, row_count, truncated } = await ask()
      expect({ row_count, truncated }).toEqual({ row_count: 200, truncated: true })
      expect((await results(message_id)).body.data.left_out).toBe(leftOut)
      const { headers, text } = await results(message_id, '?format=csv&bom=1')
      expect(['rows', 'left-out', 'truncated'].map((name) => headers.get(`x-results-${name}`))).toEqual([
        ...['200', String(leftOut ?? 'unknown'), 'true'],
      ])
      expect(text).toMatch(/^\ufeff?x\r\n1\r\n/)
    }
  })
})

describe('a question with other Unicode forms of its letters', () => {
  it('is normalized for planning and stored as typed', async () => {
    const typed = 'Wie viele Ku\u0308nstler haben １２ Ｂｉｌｄｅｒ？'
    const before = model.requests.length
    await platform.request('/api/v1/chat/message', { json: { message: typed } })
    const seen = model.requests.slice(before).map(({ body }) => JSON.stringify(body))
    expect(seen.length).toBeGreaterThan(1)
    for (const request of seen) {
      expect(request).toContain('Wie viele Künstler haben 12 Bilder?')
      expect(request).not.toContain('Ku\u0308nstler')
    }
    const { body } = await platform.request('/api/v1/chat/history?limit=2')
    expect(body.data.messages.map(({ content }: { content: string }) => content)).toContain(typed)
  })
})
