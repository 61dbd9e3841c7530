import { randomUUID } from 'node:crypto'
import { attemptDelivery } from '../../src/manage/webhooks/attempt-delivery.ts'
import { type AttemptInput, DELIVERY_RETRY } from '../../src/manage/webhooks/rules/delivery.ts'
import { turnCompleted } from '../../src/manage/webhooks/rules/webhook-event.ts'
import { webhookSender } from '../../src/manage/webhooks/webhook-sender.ts'
import { connectStore } from '../../src/store/connection.ts'
import type { Store } from '../../src/store/store.ts'
import { type Asked, askedCommands } from '../store/asked-commands.ts'
import { storeOn } from '../store/store-fixture.ts'
import { testServers } from '../support/test-servers.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const OWN = { organizationId: 1 }
const DAY_MS = 24 * 60 * 60_000

let store: Store
let asked: Asked[]
let receiver: Receiver
beforeAll(async () => {
  const uri = `${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}?monitorCommands=true`
  const connection = await connectStore(uri)
  asked = askedCommands(connection)
  store = storeOn(connection)
  await store.untilReady()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await store.close()
})

const hookOf = async (): Promise<string> => {
  const id = randomUUID()
  await store.webhooks.add(OWN, { url: receiver.url, events: null, description: '' }, id)
  return id
}

/** @param turnId the turn of the event */
const attempt = async (webhookId: string, turnId: string, earlier: AttemptInput['earlier']) => {
  const event = turnCompleted('2026-11-25T10:00:00.000Z', {
    turn_id: turnId,
    conversation_id: 'c',
    database_id: 'd',
    asked_at: '2026-11-25T09:59:59.000Z',
    execution_time_ms: 1_000,
  })
  const sender = webhookSender({ allowPrivate: true })
  return await attemptDelivery({ store, sender, observe: () => undefined })({
    ...OWN,
    webhookId,
    event,
    disableAfterMs: DAY_MS,
    earlier,
  })
}

const deliveries = async (webhookId: string) =>
  (await store.webhookDeliveries.list(OWN, webhookId, { page: 1, pageSize: 20 })).items

const FIRST = { failures: 0, sinceFirstMs: 0, retry: DELIVERY_RETRY }

describe('a delivery attempt', () => {
  it('keeps its id and its delivery if it is repeated after its worker died', async () => {
    const id = await hookOf()
    receiver.answer(500)
    for (let times = 0; times < 2; times++)
      expect(await attempt(id, 'a', FIRST)).toMatchObject({ kind: 'failed', nextInMs: 5_000 })
    receiver.answer(204)
    for (let times = 0; times < 2; times++) await attempt(id, 'a', { ...FIRST, failures: 1 })
    expect(await deliveries(id)).toMatchObject([{ eventId: 'evt_a', state: 'delivered', attempts: 2 }])
  })

  it('returns the stored time of the next attempt if it fails', async () => {
    const id = await hookOf()
    receiver.answer((response) => response.writeHead(503, { 'Retry-After': '60' }).end())
    expect(await attempt(id, 'a', { ...FIRST, failures: 1, sinceFirstMs: 5_000 })).toMatchObject({ nextInMs: 60_000 })
    const [stored] = await deliveries(id)
    expect(stored).toMatchObject({ state: 'waiting', attempts: 2, lastStatus: 503, lastFailure: 'status_503' })
    expect(Date.parse(stored?.nextTryAt ?? '') - Date.parse(stored?.lastTriedAt ?? '')).toBe(60_000)
  })

  it('is the last one if it fails after a day of failures, even if the endpoint accepts other events', async () => {
    const id = await hookOf()
    receiver.answer(500)
    const late = { ...FIRST, failures: 30, sinceFirstMs: DAY_MS }
    expect(await attempt(id, 'a', late)).toEqual({ kind: 'over', because: 'given_up' })
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', reason: 'given_up', attempts: 31, lastStatus: 500 }])
    expect(await store.webhooks.find(OWN, id)).toMatchObject({ status: 'active', lastFailure: 'status_500' })
  })

  it('sends nothing to a paused endpoint and ends the delivery', async () => {
    const id = await hookOf()
    await store.webhooks.change(OWN, id, { status: 'paused' })
    expect(await attempt(id, 'a', { ...FIRST, failures: 2 })).toEqual({ kind: 'over', because: 'paused' })
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', reason: 'paused', attempts: 2 }])
  })

  it('costs one read and one write while the endpoint succeeds, and clears a failure immediately', async () => {
    const id = await hookOf()
    receiver.answer(204)
    await attempt(id, 'a', FIRST)
    asked.length = 0
    await attempt(id, 'b', FIRST)
    expect(asked.map(({ collection }) => collection)).toEqual(['webhooks', 'webhook_deliveries'])
    receiver.answer(500)
    asked.length = 0
    await attempt(id, 'c', FIRST)
    expect(asked.map(({ collection }) => collection)).toEqual(['webhooks', 'webhooks', 'webhook_deliveries'])
    receiver.answer(204)
    await attempt(id, 'd', FIRST)
    expect((await store.webhooks.findEndpoint(OWN, id))?.succeededAt).toBeDefined()
  })
})
