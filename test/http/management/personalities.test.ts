import { randomUUID } from 'node:crypto'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
let other: Manager
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  own = await managerOf(platform)
  other = await managerOf(platform)
})
afterAll(() => platform.close())

const FULL = {
  name: 'Ann',
  style: 'FRIENDLY',
  instructions: 'Use first names.\nBe brief.',
  greeting: 'Welcome!',
  system_prompt: 'You are Ann, of the front desk.',
  links: true,
  qa: false,
}

describe('personalities', () => {
  it('can be created, read, changed, listed by name and removed, with an audit entry for each change', async () => {
    const made = await own.send('POST', '/personalities', FULL)
    expect([made.status, made.body.data]).toEqual([
      201,
      { ...FULL, id: expect.any(String), created_at: expect.any(String), updated_at: expect.any(String) },
    ])
    const { id } = made.body.data
    expect((await own.get(`/personalities/${id}`)).body.data).toEqual(made.body.data)
    const changed = await own.send('PATCH', `/personalities/${id}`, { greeting: null, style: 'CONCISE' })
    expect(changed.body.data).toMatchObject({ ...FULL, greeting: '', style: 'CONCISE' })
    const plain = await own.send('POST', '/personalities', { name: 'Abe' })
    expect(plain.body.data).toMatchObject({
      style: 'PROFESSIONAL',
      system_prompt: '',
      instructions: '',
      links: false,
      qa: true,
    })
    expect((await own.send('PATCH', `/personalities/${id}`, { system_prompt: null })).body.data.system_prompt).toBe('')
    const list = await own.get('/personalities?page_size=1')
    expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Abe'])
    expect(list.body.pagination).toMatchObject({ total_items: 2, total_pages: 2, has_next: true })
    const removed = await own.send('DELETE', `/personalities/${id}`)
    expect([removed.status, removed.body.success, typeof removed.body.message]).toEqual([200, true, 'string'])
    expect(codeOf(await own.get(`/personalities/${id}`))).toEqual([404, 'NOT_FOUND_PERSONALITY'])
    expect(await own.audit()).toEqual([
      ['personality.removed', id, []],
      ['personality.changed', id, ['system_prompt']],
      ['personality.created', plain.body.data.id, expect.arrayContaining(['name'])],
      ['personality.changed', id, ['style', 'greeting']],
      ['personality.created', id, expect.arrayContaining(['name', 'system_prompt', 'instructions'])],
    ])
  })

  it('of another organization get the response of unknown ones', async () => {
    const { id } = (await own.send('POST', '/personalities', { name: 'Ours' })).body.data
    for (const [method, json] of [['GET'], ['PATCH', { greeting: 'Hi' }], ['DELETE']] as const) {
      const foreign = await other.send(method, `/personalities/${id}`, json)
      const unknown = await other.send(method, `/personalities/${randomUUID()}`, json)
      expect(codeOf(foreign)).toEqual([404, 'NOT_FOUND_PERSONALITY'])
      expect({ ...foreign.body, trace_id: '', timestamp: '' }).toEqual({ ...unknown.body, trace_id: '', timestamp: '' })
    }
    expect((await other.get('/personalities')).body.data).toEqual([])
    expect((await own.get(`/personalities/${id}`)).body.data.greeting).toBe('')
  })

  it('have unique names', async () => {
    const { id } = (await own.send('POST', '/personalities', { name: 'Twin' })).body.data
    expect(codeOf(await own.send('POST', '/personalities', { name: 'TWIN' }))).toEqual([
      400,
      'BUSINESS_DUPLICATE_ENTRY',
    ])
    const third = (await own.send('POST', '/personalities', { name: 'Third' })).body.data
    const renamed = await own.send('PATCH', `/personalities/${third.id}`, { name: 'twin' })
    expect([codeOf(renamed), renamed.body.details[0].field]).toEqual([[400, 'BUSINESS_DUPLICATE_ENTRY'], 'name'])
    expect((await own.send('PATCH', `/personalities/${id}`, { name: 'TWIN' })).body.data.name).toBe('TWIN')
  })

  it.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['null as the name', { name: null }, 'name'],
    ['an unknown style', { name: 'x', style: 'RUDE' }, 'style'],
    ['a long prompt', { name: 'x', system_prompt: 'x'.repeat(4_001) }, 'system_prompt'],
    ['a prompt that is no text', { name: 'x', system_prompt: ['x'] }, 'system_prompt'],
    ['long instructions', { name: 'x', instructions: 'x'.repeat(2_001) }, 'instructions'],
    ['a long greeting', { name: 'x', greeting: 'x'.repeat(501) }, 'greeting'],
    ['a switch that is no boolean', { name: 'x', links: 'yes' }, 'links'],
    ['an unknown field', { name: 'x', system: 'x' }, 'system'],
  ])('are refused with %s, and the response names the field', async (_, json, field) => {
    const { status, body } = await own.send('POST', '/personalities', json)
    expect([status, body.details[0].field]).toEqual([400, field])
  })

  it('are created once per Idempotency-Key, also by concurrent requests', async () => {
    const post = (name: string, key: string) =>
      platform.request('/api/v1/personalities', {
        json: { name },
        headers: { 'X-API-Key': other.key, 'X-Tenant-Id': null, 'X-Scope-Id': null, 'Idempotency-Key': key },
      })
    const made = await Promise.all(Array.from({ length: 8 }, () => post('Once', 'key')))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await post('Once', 'key')).headers.get('idempotent-replayed')).toBe('true')
    expect(codeOf(await post('Twice', 'key'))).toEqual([422, 'VALIDATION_ERROR'])
    expect(codeOf(await post('Once', 'another key'))).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
    expect(await other.audit()).toHaveLength(1)
  })

  it('require the manage permission', async () => {
    const reader = await managerOf(platform, 'professional', ['chat', 'history'])
    expect(codeOf(await reader.get('/personalities'))).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    const headers = { 'X-API-Key': platform.access.databaseKey }
    expect((await platform.request('/api/v1/personalities', { headers })).status).toBe(403)
  })
})
