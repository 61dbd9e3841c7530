import { FairSemaphore, type Slot, type SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'

const tenant = (organizationId: number, tenantId?: string, scopeId?: string): SlotOwner => ({
  ...{ organizationId, tenantId, scopeId },
})

/** Lets every promise that can go on go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Takes slots and notes who got one, in order. */
class Takers {
  readonly slots: FairSemaphore
  readonly got: string[] = []
  readonly #held = new Map<string, Slot[]>()

  constructor(max: number, waitingMax = 100) {
    this.slots = new FairSemaphore({ max, waitingMax })
  }

  async take(name: string, owner: SlotOwner, { times = 1 } = {}): Promise<void> {
    for (let time = 0; time < times; time++) {
      void this.slots.take(owner).then((slot) => {
        if (slot === 'queue_full') throw new Error('the line is full')
        this.got.push(name)
        this.#held.set(name, [...(this.#held.get(name) ?? []), slot])
      })
    }
    await settled()
  }

  async release(name: string): Promise<void> {
    const [slot, ...rest] = this.#held.get(name) ?? []
    this.#held.set(name, rest)
    slot?.release()
    await settled()
  }

  count(name: string): number {
    return this.got.filter((one) => one === name).length
  }
}

describe('slots are shared by organization, tenant and caller', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [6, 3],
    [8, 4],
    [100, 50],
  ])('of %i slots, one tenant alone holds %i', async (max, most) => {
    const takers = new Takers(max, 200)
    for (const scope of ['a', 'b', 'c', 'd']) await takers.take('hostile', tenant(1, '1', scope), { times: 50 })
    expect(takers.got).toHaveLength(most)
  })

  it.each([
    [3, 1],
    [4, 1],
    [6, 2],
    [8, 3],
    [100, 49],
  ])('of %i slots, one caller alone holds %i', async (max, most) => {
    const takers = new Takers(max, 200)
    await takers.take('hostile', tenant(1, '1', 'ann'), { times: 150 })
    expect(takers.got).toHaveLength(most)
  })

  it.each([4, 6, 8, 100])(
    'of %i slots, a newcomer of the same tenant finds one beside a hostile caller',
    async (max) => {
      const takers = new Takers(max, 200)
      await takers.take('hostile', tenant(1, '1', 'ann'), { times: 150 })
      await takers.take('colleague', tenant(1, '1', 'bob'))
      expect(takers.count('colleague')).toBe(1)
    },
  )

  it('tells callers apart by key, or by user, and by scope', async () => {
    const takers = new Takers(4)
    const of = (more: Partial<SlotOwner>) => ({ organizationId: 1, tenantId: '1', ...more })
    const owners = [{}, { userId: 1 }, { keyId: 'a' }, { keyId: 'b' }, { keyId: 'b', scopeId: 'x' }, { scopeId: 'x' }]
    // As many as one tenant may have, each of another caller.
    for (const [index, owner] of owners.slice(0, 2).entries()) await takers.take(String(index), of(owner))
    for (const owner of owners) await takers.take('again', of(owner))
    for (const [index, owner] of owners.slice(2).entries()) await takers.take(`new ${index}`, of(owner))
    expect(takers.got).toEqual(['0', '1'])
    for (const name of ['0', '1']) await takers.release(name)
    expect(takers.got.slice(2)).toEqual(['again', 'again'])
  })

  it('takes all tenants and scopes that are named with one public key for those of one tenant', async () => {
    const takers = new Takers(8)
    const named = (keyId: string, name: number) => ({
      ...tenant(1, `${name}`, `${name}`),
      keyId,
      kind: 'database' as const,
    })
    for (let each = 0; each < 20; each++) await takers.take('public', named('a', each))
    expect(takers.count('public')).toBe(4)
    await takers.take('another public key', named('b', 1))
    await takers.take('a tenant of that name', tenant(1, '1'))
    expect(takers.got.slice(4)).toEqual(['another public key', 'a tenant of that name'])
  })

  it.each([2, 3, 4, 6, 16, 100])(
    'of %i slots, an organization with many tenants leaves one to another organization',
    async (max) => {
      const takers = new Takers(max)
      for (let each = 0; each < 20; each++) await takers.take('hostile', tenant(1, String(each)), { times: 10 })
      expect(takers.got.length).toBeLessThan(max)
      await takers.take('other', tenant(2, '1'))
      expect(takers.count('other')).toBe(1)
    },
  )

  it.each([3, 4, 6, 100])(
    'of %i slots, a newcomer of the same organization finds one beside a hostile tenant',
    async (max) => {
      const takers = new Takers(max)
      await takers.take('hostile', tenant(1, '1'), { times: 90 })
      await takers.take('neighbour', tenant(1, '2'))
      await takers.take('other', tenant(2, '1'))
      expect(takers.got.slice(-2)).toEqual(['neighbour', 'other'])
    },
  )

  it('takes an organization’s own work for that of one more tenant', async () => {
    const takers = new Takers(6)
    await takers.take('hostile', tenant(1), { times: 10 })
    expect(takers.got).toHaveLength(2)
    await takers.take('tenant', tenant(1, '1'))
    expect(takers.count('tenant')).toBe(1)
  })

  it('gives a free slot to the organization, then to the tenant, that holds the fewest', async () => {
    const takers = new Takers(4)
    await takers.take('a1', tenant(1, '1', 'ann'), { times: 4 })
    await takers.take('a1', tenant(1, '1', 'bob'), { times: 4 })
    await takers.take('a2', tenant(1, '2'), { times: 4 })
    await takers.take('b1', tenant(2, '1'), { times: 4 })
    expect(takers.got).toEqual(['a1', 'a1', 'a2', 'b1'])
    await takers.release('a1')
    expect(takers.got.slice(4)).toEqual([])
    await takers.take('c1', tenant(3, '1'), { times: 2 })
    expect(takers.got.slice(4)).toEqual(['c1'])
  })

  it('lets those that hold as many take turns, however many of one wait', async () => {
    const takers = new Takers(1)
    await takers.take('a', tenant(1, '1'), { times: 5 })
    await takers.take('b', tenant(2, '1'), { times: 2 })
    await takers.take('c', tenant(1, '2'), { times: 2 })
    for (const name of ['a', 'b', 'c', 'b', 'a', 'c']) await takers.release(name)
    expect(takers.got).toEqual(['a', 'b', 'c', 'b', 'a', 'c', 'a'])
  })

  it('serves one tenant in the order in which it came', async () => {
    const takers = new Takers(1)
    for (const name of ['1', '2', '3']) await takers.take(name, tenant(1, '1'))
    for (const name of ['1', '2', '3']) await takers.release(name)
    expect(takers.got).toEqual(['1', '2', '3'])
  })
})

describe('the waiting line', () => {
  it('is bounded by tenant, and says so at once', async () => {
    const takers = new Takers(2, 3)
    await takers.take('hostile', tenant(1, '1'), { times: 4 })
    expect(takers.got).toHaveLength(1)
    expect(await takers.slots.take(tenant(1, '1'))).toBe('queue_full')
    await takers.take('other', tenant(2, '1'))
    expect(takers.count('other')).toBe(1)
  })

  it('is bounded by organization, whatever names its callers give to tenants', async () => {
    const slots = new FairSemaphore({ max: 1, waitingMax: 3 })
    await slots.take(tenant(2))
    for (let each = 0; each < 30; each++) void slots.take(tenant(1, String(each)))
    expect(await slots.take(tenant(1, 'another'))).toBe('queue_full')
  })

  it('is left when the signal aborts, with the signal’s reason', async () => {
    const takers = new Takers(1)
    await takers.take('first', tenant(1, '1'))
    const leaving = new AbortController()
    const left = takers.slots.take(tenant(1, '1'), { signal: leaving.signal })
    await takers.take('second', tenant(1, '1'))
    leaving.abort(new Error('no longer'))
    await expect(left).rejects.toThrow('no longer')
    await takers.release('first')
    expect(takers.got).toEqual(['first', 'second'])
    await expect(takers.slots.take(tenant(1, '1'), { signal: leaving.signal })).rejects.toThrow('no longer')
  })

  it('keeps a slot that was given before the signal aborted', async () => {
    const slots = new FairSemaphore({ max: 1, waitingMax: 3 })
    const late = new AbortController()
    const slot = await slots.take(tenant(1), { signal: late.signal })
    late.abort()
    const next = slots.take(tenant(2))
    if (slot !== 'queue_full') slot.release()
    expect(await next).toMatchObject({ release: expect.any(Function) })
  })
})

it('a slot given back twice is one slot', async () => {
  const takers = new Takers(1)
  const slot = await takers.slots.take(tenant(1))
  await takers.take('a', tenant(1), { times: 1 })
  await takers.take('b', tenant(2), { times: 1 })
  if (slot !== 'queue_full') for (const _ of [1, 2]) slot.release()
  await settled()
  expect(takers.got).toHaveLength(1)
})
