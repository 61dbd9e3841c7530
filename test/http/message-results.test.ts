import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/access/rules/caller.ts'
import type { Message } from '../../src/ask/rules/history/message.ts'
import { MEDIA_TYPES } from '../../src/manage/exports/rules/export-format.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { readWorkbook } from '../support/read-workbook.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

type Headers = Record<string, string | null>

const ask = async (message: string) => (await platform.request('/api/v1/chat/message', { json: { message } })).body.data
const results = (id: string, query = '', headers: Headers = {}) =>
  platform.request(`/api/v1/chat/messages/${id}/results${query}`, { headers })

/** Stores an answer with these rows and returns its id. */
const answered = async (
  rows: readonly Record<string, string | number | boolean | null>[],
  metadata: Message['metadata'] = {},
): Promise<string> => {
  const { organizationId, databaseId } = platform.access
  const caller: Caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' }
  const [turnId, conversationId] = [randomUUID(), randomUUID()]
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, type: 'mixed' as const }))
  const executedAt = new Date().toISOString()
  await platform.app.store.conversations.add({
    id: conversationId,
    organizationId,
    userId: 1,
    databaseId,
    tenantId: '1',
    scopeId: 'tester',
    title: 'x',
    messageCount: 0,
    createdAt: executedAt,
    lastMessageAt: executedAt,
  })
  await platform.app.store.results.put(
    caller,
    { turnId, conversationId, databaseId },
    {
      result: { columns, rows, rowCount: rows.length, truncated: true, executionTimeMs: 1 },
      receipt: {
        engine: 'any',
        statement: 's',
        tables: [],
        filters: [],
        fingerprint: 'f',
        guardVersion: 1,
        databaseId,
        drafted: 'd',
        planner: 'builtin',
        rowCount: rows.length,
        truncated: true,
        executionTimeMs: 1,
        executedAt,
      },
    },
    1,
  )
  const id = `${turnId}.assistant`
  await platform.app.store.messages.add(caller, databaseId, {
    id,
    conversationId,
    content: 'x',
    sender: 'ASSISTANT',
    timestamp: executedAt,
    type: 'text',
    metadata,
  })
  return id
}

describe('GET /api/v1/chat/messages/{message_id}/results', () => {
  it('returns the rows of the stored answer, with the receipt only for organization keys', async () => {
    const { message_id, results: rows, row_count, receipt } = await ask('How many orders are there by status?')
    const { status, body } = await results(message_id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ message_id, rows, row_count, truncated: false, receipt })
    expect(body.data.columns.map(({ name }: { name: string }) => name)).toEqual(Object.keys(rows[0]))
    const headers = { 'X-API-Key': platform.access.databaseKey }
    const seen = (await results(message_id, '', headers)).body.data
    // Named by the titles of columns, not by the aliases of the query.
    expect([seen.rows.map(Object.values), seen.receipt]).toEqual([rows.map(Object.values), undefined])
  })

  it('returns the rows as CSV by format or by Accept', async () => {
    const { message_id, results: rows } = await ask('How many orders are there by status?')
    const byFormat = await results(message_id, '?format=csv')
    const byAccept = await results(message_id, '', { Accept: 'text/csv' })
    expect(byAccept.text).toBe(byFormat.text)
    expect(byFormat.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(byFormat.headers.get('content-disposition')).toBe(
      `attachment; filename="results-${message_id.split('.')[0]}.csv"`,
    )
    const lines = byFormat.text.split('\r\n')
    expect(lines).toEqual([
      Object.keys(rows[0]).join(','),
      ...rows.map((row: Record<string, unknown>) => Object.values(row).join(',')),
      '',
    ])
    expect((await results(message_id, '?format=json', { Accept: 'text/csv' })).body.success).toBe(true)
  })

  it('escapes formulas in the CSV file, and quotes separators and line breaks', async () => {
    const id = await answered([
      { '=name()': '=HYPERLINK("http://evil")', 'a.b': 'x,"y"\nz', ok: true, n: -3, nothing: null, letter: 'ü🧮' },
      { '=name()': '@a', 'a.b': '', ok: false, n: 2.5, nothing: null, letter: '-1' },
    ])
    const { text, headers } = await results(id, '?format=csv')
    expect(text).toBe(
      `'=name(),a.b,ok,n,nothing,letter\r\n"'=HYPERLINK(""http://evil"")","x,""y""\nz",true,-3,,ü🧮\r\n'@a,,false,2.5,,-1\r\n`,
    )
    expect(headers.get('x-results-truncated')).toBe('true')
  })

  it('returns the rows as a workbook, with the query only for organization keys', async () => {
    const id = await answered([{ 'a.b': 'x', n: 2.5 }])
    const headers = { 'X-API-Key': platform.access.databaseKey }
    const [seen, seenPublicly] = await Promise.all(
      [{}, headers].map(async (more) => {
        const response = await platform.open(`/api/v1/chat/messages/${id}/results?format=xlsx`, { headers: more })
        expect(response.headers.get('content-type')).toBe(MEDIA_TYPES.xlsx)
        expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="results-[\w-]+\.xlsx"$/)
        const bytes = new Uint8Array(await response.arrayBuffer())
        expect(response.headers.get('content-length')).toBe(String(bytes.length))
        return readWorkbook(bytes).map(({ rows }) => rows.map((row) => row.map((cell) => cell?.value)))
      }),
    )
    expect(seen?.[0]).toEqual([
      ['a.b', 'n'],
      ['x', 2.5],
    ])
    expect(seenPublicly?.[0]).toEqual([
      ['a b', 'n'],
      ['x', 2.5],
    ])
    expect(seen?.[1]?.map(([label]) => label)).toEqual(['Query', 'Run at', 'Rows', 'Rows left out'])
    expect(seenPublicly?.[1]?.map(([label]) => label)).toEqual(['Run at', 'Rows', 'Rows left out'])
  })

  it('returns an ETag of the content', async () => {
    const path = `/api/v1/chat/messages/${await answered([{ a: 1 }])}/results?format=csv`
    const [first, second] = [await platform.open(path), await platform.open(path)]
    expect(first.headers.get('etag')).toMatch(/^"[\da-f]{64}"$/)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await first.text()).toBe(await second.text())
  })

  it('returns no rows for an answer without a query', async () => {
    const { message_id } = await ask('hello')
    expect((await results(message_id)).body.data).toEqual({
      message_id,
      columns: [],
      rows: [],
      row_count: 0,
      truncated: false,
    })
  })

  it.each<[string, Headers]>([
    ['another scope', { 'X-Scope-Id': 'somebody else' }],
    ['another tenant', { 'X-Tenant-Id': '2' }],
  ])('returns the same 404 to %s as for an unknown message', async (_, headers) => {
    const { message_id } = await ask('How many orders are there by status?')
    for (const id of [message_id, `${randomUUID()}.assistant`, 'x', 'a%2Fb', '$where']) {
      const replies = [await results(id, '', headers), await results(id, '?format=csv', headers)]
      for (const { status, body } of replies)
        expect([status, body.error_code, body.message]).toEqual([
          404,
          'NOT_FOUND_RESOURCE',
          'The message was not found.',
        ])
    }
  })
})

describe('PUT /api/v1/chat/messages/{message_id}/view', () => {
  const keep = (id: string, json: unknown, headers: Headers = {}) =>
    platform.request(`/api/v1/chat/messages/${id}/view`, { method: 'PUT', json, headers })
  const inHistory = async (id: string, headers: Headers = {}) => {
    const { body } = await platform.request('/api/v1/chat/history?limit=200', { headers })
    return body.data.messages.find((message: { id: string }) => message.id === id)?.metadata.view
  }
  const PARTS = [{ query_id: 'q', title: 'Per week' }]

  it('stores the latest view per part with the answer, and returns it in the history to every reader', async () => {
    const id = await answered([{ town: 'Kiel', n: 1 }], { parts: PARTS })
    expect(await inHistory(id)).toBeUndefined()
    const table = { shows: 'table', sort: { column: 'n', descending: true }, column_widths: { 'a.$b': 120 } }
    const kept = await keep(id, table)
    expect([kept.status, kept.body.data]).toEqual([200, { message_id: id, part: null, view: table }])
    const chart = { shows: 'chart', chart_type: 'bar' }
    await keep(id, { part: 1, ...chart }, { 'X-API-Key': platform.access.databaseKey })
    expect(await inHistory(id)).toEqual({ '0': table, '1': chart })
    // A reader who does not receive the names of columns neither receives nor stores settings by column.
    const reader = { 'X-API-Key': platform.access.databaseKey }
    expect(await inHistory(id, reader)).toEqual({ '0': { shows: 'table' }, '1': chart })
    expect((await keep(id, table, reader)).status).toBe(400)
    await keep(id, { shows: 'chart' })
    expect(await inHistory(id)).toEqual({ '0': { shows: 'chart' }, '1': chart })
    for (const part of [undefined, 1]) expect((await keep(id, { part })).status).toBe(200)
    expect(await inHistory(id)).toBeUndefined()
  })

  it('returns 404 for messages that are not answers visible to the caller', async () => {
    const id = await answered([{ n: 1 }])
    const view = { shows: 'table' }
    const replies = await Promise.all([
      keep(id, view, { 'X-Scope-Id': 'somebody else' }),
      keep(id, view, { 'X-Tenant-Id': '2' }),
      keep(id.replace('.assistant', '.user'), view),
      keep(`${randomUUID()}.assistant`, view),
    ])
    for (const { status, body } of replies) expect([status, body.problem]).toEqual([404, 'message_not_found'])
    expect(await inHistory(id)).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['a part that the answer does not have', { part: 2, shows: 'table' }, 'part'],
    ['part 0', { part: 0 }, 'part'],
    ['an unknown display', { shows: 'globe' }, 'shows'],
    ['an unknown chart type', { chart_type: 'pie' }, 'chart_type'],
    ['an incomplete sort', { sort: { column: 'n' } }, 'sort.descending'],
    ['a width below a pixel', { column_widths: { n: 0 } }, 'column_widths.n'],
    ['a view over the size limit', { sort: { column: 'n'.repeat(8_000), descending: true } }, 'body'],
    ['an unknown field', { zoom: 2 }, 'zoom'],
  ])('rejects a view with %s, and reports the field', async (_, json, field) => {
    const { status, body } = await keep(await answered([{ n: 1 }], { parts: PARTS }), json)
    expect([status, body.details[0].field]).toEqual([400, field])
  })
})

describe('POST /api/v1/chat/messages/{message_id}/feedback', () => {
  const rate = (id: string, json: object, headers: Headers = {}) =>
    platform.request(`/api/v1/chat/messages/${id}/feedback`, { json, headers })
  const inHistory = async (conversation_id: string) =>
    (await platform.request(`/api/v1/chat/history?conversation_id=${conversation_id}&limit=1`)).body.data.messages[0]
      .metadata.feedback

  it('stores the latest rating with the answer, returns it in the history, and is idempotent', async () => {
    const { message_id, conversation_id } = await ask('How many orders are there?')
    expect(await inHistory(conversation_id)).toBeUndefined()
    const first = await rate(message_id, { rating: 1, comment: ' Quite right. ' })
    expect(first.body.data).toEqual({
      message_id,
      rating: 'up',
      comment: 'Quite right.',
      rated_at: expect.any(String),
    })
    const { rated_at } = first.body.data
    expect((await rate(message_id, { rating: 'up', comment: 'Quite right.' })).body.data.rated_at).toBe(rated_at)
    expect(await inHistory(conversation_id)).toEqual({ rating: 'up', comment: 'Quite right.', rated_at })
    expect((await rate(message_id, { rating: -1 })).body.data).toMatchObject({ rating: 'down', comment: null })
    expect(await inHistory(conversation_id)).toEqual({ rating: 'down', rated_at: expect.any(String) })
  })

  it('returns 404 for messages that are not answers visible to the caller', async () => {
    const { message_id, conversation_id, turn_id } = await ask('How many orders are there?')
    const replies = await Promise.all([
      rate(message_id, { rating: 'up' }, { 'X-Scope-Id': 'somebody else' }),
      rate(message_id, { rating: 'up' }, { 'X-Tenant-Id': '2' }),
      rate(`${turn_id}.user`, { rating: 'up' }),
      rate(`${randomUUID()}.assistant`, { rating: 'up' }),
    ])
    for (const { status, body } of replies) expect([status, body.error_code]).toEqual([404, 'NOT_FOUND_RESOURCE'])
    expect(await inHistory(conversation_id)).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['no rating', {}, 'rating'],
    ['an unknown rating', { rating: 'sideways' }, 'rating'],
    ['half a star', { rating: 0.5 }, 'rating'],
    ['a long comment', { rating: 'up', comment: 'x'.repeat(2_001) }, 'comment'],
    ['a comment that is not a text', { rating: 'up', comment: {} }, 'comment'],
    ['an unknown field', { rating: 'up', stars: 5 }, 'stars'],
  ])('rejects a rating with %s, and reports the field', async (_, json, field) => {
    const { status, body } = await rate(`${randomUUID()}.assistant`, json)
    expect([status, body.details[0].field]).toEqual([400, field])
  })
})
