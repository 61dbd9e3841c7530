import { FairSemaphore, type Slot, type SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'

const tenant = (organizationId: number, tenantId?: string, scopeId?: string): SlotOwner => ({
  organizationId,
  tenantId,
  scopeId,
})

/** Resolves once all pending promise callbacks have run. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

/** Requests slots and records the order in which they are granted. */
class SlotRecorder {
  readonly slots: FairSemaphore
  readonly granted: string[] = []
  readonly #held = new Map<string, Slot[]>()

  constructor(max: number, waitingMax = 100) {
    this.slots = new FairSemaphore({ max, waitingMax })
  }

  async take(name: string, owner: SlotOwner, { times = 1 } = {}): Promise<void> {
    for (let time = 0; time < times; time++) {
      void this.slots.take(owner).then((slot) => {
        if (slot === 'queue_full') throw new Error('the queue is full')
        this.granted.push(name)
        this.#held.set(name, [...(this.#held.get(name) ?? []), slot])
      })
    }
    await flushPromises()
  }

  async release(name: string): Promise<void> {
    const [slot, ...rest] = this.#held.get(name) ?? []
    this.#held.set(name, rest)
    slot?.release()
    await flushPromises()
  }

  count(name: string): number {
    return this.granted.filter((one) => one === name).length
  }
}

describe('FairSemaphore', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [6, 3],
    [8, 4],
    [100, 50],
  ])('of %i slots grants one tenant alone at most %i', async (max, most) => {
    const recorder = new SlotRecorder(max, 200)
    for (const scope of ['a', 'b', 'c', 'd']) await recorder.take('hostile', tenant(1, '1', scope), { times: 50 })
    expect(recorder.granted).toHaveLength(most)
  })

  it.each([
    [3, 1],
    [4, 1],
    [6, 2],
    [8, 3],
    [100, 49],
  ])('of %i slots grants one caller alone at most %i', async (max, most) => {
    const recorder = new SlotRecorder(max, 200)
    await recorder.take('hostile', tenant(1, '1', 'ann'), { times: 150 })
    expect(recorder.granted).toHaveLength(most)
  })

  it.each([4, 6, 8, 100])(
    'of %i slots leaves one to a second caller of the tenant of a hostile caller',
    async (max) => {
      const recorder = new SlotRecorder(max, 200)
      await recorder.take('hostile', tenant(1, '1', 'ann'), { times: 150 })
      await recorder.take('colleague', tenant(1, '1', 'bob'))
      expect(recorder.count('colleague')).toBe(1)
    },
  )

  it('distinguishes callers by key or user, and by scope', async () => {
    const recorder = new SlotRecorder(4)
    const of = (more: Partial<SlotOwner>) => ({ organizationId: 1, tenantId: '1', ...more })
    const owners = [{}, { userId: 1 }, { keyId: 'a' }, { keyId: 'b' }, { keyId: 'b', scopeId: 'x' }, { scopeId: 'x' }]
    // The maximum of one tenant, each slot for another caller.
    for (const [index, owner] of owners.slice(0, 2).entries()) await recorder.take(String(index), of(owner))
    for (const owner of owners) await recorder.take('again', of(owner))
    for (const [index, owner] of owners.slice(2).entries()) await recorder.take(`new ${index}`, of(owner))
    expect(recorder.granted).toEqual(['0', '1'])
    for (const name of ['0', '1']) await recorder.release(name)
    expect(recorder.granted.slice(2)).toEqual(['again', 'again'])
  })

  it('counts all tenants and scopes named with one public key as one tenant', async () => {
    const recorder = new SlotRecorder(8)
    const named = (keyId: string, name: number) => ({
      ...tenant(1, `${name}`, `${name}`),
      keyId,
      kind: 'database' as const,
    })
    for (let each = 0; each < 20; each++) await recorder.take('public', named('a', each))
    expect(recorder.count('public')).toBe(4)
    await recorder.take('another public key', named('b', 1))
    await recorder.take('a tenant of that name', tenant(1, '1'))
    expect(recorder.granted.slice(4)).toEqual(['another public key', 'a tenant of that name'])
  })

  it.each([2, 3, 4, 6, 16, 100])(
    'of %i slots leaves one to another organization beside an organization with many tenants',
    async (max) => {
      const recorder = new SlotRecorder(max)
      for (let each = 0; each < 20; each++) await recorder.take('hostile', tenant(1, String(each)), { times: 10 })
      expect(recorder.granted.length).toBeLessThan(max)
      await recorder.take('other', tenant(2, '1'))
      expect(recorder.count('other')).toBe(1)
    },
  )

  it.each([3, 4, 6, 100])(
    'of %i slots leaves one to a second tenant of the organization of a hostile tenant',
    async (max) => {
      const recorder = new SlotRecorder(max)
      await recorder.take('hostile', tenant(1, '1'), { times: 90 })
      await recorder.take('neighbour', tenant(1, '2'))
      await recorder.take('other', tenant(2, '1'))
      expect(recorder.granted.slice(-2)).toEqual(['neighbour', 'other'])
    },
  )

  it('counts work of an organization without a tenant as one more tenant', async () => {
    const recorder = new SlotRecorder(6)
    await recorder.take('hostile', tenant(1), { times: 10 })
    expect(recorder.granted).toHaveLength(2)
    await recorder.take('tenant', tenant(1, '1'))
    expect(recorder.count('tenant')).toBe(1)
  })

  it('grants a free slot to the organization, then to the tenant, with the fewest slots', async () => {
    const recorder = new SlotRecorder(4)
    await recorder.take('a1', tenant(1, '1', 'ann'), { times: 4 })
    await recorder.take('a1', tenant(1, '1', 'bob'), { times: 4 })
    await recorder.take('a2', tenant(1, '2'), { times: 4 })
    await recorder.take('b1', tenant(2, '1'), { times: 4 })
    expect(recorder.granted).toEqual(['a1', 'a1', 'a2', 'b1'])
    await recorder.release('a1')
    expect(recorder.granted.slice(4)).toEqual([])
    await recorder.take('c1', tenant(3, '1'), { times: 2 })
    expect(recorder.granted.slice(4)).toEqual(['c1'])
  })

  it('alternates between organizations and tenants with equally many slots, however many requests wait', async () => {
    const recorder = new SlotRecorder(1)
    await recorder.take('a', tenant(1, '1'), { times: 5 })
    await recorder.take('b', tenant(2, '1'), { times: 2 })
    await recorder.take('c', tenant(1, '2'), { times: 2 })
    for (const name of ['a', 'b', 'c', 'b', 'a', 'c']) await recorder.release(name)
    expect(recorder.granted).toEqual(['a', 'b', 'c', 'b', 'a', 'c', 'a'])
  })

  it('serves the requests of one tenant in order of arrival', async () => {
    const recorder = new SlotRecorder(1)
    for (const name of ['1', '2', '3']) await recorder.take(name, tenant(1, '1'))
    for (const name of ['1', '2', '3']) await recorder.release(name)
    expect(recorder.granted).toEqual(['1', '2', '3'])
  })
})

describe('Queue of FairSemaphore', () => {
  it('is bounded per tenant and rejects a request beyond the bound at once', async () => {
    const recorder = new SlotRecorder(2, 3)
    await recorder.take('hostile', tenant(1, '1'), { times: 4 })
    expect(recorder.granted).toHaveLength(1)
    expect(await recorder.slots.take(tenant(1, '1'))).toBe('queue_full')
    await recorder.take('other', tenant(2, '1'))
    expect(recorder.count('other')).toBe(1)
  })

  it('is bounded per organization, however many tenants its callers name', async () => {
    const slots = new FairSemaphore({ max: 1, waitingMax: 3 })
    await slots.take(tenant(2))
    for (let each = 0; each < 30; each++) void slots.take(tenant(1, String(each)))
    expect(await slots.take(tenant(1, 'another'))).toBe('queue_full')
  })

  it('rejects a request with the reason of its aborted signal', async () => {
    const recorder = new SlotRecorder(1)
    await recorder.take('first', tenant(1, '1'))
    const controller = new AbortController()
    const aborted = recorder.slots.take(tenant(1, '1'), { signal: controller.signal })
    await recorder.take('second', tenant(1, '1'))
    controller.abort(new Error('no longer'))
    await expect(aborted).rejects.toThrow('no longer')
    await recorder.release('first')
    expect(recorder.granted).toEqual(['first', 'second'])
    await expect(recorder.slots.take(tenant(1, '1'), { signal: controller.signal })).rejects.toThrow('no longer')
  })

  it('keeps a slot that was granted before the signal aborted', async () => {
    const slots = new FairSemaphore({ max: 1, waitingMax: 3 })
    const controller = new AbortController()
    const slot = await slots.take(tenant(1), { signal: controller.signal })
    controller.abort()
    const next = slots.take(tenant(2))
    if (slot !== 'queue_full') slot.release()
    expect(await next).toMatchObject({ release: expect.any(Function) })
  })
})

it('FairSemaphore frees one slot if it is released twice', async () => {
  const recorder = new SlotRecorder(1)
  const slot = await recorder.slots.take(tenant(1))
  await recorder.take('a', tenant(1), { times: 1 })
  await recorder.take('b', tenant(2), { times: 1 })
  if (slot !== 'queue_full') for (const _ of [1, 2]) slot.release()
  await flushPromises()
  expect(recorder.granted).toHaveLength(1)
})
