import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectStore } from '../../../src/store/connection.ts'
import { crmFile } from '../../cli/operator/crm-file.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type Manager, managerOf } from './manager.ts'

let platform: Platform
let manager: Manager
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-repeated-'))
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  manager = await managerOf(platform, 'enterprise')
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const post = (path: string, json: unknown, key: string, apiKey = manager.key) =>
  platform.request(`/api/v1${path}`, {
    json,
    headers: { 'X-API-Key': apiKey, 'X-Tenant-Id': null, 'X-Scope-Id': null, 'Idempotency-Key': key },
  })

describe('a change that is asked for again with its Idempotency-Key', () => {
  it.each([
    ['an API key', '/api-keys', () => ({ name: 'twice' })],
    ['a personality', '/personalities', () => ({ name: 'Twice' })],
    ['a database', '/databases', () => ({ name: 'twice', url: `sqlite:${crmFile(folder, 'crm.db')}` })],
  ])('makes %s once, and is answered as the first time', async (_, route, body) => {
    const [key, asked] = [randomUUID(), body()]
    const before = (await manager.audit()).length
    const replies = await Promise.all(Array.from({ length: 4 }, () => post(route, asked, key)))
    replies.push(await post(route, asked, key))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
    expect(replayed).toHaveLength(4)
    expect(await manager.audit()).toHaveLength(before + 1)
  })

  it('renews a key once, whose text is nowhere in clear', async () => {
    const { id } = (await post('/api-keys', { name: 'renewed' }, randomUUID())).body.data
    const key = randomUUID()
    const [first, second] = [
      await post(`/api-keys/${id}/rotate`, {}, key),
      await post(`/api-keys/${id}/rotate`, {}, key),
    ]
    expect(second.body).toEqual(first.body)
    const { key: text } = second.body.data
    const works = await platform.request('/api/v1/organization', {
      headers: { 'X-API-Key': text, 'X-Tenant-Id': null },
    })
    expect(works.status).toBe(200)
    const connection = await connectStore(platform.env.MONGODB_URI ?? '')
    const kept = await connection.collection('kept_replies').find().toArray()
    expect(kept.length).toBeGreaterThan(0)
    const stored = kept.map(({ reply }) => Buffer.from(reply.buffer ?? reply).toString('latin1')).join()
    expect(stored).not.toContain(text.split('_')[2])
    expect(stored).not.toContain('data')
    await connection.close()
  })

  it('is another request with another body or by another key, and is refused', async () => {
    const key = randomUUID()
    await post('/personalities', { name: 'Own' }, key)
    const { key: other } = (await post('/api-keys', { name: 'other' }, randomUUID())).body.data
    for (const reply of [
      await post('/personalities', { name: 'Own two' }, key),
      await post('/api-keys', { name: 'Own' }, key),
      await post('/personalities', { name: 'Own' }, key, other),
    ])
      expect([reply.status, reply.body.error_code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  it('is a new try after a refusal', async () => {
    const key = randomUUID()
    await post('/personalities', { name: 'Taken' }, randomUUID())
    expect((await post('/personalities', { name: 'Taken' }, key)).status).toBe(400)
    const { body } = await manager.get('/personalities')
    const { id } = body.data.find(({ name }: { name: string }) => name === 'Taken')
    await manager.send('DELETE', `/personalities/${id}`)
    expect((await post('/personalities', { name: 'Taken' }, key)).status).toBe(201)
  })
})
