import { WEBHOOKS_MAX } from '../../src/manage/webhooks/rules/webhook.ts'
import { NEW, OLD, type SealedStores, sealedStores } from './store-fixture.ts'

const OWN = { organizationId: 1 }
const ENDED = { reason: null, nextTryAt: null }
const FIELDS = { url: 'https://hooks.example/', events: null, description: '' }

let stores: SealedStores
let store: SealedStores['store']
let connection: SealedStores['connection']
let withKeys: SealedStores['withKeys']
beforeAll(async () => {
  stores = await sealedStores()
  ;({ store, connection, withKeys } = stores)
})
afterAll(() => stores.close())

describe('webhook secrets', () => {
  it('are resealed with the current secret, including the previous one of a rotation', async () => {
    const first = await store.webhooks.add(OWN, FIELDS, 'hook')
    const second = await store.webhooks.rotateSecret(OWN, 'hook', 60_000)
    await expect(withKeys(NEW).webhooks.findEndpoint(OWN, 'hook')).rejects.toMatchObject({
      problem: 'configuration_invalid',
    })
    expect(await withKeys(NEW).sealed.reseal('webhooks')).toEqual({ resealed: 0, unreadable: ['hook'] })
    expect(await withKeys(NEW, OLD).sealed.reseal('webhooks')).toEqual({ resealed: 1, unreadable: [] })
    const { url } = FIELDS
    expect(await withKeys(NEW).webhooks.findEndpoint(OWN, 'hook')).toMatchObject({ url, secrets: [second, first] })
  })
})

describe('the secrets of a rotated webhook', () => {
  const secretsAt = async (id: string, inMs: number) =>
    (await store.webhooks.findEndpoint(OWN, id, new Date(Date.now() + inMs)))?.secrets

  it('sign until the end of their own grace period across several rotations', async () => {
    const first = await store.webhooks.add(OWN, FIELDS, 'twice')
    const second = await store.webhooks.rotateSecret(OWN, 'twice', 3_600_000)
    const third = await store.webhooks.rotateSecret(OWN, 'twice', 600_000)
    expect(await secretsAt('twice', 0)).toEqual([third, second, first])
    expect(await secretsAt('twice', 1_200_000)).toEqual([third, first])
    expect(await secretsAt('twice', 4_000_000)).toEqual([third])
    const until = Date.parse((await store.webhooks.find(OWN, 'twice'))?.previousUntil ?? '') - Date.now()
    expect([until > 3_000_000, until <= 3_600_000]).toEqual([true, true])
    const fourth = await store.webhooks.rotateSecret(OWN, 'twice', 0)
    expect(await secretsAt('twice', 0)).toEqual([fourth])
  })

  it('include at most five previous ones, of which the oldest ends', async () => {
    const all = [await store.webhooks.add(OWN, FIELDS, 'often')]
    for (let times = 0; times < 7; times++)
      all.unshift((await store.webhooks.rotateSecret(OWN, 'often', 60_000)) ?? 'no webhook')
    expect(await secretsAt('often', 0)).toEqual(all.slice(0, 6))
  })
})

describe('webhooks of an organization', () => {
  const own = { organizationId: 7 }
  const adding = (ids: readonly string[]) =>
    Promise.all(ids.map((id, n) => (n % 2 === 0 ? store : withKeys(OLD)).webhooks.add(own, FIELDS, id)))
  const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`)
  const full = (added: readonly string[]) => added.filter((one) => one === 'full').length

  it('reach exactly their limit under concurrent inserts', async () => {
    await adding(['old', 'older', 'oldest'])
    expect(full(await adding(ids(WEBHOOKS_MAX - 4, 'early')))).toBe(0)
    for (let times = 0; times < 5; times++) {
      expect(full(await adding(['one', 'other']))).toBe(1)
      const removed = await Promise.all(['one', 'other'].map((id) => store.webhooks.remove(own, id)))
      expect(removed.toSorted()).toEqual([false, true])
    }
    expect(full(await adding(['one', 'other']))).toBe(1)
    await store.webhooks.remove(own, 'older')
    expect(full(await adding(['third', 'fourth', 'fifth']))).toBe(2)
    expect((await store.webhooks.list(own, { page: 1, pageSize: 100 })).items).toHaveLength(WEBHOOKS_MAX)
  })
})

describe('the URL of a webhook', () => {
  const url = 'https://hooks.example/in?token=canary'
  const stored = () => connection.collection<{ _id: string }>('webhooks').findOne({ _id: 'told' })

  it('is sealed in the store on each write and shown as written', async () => {
    await store.webhooks.add(OWN, { ...FIELDS, url }, 'told')
    const shown = async () => [
      (await store.webhooks.find(OWN, 'told'))?.url,
      (await store.webhooks.list(OWN, { page: 1, pageSize: 20 })).items.find(({ id }) => id === 'told')?.url,
      (await store.webhooks.findEndpoint(OWN, 'told'))?.url,
    ]
    expect(await shown()).toEqual([url, url, url])
    expect(JSON.stringify(await stored())).not.toContain('hooks.example')
    const other = `${url}2`
    await store.webhooks.change(OWN, 'told', { url: other })
    expect(await shown()).toEqual([other, other, other])
    expect(JSON.stringify(await stored())).not.toContain('hooks.example')
    expect((await withKeys(NEW).webhooks.find(OWN, 'told'))?.url).toBe('')
  })
})

describe('the first failure of a webhook endpoint', () => {
  it('is remembered until a delivery succeeds or the webhook is activated again', async () => {
    await store.webhooks.add(OWN, FIELDS, 'fails')
    const note = (minute: number, failure?: 'timeout') =>
      store.webhooks.recordDelivery(OWN, 'fails', { at: new Date(Date.UTC(2026, 10, 25, 10, minute)), failure })
    const [first, third, fifth] = [0, 3, 5].map((minute) => new Date(Date.UTC(2026, 10, 25, 10, minute)))
    expect([await note(0, 'timeout'), await note(1, 'timeout')]).toEqual([first, first])
    expect(await note(2)).toBeUndefined()
    expect([await note(3, 'timeout'), await note(4, 'timeout')]).toEqual([third, third])
    await store.webhooks.change(OWN, 'fails', { status: 'active' })
    expect(await note(5, 'timeout')).toEqual(fifth)
  })
})

describe('the deliveries of a webhook', () => {
  const waiting = { state: 'waiting', attempts: 1, reason: null, nextTryAt: new Date(Date.UTC(2026, 10, 25)) } as const
  const put = (webhookId: string, day: number, state: Parameters<typeof store.webhookDeliveries.put>[3] = waiting) =>
    store.webhookDeliveries.put(
      OWN,
      webhookId,
      { id: `evt_${day}`, type: 'turn.failed', timestamp: new Date(Date.UTC(2026, 10, day)).toISOString() },
      state,
    )
  const listed = async (webhookId: string, page = 1, pageSize = 20) =>
    await store.webhookDeliveries.list(OWN, webhookId, { page, pageSize })
  const days = async (webhookId: string) => (await listed(webhookId)).items.map(({ eventId }) => eventId)

  it('are listed in pages, newest first, each event once and only of that webhook', async () => {
    for (const day of [2, 4, 1, 3, 4]) await put('listed', day)
    await put('other', 5)
    expect(await days('listed')).toEqual(['evt_4', 'evt_3', 'evt_2', 'evt_1'])
    const { items, total } = await listed('listed', 2, 3)
    expect([items.map(({ eventId }) => eventId), total]).toEqual([['evt_1'], 4])
    expect(
      (await store.webhookDeliveries.list({ organizationId: 2 }, 'listed', { page: 1, pageSize: 20 })).items,
    ).toEqual([])
  })

  it('stay delivered if a worker that lost its step writes later (fencing token)', async () => {
    const lastTriedAt = new Date(Date.UTC(2026, 10, 25, 10))
    await put('late', 1)
    await put('late', 1, {
      state: 'delivered',
      attempts: 2,
      lastStatus: 204,
      durationMs: 7,
      lastTriedAt,
      ...ENDED,
    })
    await put('late', 1)
    expect((await listed('late')).items).toEqual([
      {
        eventId: 'evt_1',
        eventType: 'turn.failed',
        state: 'delivered',
        attempts: 2,
        lastStatus: 204,
        durationMs: 7,
        createdAt: '2026-11-01T00:00:00.000Z',
        lastTriedAt: lastTriedAt.toISOString(),
      },
    ])
  })

  it('are deleted after 30 days and with their webhook', async () => {
    for (const id of ['gone', 'stays']) {
      await store.webhooks.add(OWN, FIELDS, id)
      for (const day of [1, 2]) await put(id, day)
    }
    await store.webhookDeliveries.sweep(new Date(Date.UTC(2026, 11, 1)))
    expect([await days('gone'), await days('stays')]).toEqual([['evt_2'], ['evt_2']])
    await store.webhooks.remove(OWN, 'gone')
    expect([await days('gone'), await days('stays')]).toEqual([[], ['evt_2']])
  })
})
