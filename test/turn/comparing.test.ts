import type { QueryDraft } from '../../src/ask/rules/draft.ts'
import { sqliteRows } from '../support/sqlite-rows.ts'
import { streamEvents } from '../support/stream-events.ts'
import { testServers } from '../support/test-servers.ts'
import { type ScriptedPlatform, startScriptedPlatform } from './scripted-planner.ts'

const choice = (label: string) => ({ label, question: label })
const COUNT = 'SELECT COUNT(*) AS n FROM customers'
const NONE = 'SELECT COUNT(*) AS n FROM customers WHERE id < 0'
const IDS = 'SELECT id FROM customers ORDER BY id LIMIT 3'
const IDS_TURNED = 'SELECT name, id FROM (SELECT id, name FROM customers ORDER BY id LIMIT 3) c ORDER BY id DESC'
const OTHER_IDS = 'SELECT id FROM customers ORDER BY id DESC LIMIT 3'
const REFUSED = 'SELECT id FROM sqlite_schema'
const FAILING = 'SELECT abs(-9223372036854775808) AS n FROM customers'

const drafted = (query: string, ...alternatives: readonly (readonly [query: string, confidence: number])[]) =>
  ({
    planner: 'builtin',
    mode: 'query',
    query,
    explanation: 'The first.',
    assumptions: [],
    confidence: 0.85,
    choice: choice('first'),
    alternatives: alternatives.map(([other, confidence]) => ({ query: other, confidence, choice: choice(other) })),
  }) satisfies QueryDraft

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
})
afterAll(() => platform.close())

const ask = async (draft: QueryDraft, headers: Record<string, string> = {}) => {
  const message = `Question ${JSON.stringify(draft.alternatives?.map(({ query }) => query))} ${draft.query}`
  platform.drafts(message, draft)
  return (await platform.request('/api/v1/chat/message', { json: { message }, headers })).body.data
}

describe('a question with several likely readings', () => {
  it('is answered if they return the same rows, with every statement in the receipt', async () => {
    const { query_type, results, receipt, choices } = await ask(drafted(IDS, [IDS_TURNED, 0.7]))
    expect({ query_type, choices }).toEqual({ query_type: 'data_retrieval', choices: undefined })
    expect(results).toHaveLength(3)
    expect(receipt.query).toBe(IDS)
    expect(receipt.compared).toEqual([
      {
        query: IDS_TURNED,
        guarded_query: expect.stringContaining('"shop_id" = ?'),
        engine: 'sqlite',
        row_count: 3,
        tables: [{ table: 'customers', mode: 'tenant', filter_columns: ['shop_id'] }],
        filters: ['tenant'],
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        guard_version: expect.any(Number),
        checks: { guard: 'passed', verifier: 'passed' },
      },
    ])
  })

  it('shows no compared statement to a public key with receipts', async () => {
    const { organizationId, databaseId } = platform.access
    const key = { kind: 'database', databaseId, userId: 1, answerDetails: ['receipts'] } as const
    const headers = { 'X-API-Key': (await platform.app.store.apiKeys.add({ organizationId }, key)).text }
    const [compared] = (await ask(drafted(IDS, [IDS_TURNED, 0.7]), headers)).receipt.compared
    expect(compared).toMatchObject({ row_count: 3, tables: [{ table: 'customers', mode: 'tenant' }] })
    expect(JSON.stringify(compared)).not.toMatch(/SELECT|shop_id/)
  })

  it('returns choices without results if they return other rows', async () => {
    const answer = await ask(drafted(IDS, [OTHER_IDS, 0.8]))
    expect(answer).toMatchObject({ query_type: 'chat', results: [], choices: [choice('first'), choice(OTHER_IDS)] })
    expect(answer.message).toContain(`1. first\n2. ${OTHER_IDS}`)
    expect(answer).not.toHaveProperty('receipt')
    const caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
    expect(await platform.app.store.results.find(caller, answer.turn_id)).toBeUndefined()
  })

  it('streams no rows if it returns choices', async () => {
    const message = 'streamed'
    platform.drafts(message, drafted(IDS, [OTHER_IDS, 0.8]))
    const path = `/api/v1/chat/new/stream?${new URLSearchParams({ message })}`
    const { text } = await platform.request(path, { headers: { Accept: 'text/event-stream' } })
    const names = streamEvents(text).map(({ event }) => event)
    expect(names).not.toContain('results')
    expect(names.slice(-2)).toEqual(['choices', 'done'])
  })

  it('returns choices if the likeliest reading returns nothing and another one does', async () => {
    const answer = await ask(drafted(NONE, [COUNT, 0.3]))
    expect(answer).toMatchObject({ query_type: 'chat', choices: [choice('first'), choice(COUNT)] })
  })

  it.each([
    ['has a much lower confidence', OTHER_IDS, 0.4],
    ['is refused by the guard', REFUSED, 0.8],
    ['is refused by the database', FAILING, 0.8],
  ])('is answered if the alternative %s', async (_, query, confidence) => {
    const answer = await ask(drafted(IDS, [query, confidence]))
    expect(answer).toMatchObject({ query_type: 'data_retrieval', row_count: 3 })
  })
})

describe('a question with an empty answer', () => {
  const say = async (message: string) =>
    (await platform.request('/api/v1/chat/message', { json: { message } })).body.data

  it('is answered with the condition and the extent of the data, within the rows of the caller', async () => {
    const { message, receipt } = await say('How many orders were placed in May 1999?')
    expect(message).toMatch(/^There are no orders .*May 1999; /)
    const rows = sqliteRows(
      testServers().demoFile,
      'SELECT MIN(ordered_on) AS first, MAX(ordered_on) AS last FROM orders WHERE shop_id = 1',
    )
    const years = [rows[0]?.first, rows[0]?.last].map((day) => String(day).slice(0, 4))
    expect(message).toMatch(new RegExp(`; there are orders .*from .*${years[0]} to .*${years[1]}\\.$`))
    expect(receipt.compared).toMatchObject([{ query: expect.stringContaining('MIN('), filters: ['tenant'] }])
  })

  it('is answered without the extent if rows exist', async () => {
    const { message, receipt } = await say('How many orders were placed this year?')
    expect(message).not.toContain('; there are')
    expect(receipt).not.toHaveProperty('compared')
  })
})
