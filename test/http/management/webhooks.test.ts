import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import { type ReceivedEvent, webhookReceiver } from '../../../demo/webhook-receiver.ts'
import { DELIVERY_RETRY, type DeliveryRetry, deliveryWorkflowId } from '../../../src/manage/webhooks/rules/delivery.ts'
import { quotaNear } from '../../../src/manage/webhooks/rules/webhook-event.ts'
import { connectStore } from '../../../src/store/connection.ts'
import { change, crmFile } from '../../cli/operator/crm-file.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type Answer, isSignedBy, type Receiver, startReceiver } from '../../support/webhook-receiver.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

jest.setTimeout(120_000)

let platform: Platform
let folder: string
const receivers: Receiver[] = []
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-webhooks-'))
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const receiving = async (answer: Answer = 204): Promise<Receiver> => {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

interface Hook {
  readonly id: string
  readonly secret: string
  /** The webhook as its API returns it. */
  shown(): Promise<Readonly<Record<string, unknown>>>
  /** Its deliveries, the latest first. */
  deliveries(): Promise<readonly Readonly<Record<string, unknown>>[]>
}

const hookOf = async (manager: Manager, url: string, more: object = {}): Promise<Hook> => {
  const { status, body } = await manager.send('POST', '/webhooks', { url, ...more })
  expect([status, body.message]).toEqual([201, undefined])
  const { id, secret } = body.data
  return {
    ...{ id, secret },
    shown: async () => (await manager.get(`/webhooks/${id}`)).body.data,
    deliveries: async () => (await manager.get(`/webhooks/${id}/deliveries`)).body.data,
  }
}

/** Retries without delays. */
const NO_DELAY: DeliveryRetry = { firstMs: 1, factor: 1, longestMs: 1, forMs: 60_000 }
const ONCE: DeliveryRetry = { ...NO_DELAY, forMs: 0 }

let periods = 0
/** Starts the delivery of a new event to an endpoint. @returns the handle of its workflow */
const startDelivery = async ({ organizationId }: Manager, { id: webhookId }: Hook, retry = NO_DELAY) => {
  const period = `period ${++periods}`
  const event = quotaNear(organizationId, new Date().toISOString(), { quota: 'questions', period, used: 8, limit: 10 })
  const input = { organizationId, webhookId, event, retry }
  await platform.app.temporal.deliveries.start(input)
  return platform.app.temporal.client.workflow.getHandle(deliveryWorkflowId(input))
}

describe('webhooks', () => {
  it('can be created, read, changed, rotated, listed and removed, with an audit entry for each change', async () => {
    const own = await managerOf(platform)
    const body = { url: 'https://hooks.example/in?token=canary', events: ['turn.failed'], description: ' Ours ' }
    const made = await own.send('POST', '/webhooks', body)
    const { secret, ...shown } = made.body.data
    expect(made.status).toBe(201)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown).toMatchObject({
      ...{ url: body.url, events: ['turn.failed'], description: 'Ours', status: 'active', disabled_reason: null },
      ...{ last_success_at: null, last_failure_at: null, last_failure: null, previous_until: null },
    })
    const at = `/webhooks/${shown.id}`
    expect((await own.get(at)).body.data).toEqual(shown)
    const changed = await own.send('PATCH', at, { events: null, status: 'paused' })
    expect(changed.body.data).toEqual({ ...shown, events: null, status: 'paused' })
    expect((await own.send('PATCH', at, {})).body.data).toEqual(changed.body.data)
    const rotated = await own.send('POST', `${at}/rotate`, {})
    expect(rotated.body.data.secret).not.toBe(secret)
    const graceMs = Date.parse(rotated.body.data.previous_until) - Date.now()
    expect([graceMs > 86_000_000, graceMs <= 86_400_000]).toEqual([true, true])
    const second = await hookOf(own, 'https://hooks.example/2')
    const list = await own.get('/webhooks')
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([shown.id, second.id])
    expect(list.text).not.toContain('whsec_')
    expect(await own.send('DELETE', at)).toMatchObject({ status: 200 })
    expect(codeOf(await own.get(at))).toEqual([404, 'NOT_FOUND_RESOURCE'])
    expect(await own.audit()).toEqual([
      ['webhook.removed', shown.id, []],
      ['webhook.created', second.id, ['url']],
      ['webhook.rotated', shown.id, ['grace_seconds']],
      ['webhook.changed', shown.id, ['events', 'status']],
      ['webhook.created', shown.id, ['url', 'events', 'description']],
    ])
    expect((await own.get('/audit')).text).not.toContain('canary')
  })

  it('can be managed by their own organization only, and require the manage permission', async () => {
    const [own, other] = [await managerOf(platform), await managerOf(platform)]
    const { id } = await hookOf(own, 'https://hooks.example/')
    const reader = await managerOf(platform, 'professional', ['chat'])
    for (const [method, route, json] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'paused' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate', {}],
      ['POST', '/test', undefined],
      ['GET', '/deliveries', undefined],
    ] as const) {
      const foreign = await other.send(method, `/webhooks/${id}${route}`, json)
      const unknown = await other.send(method, `/webhooks/${randomUUID()}${route}`, json)
      expect(codeOf(foreign)).toEqual([404, 'NOT_FOUND_RESOURCE'])
      expect({ ...foreign.body, trace_id: '', timestamp: '' }).toEqual({ ...unknown.body, trace_id: '', timestamp: '' })
      expect((await reader.send(method, `/webhooks/${id}${route}`, json)).status).toBe(403)
    }
    expect((await other.get('/webhooks')).body.data).toEqual([])
  })

  it('are limited to twenty per organization, also for concurrent requests', async () => {
    const own = await managerOf(platform)
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) => own.send('POST', '/webhooks', { url: `https://hooks.example/${n}` })),
    )
    const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length
    expect([count(201), count(429)]).toEqual([20, 40])
    expect(codeOf(await own.send('POST', '/webhooks', { url: 'https://hooks.example/' }))[0]).toBe(429)
    expect((await own.get('/webhooks?page_size=100')).body.data).toHaveLength(20)
  })

  it.each([
    [{ url: 'ftp://hooks.example/' }, 'url'],
    [{ url: 'https://me:pw@hooks.example/' }, 'url'],
    [{ url: 'https://hooks.example/', events: [] }, 'events'],
    [{ url: 'https://hooks.example/', events: ['turn.begun'] }, 'events.0'],
    [{ url: 'https://hooks.example/', status: 'active' }, 'status'],
    [{ url: 'https://hooks.example/', description: 'x'.repeat(501) }, 'description'],
  ])('are refused if invalid, and the response names the field: %j', async (json, field) => {
    const own = await managerOf(platform)
    const { status, body } = await own.send('POST', '/webhooks', json)
    expect([status, body.details[0].field]).toEqual([400, field])
  })

  it('are tested with one attempt in every status, which reports the outcome but no response body', async () => {
    const own = await managerOf(platform)
    const receiver = await receiving((response) => response.writeHead(503).end('canary'))
    const hook = await hookOf(own, receiver.url)
    await own.send('PATCH', `/webhooks/${hook.id}`, { status: 'paused' })
    const runTest = () => own.send('POST', `/webhooks/${hook.id}/test`)
    const refused = await runTest()
    expect(refused.body.data).toEqual({
      ...{ delivered: false, status: 503, failure: 'status_503', duration_ms: expect.any(Number) },
    })
    expect(refused.text).not.toContain('canary')
    receiver.answer(200)
    expect((await runTest()).body.data).toMatchObject({ delivered: true, status: 200, failure: null })
    await receiver.close()
    expect((await runTest()).body.data).toMatchObject({ delivered: false, status: null, failure: 'refused' })
    expect(receiver.received.map(({ body }) => [body.type, body.data])).toEqual([
      ['webhook.test', { webhook_id: hook.id }],
      ['webhook.test', { webhook_id: hook.id }],
    ])
    expect(receiver.received.every((request) => isSignedBy(hook.secret, request))).toBe(true)
    expect(await hook.shown()).toMatchObject({ last_success_at: null, last_failure: null })
    expect(await hook.deliveries()).toEqual([])
  })

  it('have encrypted secrets in the store', async () => {
    const own = await managerOf(platform)
    const { id, secret } = await hookOf(own, 'https://hooks.example/')
    const connection = await connectStore(platform.env.MONGODB_URI ?? '')
    const kept = await connection
      .collection<{ _id: string; secret: { buffer: Uint8Array } }>('webhooks')
      .findOne({ _id: id })
    const bytes = Buffer.from(kept?.secret.buffer ?? []).toString('latin1')
    await connection.close()
    expect(bytes.length).toBeGreaterThan(secret.length)
    expect(bytes).not.toContain(secret.slice(6, 20))
  })
})

describe('an event of an organization', () => {
  const ask = (manager: Manager, databaseId: string, message: string, headers = {}) =>
    platform.request('/api/v1/chat/message', {
      json: { message, database_id: databaseId },
      headers: { 'X-API-Key': manager.key, 'X-Tenant-Id': '3', 'X-Scope-Id': 'canary-scope', ...headers },
    })

  it('is delivered to the endpoints that subscribe to its type: completed and failed turns, and database drift', async () => {
    const own = await managerOf(platform)
    const file = crmFile(folder)
    const body = { name: 'canary-name', url: `sqlite:${file}`, requires_organization_scoping: true }
    const database = String((await own.send('POST', '/databases', body)).body.data.id)
    const [all, failed, paused, elsewhere] = await Promise.all([receiving(), receiving(), receiving(), receiving()])
    const hook = await hookOf(own, all.url)
    await hookOf(own, failed.url, { events: ['turn.failed'] })
    const { id: pausedId } = await hookOf(own, paused.url)
    await own.send('PATCH', `/webhooks/${pausedId}`, { status: 'paused' })
    await hookOf(await managerOf(platform), elsewhere.url)
    const answered = await ask(own, database, 'How many orders are there?')
    expect(answered.status).toBe(200)
    const [turn] = await all.had(1)
    if (turn === undefined) throw new Error('nothing came')
    const { conversation_id, message_id, execution_time_ms } = answered.body.data
    const turnId = String(message_id).split('.')[0]
    expect(turn.body).toEqual({
      type: 'turn.completed',
      timestamp: expect.any(String),
      data: {
        ...{ turn_id: turnId, conversation_id, database_id: database, execution_time_ms },
        asked_at: expect.any(String),
      },
    })
    expect([turn.headers['webhook-id'], isSignedBy(hook.secret, turn)]).toEqual([`evt_${turnId}`, true])
    expect(turn.text).not.toMatch(/canary|orders|"3"/)

    change(file, 'DROP TABLE users')
    const { body: job } = await own.send('POST', `/databases/${database}/index`)
    const [, drifted] = await all.had(2)
    const { id: jobId } = job.data
    expect(drifted?.body).toMatchObject({ type: 'database.drifted', data: { database_id: database, job_id: jobId } })
    expect(drifted?.body.data.places).toBeGreaterThan(0)

    await rm(file)
    expect((await ask(own, database, 'How many orders were there?')).status).toBeGreaterThanOrEqual(400)
    const [event] = await failed.had(1)
    expect(event?.body).toMatchObject({ type: 'turn.failed', data: { error_code: expect.stringMatching(/^[A-Z_]+$/) } })
    await all.had(3)
    expect([failed.received.length, paused.received.length, elsewhere.received.length]).toEqual([1, 0, 0])
    expect(await hook.shown()).toMatchObject({ last_success_at: expect.any(String), last_failure: null })
  })

  it('is delivered once per endpoint, however often it is emitted', async () => {
    const own = await managerOf(platform)
    const receiver = await receiving()
    const hook = await hookOf(own, receiver.url)
    const { organizationId } = own
    const data = { quota: 'tokens', period: '2026-11-01', used: 80, limit: 100 } as const
    const event = quotaNear(organizationId, '2026-11-25T10:00:00.000Z', data)
    const emit = () => platform.app.webhooks.events.emit(organizationId, event)
    await Promise.all([emit(), emit(), emit()])
    const input = { organizationId, webhookId: hook.id, event, retry: DELIVERY_RETRY }
    const handle = platform.app.temporal.client.workflow.getHandle(deliveryWorkflowId(input))
    expect(await handle.result()).toMatchObject({ kind: 'taken' })
    await emit()
    expect(receiver.received.map(({ body }) => body)).toEqual([
      { type: 'quota.near', timestamp: '2026-11-25T10:00:00.000Z', data },
    ])
  })
})

describe('the example receiver of docs/webhooks.md', () => {
  it('accepts only events signed with its secret, and processes an event once', async () => {
    const own = await managerOf(platform)
    const events: ReceivedEvent[] = []
    let listener: RequestListener = (_, response) => response.writeHead(503).end()
    const server = createServer((request, response) => listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const hook = await hookOf(own, url)
    const fails = [true]
    listener = webhookReceiver(hook.secret, (event) => {
      if (fails.pop() === true) throw new Error('not now')
      events.push(event)
    })
    expect(await (await startDelivery(own, hook)).result()).toMatchObject({ kind: 'taken', status: 204 })
    expect(events).toMatchObject([{ type: 'quota.near', data: { used: 8, limit: 10 } }])
    await own.send('POST', `/webhooks/${hook.id}/rotate`, { grace_seconds: 0 })
    expect((await own.send('POST', `/webhooks/${hook.id}/test`)).body.data).toMatchObject({ failure: 'status_401' })
    expect(events).toHaveLength(1)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('a webhook delivery', () => {
  it('is retried as the same event until it is accepted, after a closed connection, 429 and a redirect', async () => {
    const own = await managerOf(platform)
    let answers = 0
    const receiver = await receiving((response) => {
      answers += 1
      if (answers === 1) response.socket?.destroy()
      else if (answers === 2) response.writeHead(429, { 'Retry-After': '3600' }).end()
      else if (answers === 3) response.writeHead(302, { Location: '/elsewhere' }).end()
      else response.writeHead(200).end('<html>')
    })
    const hook = await hookOf(own, receiver.url)
    expect(await (await startDelivery(own, hook)).result()).toMatchObject({ kind: 'taken', status: 200 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook', '/hook'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
    expect(await hook.shown()).toMatchObject({
      ...{ status: 'active', last_failure: 'status_302', last_success_at: expect.any(String) },
    })
    expect(await hook.deliveries()).toEqual([
      {
        ...{ event_id: receiver.received[0]?.headers['webhook-id'], event_type: 'quota.near', state: 'delivered' },
        ...{ reason: null, attempts: 4, next_try_at: null, last_status: 200, last_failure: 'status_302' },
        ...{ duration_ms: expect.any(Number), created_at: receiver.received[0]?.body.timestamp },
        last_tried_at: expect.any(String),
      },
    ])
  })

  it('is signed with both secrets during the grace period of a rotation, and with the new one only after it', async () => {
    const own = await managerOf(platform)
    const receiver = await receiving()
    const hook = await hookOf(own, receiver.url)
    const rotate = async (grace_seconds: number) =>
      String((await own.send('POST', `/webhooks/${hook.id}/rotate`, { grace_seconds })).body.data.secret)
    const second = await rotate(3_600)
    await (await startDelivery(own, hook)).result()
    const third = await rotate(0)
    await (await startDelivery(own, hook)).result()
    const signers = receiver.received.map((request) =>
      [hook.secret, second, third].map((secret) => isSignedBy(secret, request)),
    )
    expect(signers).toEqual([
      [true, true, false],
      [false, false, true],
    ])
    expect(await hook.shown()).toMatchObject({ previous_until: null })
  })

  it('fails at its deadline and disables an endpoint that accepted nothing, until it is enabled again', async () => {
    const own = await managerOf(platform)
    const receiver = await receiving(500)
    const hook = await hookOf(own, receiver.url)
    expect(await (await startDelivery(own, hook, ONCE)).result()).toEqual({ kind: 'over', because: 'disabled' })
    expect(await hook.shown()).toMatchObject({
      ...{ status: 'disabled', disabled_reason: 'failing', last_failure: 'status_500' },
    })
    const [entry] = (await own.get('/audit')).body.data
    expect(entry).toMatchObject({
      ...{ action: 'webhook.disabled', subject_id: hook.id, outcome: 'done', actor: { kind: 'service', id: null } },
      changes: [{ value: 'disabled' }, { value: 'failing' }],
    })
    expect(await (await startDelivery(own, hook, ONCE)).result()).toEqual({ kind: 'over', because: 'disabled' })
    expect(receiver.received).toHaveLength(1)
    expect(await hook.deliveries()).toMatchObject([
      {
        ...{ state: 'failed', reason: 'disabled', attempts: 0, last_status: null, last_failure: null },
        last_tried_at: null,
      },
      { ...{ state: 'failed', reason: 'disabled', attempts: 1, last_status: 500, last_failure: 'status_500' } },
    ])
    receiver.answer(200)
    const enabled = await own.send('PATCH', `/webhooks/${hook.id}`, { status: 'active' })
    expect(enabled.body.data).toMatchObject({ status: 'active', disabled_reason: null })
    expect(await (await startDelivery(own, hook, ONCE)).result()).toMatchObject({ kind: 'taken' })
  })

  it('does not disable an endpoint that accepts other events meanwhile', async () => {
    const own = await managerOf(platform)
    const receiver = await receiving(500)
    const hook = await hookOf(own, receiver.url)
    const failing = await startDelivery(own, hook)
    await receiver.had(2)
    receiver.answer((response, request) => {
      const isOther = request.headers['webhook-id'] !== receiver.received[0]?.headers['webhook-id']
      response.writeHead(isOther ? 200 : 500).end()
    })
    expect(await (await startDelivery(own, hook)).result()).toMatchObject({ kind: 'taken' })
    expect(await hook.shown()).toMatchObject({ status: 'active' })
    expect(await hook.deliveries()).toMatchObject([
      { state: 'delivered', next_try_at: null },
      { ...{ state: 'waiting', reason: null, last_status: 500 }, next_try_at: expect.stringMatching(/^20\d\d-.*Z$/) },
    ])
    await own.send('DELETE', `/webhooks/${hook.id}`)
    expect(await failing.result()).toEqual({ kind: 'over', because: 'removed' })
  })

  it('disables an endpoint at once if it responds with 410', async () => {
    const own = await managerOf(platform)
    const hook = await hookOf(own, (await receiving(410)).url)
    expect(await (await startDelivery(own, hook)).result()).toEqual({ kind: 'over', because: 'disabled' })
    expect(await hook.shown()).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
  })
})
