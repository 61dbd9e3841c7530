import { randomUUID } from 'node:crypto'
import type { Json } from '../../src/platform/values/json.ts'
import { connectStore } from '../../src/store/connection.ts'
import { type AnsweredTurn, answeredTurn, CHART, receipt } from '../support/answered-turn.ts'
import { type Platform, type Reply, type RequestOptions, startPlatform } from '../support/platform.ts'
import { type Manager, managerOf } from './management/manager.ts'

let platform: Platform
let other: Manager
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  other = await managerOf(platform)
  await switchSharing(true)
})
afterAll(() => platform.close())

const NO_KEY = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null }

const switchSharing = (isOn: boolean): Promise<Reply> =>
  platform.request('/api/v1/organization', { method: 'PATCH', json: { share_links: isOn } })

const own = (more: Partial<AnsweredTurn> = {}): AnsweredTurn => {
  const { organizationId, databaseId } = platform.access
  const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
  return { caller, databaseId, ...more }
}

const share = (messageId: string, json: object = {}, options: RequestOptions = {}) =>
  platform.request(`/api/v1/chat/messages/${messageId}/share`, { method: 'POST', json, ...options })

/** Shares an answer and returns the path of its link. */
const shared = async (more: Partial<AnsweredTurn> = {}, json: object = {}) => {
  const turn = await answeredTurn(platform.app.store, own(more))
  const { status, body } = await share(turn.messageId, json)
  expect(status).toBe(201)
  return { ...turn, ...body.data, path: new URL(body.data.url).pathname }
}

const read = (path: string, headers: Record<string, string | null> = {}) =>
  platform.request(path, { headers: { ...NO_KEY, ...headers } })
const readJson = (path: string) => read(path, { Accept: 'application/json' })

/** The observable parts of a response, without headers and fields that differ by request. */
const seen = ({ status, headers, text }: Reply) => {
  const kept = [...headers].filter(([name]) => !/^(x-request-id|date|x-ratelimit-(remaining|reset))$/.test(name))
  const isJson = headers.get('content-type')?.includes('json') ?? false
  return { status, headers: kept, text: isJson ? text.replace(/"(trace_id|timestamp)":"[^"]*"/g, '') : text }
}

const altered = (path: string, at: number): string =>
  `${path.slice(0, at)}${path[at] === 'a' ? 'b' : 'a'}${path.slice(at + 1)}`

describe('sharing an answer', () => {
  it('is rejected until the organization switches it on, which is recorded in the audit log', async () => {
    const off = await managerOf(platform)
    expect((await off.get('/organization')).body.data.share_links).toBe(false)
    const caller = { organizationId: off.organizationId, kind: 'organization', userId: 7 } as const
    const { messageId } = await answeredTurn(platform.app.store, own({ caller }))
    const refused = await off.send('POST', `/chat/messages/${messageId}/share`, {})
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('switched off')])
    const { body } = await off.send('PATCH', '/organization', { share_links: true })
    expect(body.data.share_links).toBe(true)
    expect(await off.audit()).toEqual([['organization.changed', String(off.organizationId), ['share_links']]])
  })

  it('returns a URL that is valid for 7 days, or for a requested number up to 90', async () => {
    const { messageId } = await answeredTurn(platform.app.store, own())
    for (const [json, days] of [
      [{}, 7],
      [{ expires_in_days: 90, include_query: true }, 90],
    ] as const) {
      const { status, body } = await share(messageId, json)
      const { created_at, expires_at, url, include_query } = body.data
      expect([status, include_query]).toEqual([201, days === 90])
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(days * 24 * 60 * 60_000)
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/sh_[\w-]{64}$/)
    }
    for (const expires_in_days of [0, 91, 1.5, '7', null])
      expect((await share(messageId, { expires_in_days })).status).toBe(400)
  })

  it('returns the same URL for a repeated Idempotency-Key', async () => {
    const { messageId } = await answeredTurn(platform.app.store, own())
    const headers = { 'Idempotency-Key': randomUUID() }
    const [first, again] = [await share(messageId, {}, { headers }), await share(messageId, {}, { headers })]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body.data).toEqual(first.body.data)
    const { body } = await platform.request(`/api/v1/chat/messages/${messageId}/shares`)
    expect(body.data.shares).toHaveLength(1)
  })

  it('stores no URL: neither the store nor the list of links contains a token', async () => {
    const { messageId, url, share_id, expires_at, created_at } = await shared()
    const { body } = await platform.request(`/api/v1/chat/messages/${messageId}/shares`)
    const listed = { share_id, message_id: messageId, created_at, expires_at, include_query: false }
    expect(body.data).toEqual({ shares: [listed] })
    const raw = await connectStore(platform.env.MONGODB_URI ?? '')
    const documents = JSON.stringify(await raw.collection('shares').find().toArray())
    await raw.close()
    expect(documents).toContain(share_id)
    expect(documents).not.toContain(new URL(url).pathname.slice('/s/'.length))
  })

  it('rejects public keys for creating, listing and revoking links', async () => {
    const { messageId, share_id } = await shared()
    const headers = { 'X-API-Key': platform.access.databaseKey }
    for (const reply of [
      await share(messageId, {}, { headers }),
      await platform.request(`/api/v1/chat/messages/${messageId}/shares`, { headers }),
      await platform.request(`/api/v1/chat/shares/${share_id}`, { method: 'DELETE', headers }),
    ])
      expect([reply.status, reply.body.error.message]).toEqual([403, expect.stringContaining('organization key')])
  })

  it('shares only answers that its caller can see', async () => {
    const { store } = platform.app
    const { messageId, questionId } = await answeredTurn(store, own())
    const failed = await answeredTurn(store, own({ metadata: { problem: 'query_timeout' } }))
    const unknown = await share(`${randomUUID()}.assistant`)
    const tenant = await share(messageId, {}, { headers: { 'X-Tenant-Id': '2' } })
    const scope = await share(messageId, {}, { headers: { 'X-Scope-Id': 'else' } })
    await other.send('PATCH', '/organization', { share_links: true })
    const foreign = await other.send('POST', `/chat/messages/${messageId}/share`, {})
    for (const reply of [tenant, scope, foreign]) expect(seen(reply)).toEqual(seen(unknown))
    for (const id of [questionId, failed.messageId])
      expect([(await share(id)).status, (await share(id)).body.message]).toEqual([
        404,
        expect.stringContaining('Only answers can be shared'),
      ])
  })
})

describe('a share link', () => {
  it('shows question, answer, rows, time, tenant, scope and expiry without a key', async () => {
    const part = { title: 'By month', receipt: receipt(platform.access.databaseId) }
    const result = { columns: [{ name: 'month', type: 'text' as const }], rows: [{ month: '2026-10-01' }] }
    const parts = [{ ...part, result: { ...result, rowCount: 1, truncated: false, executionTimeMs: 1 } }]
    const { path, expires_at } = await shared({ parts })
    const { body } = await readJson(path)
    expect(body.data).toEqual({
      organization: expect.any(String),
      question: 'How many orders by status?',
      message: 'Two.',
      asked_at: '2026-11-21T14:02:00.000Z',
      expires_at,
      tenant_id: '1',
      scope_id: 'tester',
      sources: ['Orders'],
      assumptions: ['Cancelled orders count.'],
      parts: [
        {
          columns: [
            { name: 'status', type: 'text' },
            { name: 'n', type: 'number' },
          ],
          rows: [
            { status: 'open', n: 2 },
            { status: 'paid', n: 1_234 },
          ],
          row_count: 2,
          truncated: false,
          chart: CHART,
        },
        { title: 'By month', ...result, row_count: 1, truncated: false },
      ],
    })
    const { status, text } = await read(path)
    expect(status).toBe(200)
    for (const shownText of ['How many orders by status?', 'as tenant 1', 'scope tester', '1,234', 'Oct 1, 2026'])
      expect(text).toContain(shownText)
    expect(text).toContain('November 21, 2026 at 2:02 PM UTC')
  })

  it('shows the query only if include_query was set', async () => {
    const [without, including] = [await shared(), await shared({}, { include_query: true })]
    for (const reply of [await read(without.path), await readJson(without.path)])
      expect(reply.text).not.toMatch(/SELECT/)
    expect((await read(including.path)).text).toContain('SELECT status, n FROM orders WHERE shop_id = ?1')
    const [{ query, guarded_query }] = (await readJson(including.path)).body.data.parts
    expect([query, guarded_query]).toEqual([
      'SELECT status, n FROM orders',
      'SELECT status, n FROM orders WHERE shop_id = ?1',
    ])
  })

  it('shows the answer as it was shared, after changes of rows, policy and message', async () => {
    const { path, messageId } = await shared()
    const before = await readJson(path)
    const { organizationId, databaseId } = platform.access
    const database = await platform.app.store.databases.find({ organizationId }, databaseId)
    const policy = { ...database?.policy, version: 1 as const, engine: 'sqlite', tables: {} }
    await platform.app.store.databases.change({ organizationId }, databaseId, { policy })
    const raw = await connectStore(platform.env.MONGODB_URI ?? '')
    await raw.collection('results').deleteMany({ _id: messageId.split('.')[0] } as object)
    await raw.collection('messages').updateOne({ _id: messageId } as object, { $set: { content: 'Other.' } })
    await raw.close()
    if (database?.policy !== undefined)
      await platform.app.store.databases.change({ organizationId }, databaseId, { policy: database.policy })
    expect(await readJson(path)).toMatchObject({ status: 200, text: before.text })
  })

  it('serves a page or JSON, in English or German, to GET and HEAD only', async () => {
    const { path } = await shared()
    const german = await read(path, { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' })
    expect(german.text).toContain('<html lang="de">')
    for (const words of ['als Mandant 1', '1.234', '2 Zeilen', '21. November 2026'])
      expect(german.text).toContain(words)
    expect((await read(path, { 'Accept-Language': 'fr' })).text).toContain('<html lang="en">')
    expect((await fetch(`${platform.baseUrl}${path}`, { method: 'HEAD' })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await platform.request(path, { method, headers: NO_KEY })
      expect([method, status, body.error_code]).toEqual([method, 404, 'NOT_FOUND_RESOURCE'])
    }
    for (const address of ['/s', '/s/', `${path}/`, `${path}/results`, path.toUpperCase(), `/api/v1${path}`]) {
      const { status, body } = await read(address)
      expect([address, status, body?.error_code]).toEqual([address, 404, 'NOT_FOUND_RESOURCE'])
    }
  })

  it('sends headers against caching, indexing and embedding, sets no cookie and contains no script', async () => {
    const { path } = await shared()
    for (const reply of [await read(path), await readJson(path), await read(altered(path, 30))]) {
      const { headers } = reply
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      })
      for (const name of ['set-cookie', 'etag', 'access-control-allow-origin']) expect(headers.has(name)).toBe(false)
    }
    const { text } = await read(path)
    expect(text).not.toMatch(/<script|\son\w+=|style=|https?:/i)
    const stylesheet = await fetch(new URL('../assets/shared-answer.css', `${platform.baseUrl}${path}`))
    expect([stylesheet.status, stylesheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('is masked in the log', async () => {
    const paths: string[] = []
    const logging = await startPlatform({
      worker: false,
      observe: (event) => event.kind === 'request_completed' && paths.push(event.path),
    })
    await fetch(`${logging.baseUrl}/s/sh_${'a'.repeat(64)}`)
    await logging.close()
    expect(paths).toContain('/s/sh_…')
  })
})

describe('text on the page of a share link', () => {
  const page = async (more: Partial<AnsweredTurn>): Promise<string> => (await read((await shared(more)).path)).text
  const table = (rows: readonly Record<string, Json>[], type: 'text' | 'number' | 'mixed' = 'text') => ({
    columns: Object.keys(rows[0] ?? {}).map((name) => ({ name, type })),
    rows,
    rowCount: rows.length,
  })

  it('is escaped: markup, Markdown with links and images, and column names', async () => {
    const hostile = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'
    const markdown = '[click](https://evil.example) ![i](https://evil.example/i.png)'
    const text = await page({
      question: `${hostile} ${markdown}`,
      message: `${hostile} ${markdown}`,
      result: table([{ [hostile]: hostile, [markdown]: `${markdown}\u202e \u0000 \ud800` }]),
      metadata: {
        query_type: 'data_retrieval',
        execution_time_ms: 1,
        sources: [hostile],
        assumptions: [hostile],
        suggestions: [],
        chart: { title: hostile, alt: hostile, type: 'bar', alternatives: [], spec: {} },
      },
    })
    expect(text).not.toMatch(/<(script|img|a|svg|iframe|form)\b/i)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&gt;&lt;script&gt;')
    expect(text).toContain('[click](https://evil.example)')
    expect(text).toContain('<bdi>')
  })

  it('keeps every digit of numbers, groups digits of amounts but not of ids and years, and marks missing values', async () => {
    const rows = [
      { id: 123_456, year: 2_026, amount: 1_234_567.125, exact: '12345678901234567890.50', none: null, big: 1e21 },
      { id: 123_457, year: 2_027, amount: 0.30000000000000004, exact: 1.5, none: null, big: 5 },
    ]
    const columns = Object.keys(rows[0] ?? {}).map((name) => ({
      name,
      type: name === 'exact' ? ('mixed' as const) : ('number' as const),
      ...(name === 'exact' ? { unit: 'EUR' } : {}),
    }))
    const text = await page({ result: { columns, rows, rowCount: 2 } })
    for (const cell of [
      '123456',
      '2026',
      '1,234,567.125',
      '0.30000000000000004',
      '12,345,678,901,234,567,890.50',
      '1e+21',
    ])
      expect(text).toContain(`<bdi>${cell}</bdi>`)
    expect(text).toContain('<span class="unit">(EUR)</span>')
    expect(text).toContain('<span aria-hidden="true">—</span><span class="unseen">no value</span>')
  })

  it('formats dates as dates, and leaves other values unchanged', async () => {
    const text = await page({
      result: table([
        {
          day: '2026-03-29',
          midnight: '2026-03-29T00:00:00.000Z',
          moment: '2026-03-29T22:30:00.000Z',
          odd: '2026-02-31',
        },
        { day: '2026-10-25', midnight: '2026-10-25 00:00:00', moment: '2026-03-30T00:00:00.000Z', odd: '2026-02-31' },
      ]),
    })
    expect(text.match(/<time datetime="2026-03-29">Mar 29, 2026<\/time>/g)).toHaveLength(2)
    for (const cell of ['2026-03-29T22:30:00.000Z', '2026-03-30T00:00:00.000Z', '2026-02-31'])
      expect(text).toContain(`<bdi>${cell}</bdi>`)
  })

  it('puts 40 columns and cells of 5 kB into a scrollable, focusable region without truncation', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `column ${at}`)
    const long = 'lang '.repeat(1_000)
    const text = await page({
      result: { ...table([Object.fromEntries(names.map((name) => [name, long]))]), truncated: true },
    })
    expect(text).toContain('role="region" aria-labelledby="rows-1" tabindex="0"')
    expect(text.match(/<th scope="col">/g)).toHaveLength(40)
    expect(text.match(/<th scope="row">/g)).toHaveLength(1)
    expect(text.split(long)).toHaveLength(41)
    expect(text.match(/<label><input type="checkbox"> Show all<\/label>/g)).toHaveLength(40)
    expect(text).toContain('The first row; there were more')
  })
})
