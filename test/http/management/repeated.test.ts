import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { connectStore } from '../../../src/store/connection.ts'
import { crmFile } from '../../cli/operator/crm-file.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { waitFor } from '../../support/wait-for.ts'
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

/** A verified query for a new database. */
const patternOf = async (name: string) => {
  const database = await post('/databases', { name, url: `sqlite:${crmFile(folder, `${name}.db`)}` }, randomUUID())
  return { database_id: database.body.data.id, question: 'How many orders?', query: 'SELECT count(*) FROM orders' }
}

describe('a request repeated with the same Idempotency-Key', () => {
  it.each([
    ['an API key', '/api-keys', () => ({ name: 'twice' })],
    ['a personality', '/personalities', () => ({ name: 'Twice' })],
    ['a database', '/databases', () => ({ name: 'twice', url: `sqlite:${crmFile(folder, 'crm.db')}` })],
  ])('creates %s once, and gets the first response again', async (_, route, body) => {
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

  /** Simulates a process that was killed after the change and before it stored the response: the reply is deleted, and time passes. */
  const simulateLostReply = async (): Promise<{ again<Value>(ask: () => Promise<Value>): Promise<Value> }> => {
    const connection = await connectStore(platform.env.MONGODB_URI ?? '')
    await connection.collection('kept_replies').deleteMany({})
    await connection.close()
    const real = Date.now
    // UUIDv7 ids never go back: an id of an earlier suite with an advanced clock may be ahead of the real time.
    const latest = Number.parseInt(uuidv7().replaceAll('-', '').slice(0, 12), 16)
    const aheadMs = Math.max(0, latest - real()) + 122_000
    return {
      async again(ask) {
        const later = jest.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs)
        try {
          return await ask()
        } finally {
          later.mockRestore()
        }
      },
    }
  }

  it.each([
    ['an API key', '/api-keys', async () => ({ name: 'lost' })],
    ['a personality', '/personalities', async () => ({ name: 'Lost' })],
    ['a webhook', '/webhooks', async () => ({ url: 'https://hooks.example/lost' })],
    ['a user', '/users', async () => ({ email: `${randomUUID()}@shop.example` })],
    ['a database', '/databases', async () => ({ name: 'lost', url: `sqlite:${crmFile(folder, 'lost.db')}` })],
    ['a verified query', '/patterns', async () => ({ ...(await patternOf('lost pattern')) })],
  ])('returns %s that was created before the process was killed', async (_, route, bodyOf) => {
    const [key, body] = [randomUUID(), await bodyOf()]
    const before = (await manager.get(`${route}?page_size=100`)).body.data.length
    const made = await post(route, body, key)
    const again = await (await simulateLostReply()).again(() => post(route, body, key))
    expect([made.status, again.status, again.body.data.id]).toEqual([201, 201, made.body.data.id])
    expect((await manager.get(`${route}?page_size=100`)).body.data).toHaveLength(before + 1)
  })

  it('returns the job that was started before the process was killed', async () => {
    const key = randomUUID()
    const made = await post('/databases', { name: 'job', url: `sqlite:${crmFile(folder, 'job.db')}` }, randomUUID())
    const route = `/databases/${made.body.data.id}/index`
    const begun = await post(route, {}, key)
    await waitFor(
      'the end of the job',
      async () => (await manager.get(`/jobs/${begun.body.data.id}`)).body.data.status === 'succeeded',
    )
    const again = await (await simulateLostReply()).again(() => post(route, {}, key))
    expect([begun.status, again.status, again.body.data.id]).toEqual([202, 202, begun.body.data.id])
  })

  it('returns the webhook that was created before the response failed', async () => {
    const [key, body] = [randomUUID(), { url: 'https://hooks.example/failed' }]
    const read = jest.spyOn(platform.app.store.webhooks, 'find').mockRejectedValueOnce(new Error('the store is away'))
    const failed = await post('/webhooks', body, key)
    const again = await post('/webhooks', body, key)
    read.mockRestore()
    expect([failed.status >= 500, again.status]).toEqual([true, 201])
    const urls = (await manager.get('/webhooks?page_size=100')).body.data.map(({ url }: { url: string }) => url)
    expect(urls.filter((url: string) => url === body.url)).toHaveLength(1)
  })

  it('rotates a key once, and does not store the key in plain text', async () => {
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

  it('is refused with another body, on another route, or by another API key', async () => {
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

  it('is processed again if the first request was refused', async () => {
    const key = randomUUID()
    await post('/personalities', { name: 'Taken' }, randomUUID())
    expect((await post('/personalities', { name: 'Taken' }, key)).status).toBe(400)
    const { body } = await manager.get('/personalities')
    const { id } = body.data.find(({ name }: { name: string }) => name === 'Taken')
    await manager.send('DELETE', `/personalities/${id}`)
    expect((await post('/personalities', { name: 'Taken' }, key)).status).toBe(201)
  })
})
