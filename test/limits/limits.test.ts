import { fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { Limits } from '../../src/access/limits/limits.ts'
import type { Window } from '../../src/access/limits/windows.ts'
import { addressOf, BACKENDS, SHARED_BACKENDS, useBackends } from './backends.ts'

useBackends()

const minute = (units: number): Window => ({ name: 'minute', units, seconds: 60 })
const hour = (units: number): Window => ({ name: 'hour', units, seconds: 3_600 })

describe.each(Object.entries(BACKENDS))('limits in %s', (_, open) => {
  let limits: Limits
  beforeAll(() => {
    limits = open()
  })
  const newKey = () => randomUUID()
  const acquire = async (...args: Parameters<Limits['leases']['acquire']>) => (await limits.leases.acquire(...args)).ok
  const taken = async (key: string, windows: readonly Window[], times: number) =>
    (await Promise.all(Array.from({ length: times }, () => limits.windows.take(key, windows)))).filter(({ ok }) => ok)
  const remaining = async (key: string, window: Window) =>
    (await limits.windows.take(key, [window])).states[0]?.remaining

  it('accept exactly as many concurrent requests as the tightest window has units', async () => {
    for (const [windows, expected] of [
      [[minute(5)], 5],
      [[minute(20), hour(7)], 7],
      [[minute(6), hour(20)], 6],
      [[minute(9), hour(9), { name: 'third', units: 4, seconds: 60 }], 4],
    ] as const)
      expect(await taken(newKey(), windows, 40)).toHaveLength(expected)
  })

  it('charge a refused request to no window', async () => {
    const key = newKey()
    await taken(key, [minute(30), hour(4)], 20)
    expect(await remaining(key, minute(30))).toBe(30 - 4 - 1)
  })

  it('report the remaining units and the end of the window', async () => {
    const key = newKey()
    const before = Date.now()
    const states = []
    for (let index = 0; index < 4; index++) states.push(...(await limits.windows.take(key, [minute(3)])).states)
    expect(states.map((state) => state.remaining)).toEqual([2, 1, 0, 0])
    for (const { endsAt } of states) {
      expect(endsAt).toBeGreaterThan(before + 55_000)
      expect(endsAt).toBeLessThan(Date.now() + 65_000)
    }
  })

  it('report the full window that ends last, so that a retry is not too early', async () => {
    const key = newKey()
    await taken(key, [minute(3), hour(3)], 4)
    const { ok, states } = await limits.windows.take(key, [minute(3), hour(3)])
    expect([ok, states.map(({ window, remaining: left }) => [window.name, left])]).toEqual([false, [['hour', 0]]])
  })

  it('keep the count when the limit changes', async () => {
    const key = newKey()
    await taken(key, [minute(10)], 10)
    expect(await remaining(key, minute(15))).toBe(4)
  })

  it('report used units without taking any, and erase only the given key', async () => {
    const [key, other] = [newKey(), newKey()]
    const windows = [minute(5), hour(9), { name: 'slides', units: 5, seconds: 60, slides: true }]
    const used = async (each: string) => {
      const found = await limits.windows.read(each, windows)
      return Object.fromEntries(found.map(({ name, used: taken }) => [name, taken]))
    }
    expect(await used(key)).toEqual({ minute: 0, hour: 0, slides: 0 })
    for (const each of [key, other]) await taken(each, windows, 3)
    for (let times = 0; times < 2; times++) expect(await used(key)).toEqual({ minute: 3, hour: 3, slides: 3 })
    for (const { endsAt } of await limits.windows.read(key, windows)) expect(endsAt).toBeGreaterThan(Date.now() + 1_000)
    await limits.windows.erase(key, windows)
    expect([await used(key), await used(other)]).toEqual([
      { minute: 0, hour: 0, slides: 0 },
      { minute: 3, hour: 3, slides: 3 },
    ])
    expect(await taken(key, windows, 9)).toHaveLength(5)
  })

  it('report reserved and held leases, and erase only those of the given organization', async () => {
    const [one, other] = [randomInt(1e9), randomInt(1e9)]
    expect(await limits.leases.taken(one)).toBe(0)
    for (const organization of [one, other]) {
      await acquire(organization, 'reserved', { max: 9, forMs: 60_000 })
      await limits.leases.hold(organization, 'held', 60_000)
      await limits.leases.hold(organization, 'over', -1)
    }
    expect(await limits.leases.taken(one)).toBe(2)
    await limits.leases.erase(one)
    expect([await limits.leases.taken(one), await limits.leases.taken(other)]).toEqual([0, 2])
  })

  it('count each key separately', async () => {
    const [one, other] = [newKey(), newKey()]
    await taken(one, [minute(3)], 5)
    expect(await taken(other, [minute(3)], 5)).toHaveLength(3)
  })

  describe('a sliding window', () => {
    const sliding = (units: number, seconds = 60): Window => ({ name: 'sliding', units, seconds, slides: true })

    it('accepts exactly as many concurrent requests as it has units', async () => {
      const key = newKey()
      expect(await taken(key, [sliding(30)], 100)).toHaveLength(30)
      expect(await taken(newKey(), [sliding(30), hour(7)], 40)).toHaveLength(7)
    })

    it('gets back refunded units like any other window', async () => {
      const key = newKey()
      const windows = [minute(5), hour(9), sliding(30)]
      const states = async () => (await limits.windows.read(key, windows)).map(({ name, used }) => [name, used])
      const [first] = [await limits.windows.take(key, windows), await limits.windows.take(key, windows)]
      await first?.refund?.()
      expect(await states()).toEqual([
        ['minute', 1],
        ['hour', 1],
        ['sliding', 1],
      ])
    })

    it('is not charged for a request that another window refuses', async () => {
      const key = newKey()
      await taken(key, [sliding(30), hour(4)], 20)
      expect(await remaining(key, sliding(30))).toBe(30 - 4 - 1)
    })
  })

  describe('leases', () => {
    const newOrganization = () => randomInt(1_000_000, 2 ** 40)
    const lease = { max: 3, forMs: 60_000 }

    it('are granted to exactly as many turns as allowed', async () => {
      const id = newOrganization()
      const got = await Promise.all(Array.from({ length: 20 }, (_, index) => acquire(id, `turn-${index}`, lease)))
      expect(got.filter(Boolean)).toHaveLength(3)
    })

    it('are kept by their turn and free once released', async () => {
      const id = newOrganization()
      for (const turn of ['a', 'b', 'c', 'a']) expect(await acquire(id, turn, lease)).toBe(true)
      expect(await acquire(id, 'd', lease)).toBe(false)
      await limits.leases.release(id, 'b')
      await limits.leases.release(id, 'b')
      expect(await acquire(id, 'd', lease)).toBe(true)
      expect(await acquire(id, 'e', lease)).toBe(false)
    })

    it('expire after their holder has died', async () => {
      const id = newOrganization()
      for (const turn of ['a', 'b', 'c']) await acquire(id, turn, { max: 3, forMs: -1 })
      expect(await acquire(id, 'd', lease)).toBe(true)
    })

    it('expire individually without affecting held ones', async () => {
      const id = newOrganization()
      expect(await acquire(id, 'a', lease)).toBe(true)
      for (const turn of ['b', 'c']) await acquire(id, turn, { max: 3, forMs: -1 })
      const got = []
      for (const turn of ['d', 'e', 'f']) got.push(await acquire(id, turn, lease))
      expect(got).toEqual([true, true, false])
    })

    it('can be given back by the reservation only until the turn holds them', async () => {
      const id = newOrganization()
      for (const turn of ['a', 'b', 'c']) await acquire(id, turn, lease)
      await limits.leases.hold(id, 'a', 60_000)
      for (const turn of ['a', 'b']) await limits.leases.cancelReservation(id, turn)
      const got = []
      for (const turn of ['d', 'e']) got.push(await acquire(id, turn, lease))
      expect(got).toEqual([true, false])
      await limits.leases.release(id, 'a')
      expect(await acquire(id, 'e', lease)).toBe(true)
    })

    it('are held by a running turn even if the reservation has expired or never existed', async () => {
      const id = newOrganization()
      await acquire(id, 'a', { max: 3, forMs: -1 })
      for (const turn of ['a', 'b', 'c', 'c']) await limits.leases.hold(id, turn, 60_000)
      expect(await acquire(id, 'd', lease)).toBe(false)
      await limits.leases.release(id, 'c')
      expect(await acquire(id, 'd', lease)).toBe(true)
    })

    it('are held once by a turn that two workers start concurrently', async () => {
      const id = newOrganization()
      await Promise.all(Array.from({ length: 8 }, () => limits.leases.hold(id, 'a', 60_000)))
      const got = []
      for (const turn of ['b', 'c', 'd']) got.push(await acquire(id, turn, lease))
      expect(got).toEqual([true, true, false])
    })

    it('are refused if none are allowed', async () => {
      expect(await acquire(newOrganization(), 'a', { max: 0, forMs: 1_000 })).toBe(false)
    })
  })
})

describe.each(SHARED_BACKENDS)('limits of several processes in %s', (name) => {
  it('S65: are exact: of N processes with M requests each, exactly as many pass as there are units', async () => {
    const uri = addressOf(name)
    const env = {
      ...process.env,
      BACKEND: name,
      URI: uri,
      KEY: randomUUID(),
      ORGANIZATION: String(randomInt(2 ** 40)),
    }
    const children = Array.from({ length: 3 }, () =>
      fork(path.join(import.meta.dirname, 'taking-process.ts'), {
        execArgv: [],
        env,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    )
    const replies = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]))
    expect(replies.reduce((sum, { passed }) => sum + passed, 0)).toBe(50)
    expect(replies.reduce((sum, { leased }) => sum + leased, 0)).toBe(10)
    expect(replies.reduce((sum, { counted }) => sum + counted, 0)).toBe(30)
  })
})
