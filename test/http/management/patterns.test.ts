import { randomUUID } from 'node:crypto'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

let platform: Platform
let other: Manager
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  other = await managerOf(platform)
})
afterAll(() => platform.close())

const HEADERS = { 'X-Tenant-Id': null, 'X-Scope-Id': null }
const send = (method: string, path: string, json?: object) =>
  platform.request(`/api/v1${path}`, { method, headers: HEADERS, ...(json === undefined ? {} : { json }) })
const bodyOf = (question: string, more: object = {}) => ({
  database_id: platform.access.databaseId,
  question,
  query: 'SELECT count(*) AS n FROM orders',
  ...more,
})

describe('patterns', () => {
  it('can be created, read, changed, listed and removed, with an audit entry for each change', async () => {
    const made = await send('POST', '/patterns', bodyOf('How many?', { verified_by: 'Ann' }))
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        ...bodyOf('How many?', { verified_by: 'Ann' }),
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        unshared_values: [],
      },
    ])
    const { unshared_values: _, ...kept } = made.body.data
    const { id } = kept
    expect((await send('GET', `/patterns/${id}`)).body.data).toEqual(kept)
    const changed = await send('PATCH', `/patterns/${id}`, { question: 'How many orders?', verified_by: null })
    expect(changed.body.data).toMatchObject({
      question: 'How many orders?',
      verified_by: expect.stringMatching(/^key /),
    })
    const list = await send('GET', `/patterns?database_id=${platform.access.databaseId}`)
    expect(list.body).toMatchObject({ data: [{ id }], pagination: { total_items: 1 } })
    expect((await send('GET', `/patterns?database_id=${randomUUID()}`)).body.data).toEqual([])
    expect((await send('DELETE', `/patterns/${id}`)).body).toMatchObject({ success: true })
    expect(codeOf(await send('GET', `/patterns/${id}`))).toEqual([404, 'NOT_FOUND_PATTERN'])
    const log = await send('GET', '/audit')
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      ...['pattern.removed', 'pattern.changed', 'pattern.created'],
    ])
  })

  it.each([
    ['a table that no caller may read', 'SELECT count(*) FROM sqlite_master'],
    ['an unknown table', 'SELECT count(*) FROM nowhere'],
    ['a write', 'DELETE FROM orders'],
    ['text instead of a query', 'Good morning'],
  ])('with %s are refused with the reason of the guard, on creation and on change', async (_, query) => {
    const refused = await send('POST', '/patterns', bodyOf(`Refused ${query}`, { query }))
    expect([codeOf(refused), refused.body.details[0].field]).toEqual([[422, 'VALIDATION_ERROR'], 'query'])
    expect(refused.body.message.length).toBeGreaterThan('The guard refuses this query: '.length)
    const { id } = (await send('POST', '/patterns', bodyOf(`Changed ${query}`))).body.data
    expect((await send('PATCH', `/patterns/${id}`, { query })).status).toBe(422)
    expect((await send('GET', `/patterns/${id}`)).body.data.query).toBe(bodyOf('').query)
  })

  it('report the constants that examples hide, including numbers and dates, on creation and on change', async () => {
    const where = "WHERE customer_id = 4711 AND ordered_on > '2026-02-03' AND id NOT IN (815, 1)"
    const query = `SELECT count(*) AS n FROM orders ${where} GROUP BY customer_id ORDER BY 1 LIMIT 20`
    const hidden = ['4711', '2026-02-03', '815', '1'].map((value) => ({ value, hidden: true }))
    const made = await send('POST', '/patterns', bodyOf('Which are hidden?', { query }))
    expect(made.body.data.unshared_values).toEqual(hidden)
    const path = `/patterns/${made.body.data.id}`
    const changed = await send('PATCH', path, { query: query.replace('4711', '4712') })
    expect(changed.body.data.unshared_values[0]).toEqual({ value: '4712', hidden: true })
  })

  it('are created once per Idempotency-Key', async () => {
    const post = (question: string) =>
      platform.request('/api/v1/patterns', {
        json: bodyOf(question),
        headers: { ...HEADERS, 'Idempotency-Key': 'pattern' },
      })
    const [first, second] = [await post('Once?'), await post('Once?')]
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(codeOf(await post('Twice?'))).toEqual([422, 'VALIDATION_ERROR'])
  })

  it('are unique per question of a database', async () => {
    const { id } = (await send('POST', '/patterns', bodyOf('What is new?'))).body.data
    expect(codeOf(await send('POST', '/patterns', bodyOf('what is  NEW')))).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
    const second = (await send('POST', '/patterns', bodyOf('What is old?'))).body.data
    const renamed = await send('PATCH', `/patterns/${second.id}`, { question: 'What is new' })
    expect(codeOf(renamed)).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
    expect((await send('PATCH', `/patterns/${id}`, { question: 'WHAT is new?' })).status).toBe(200)
  })

  it('are unknown to other organizations, and cannot be created for a database of another organization', async () => {
    const { id } = (await send('POST', '/patterns', bodyOf('Ours?'))).body.data
    for (const [method, json] of [['GET'], ['PATCH', { question: 'Theirs?' }], ['DELETE']] as const)
      for (const patternId of [id, randomUUID()])
        expect(codeOf(await other.send(method, `/patterns/${patternId}`, json))).toEqual([404, 'NOT_FOUND_PATTERN'])
    expect(codeOf(await other.send('POST', '/patterns', bodyOf('Theirs?')))).toEqual([404, 'NOT_FOUND_DATABASE'])
    expect((await other.get('/patterns')).body.data).toEqual([])
  })

  it.each<[string, object, string]>([
    ['no question', { question: undefined }, 'question'],
    ['an empty question', { question: ' ' }, 'question'],
    ['a long question', { question: 'x'.repeat(501) }, 'question'],
    ['no database', { database_id: undefined }, 'database_id'],
    ['an invalid database id', { database_id: 'shop' }, 'database_id'],
    ['a long query', { query: 'x'.repeat(20_001) }, 'query'],
    ['an unknown field', { verified: true }, 'verified'],
  ])('are refused with %s, and the response names the field', async (_, more, field) => {
    const { status, body } = await send('POST', '/patterns', bodyOf('Any?', more))
    expect([status, body.details[0].field]).toEqual([400, field])
  })
})
