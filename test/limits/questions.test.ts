import { randomInt } from 'node:crypto'
import type { Limits } from '../../src/access/limits/limits.ts'
import { BACKENDS, useBackends } from './backends.ts'

useBackends()

const PERIOD = '2026-11-01'
const NEXT = '2026-12-01'
const OVER = -1
const LONG = 60_000

describe.each(Object.entries(BACKENDS))('questions of a billing period in %s', (_, open) => {
  let limits: Limits
  let id: number
  beforeAll(() => {
    limits = open()
  })
  beforeEach(() => {
    id = randomInt(1_000_000, 2 ** 40)
  })
  const ask = (turnId: string, { max = 5, period = PERIOD, forMs = LONG, places = 1_000 } = {}) =>
    limits.leases.acquire(id, turnId, { max: places, forMs, questions: { period, max } })
  const used = (period = PERIOD) => limits.leases.questions(id, period)

  it('pass exactly as often as are left under concurrency', async () => {
    const asked = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`turn-${index}`, { max: 7 })))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(7)
    expect(asked.filter((one) => !one.ok && one.full === 'reserved_questions')).toHaveLength(33)
    expect(await used()).toBe(7)
  })

  it('are used up only by started turns; reserved ones may be returned', async () => {
    for (const turn of ['a', 'b']) await ask(turn, { max: 2 })
    await limits.leases.hold(id, 'a', LONG)
    expect(await ask('c', { max: 2 })).toEqual({ ok: false, full: 'reserved_questions' })
    await limits.leases.hold(id, 'b', LONG)
    expect(await ask('c', { max: 2 })).toEqual({ ok: false, full: 'questions' })
    await limits.leases.release(id, 'b')
    expect(await ask('c', { max: 2 })).toEqual({ ok: false, full: 'questions' })
    await ask('d', { max: 3 })
    expect(await ask('e', { max: 2 })).toEqual({ ok: false, full: 'questions' })
  })

  it('count once per turn, however often it acquires its lease', async () => {
    for (let times = 0; times < 3; times++) expect(await ask('a', { max: 1 })).toEqual({ ok: true, used: 1 })
    await limits.leases.hold(id, 'a', LONG, PERIOD)
    expect(await ask('a', { max: 1 })).toEqual({ ok: true, used: 1 })
    expect(await ask('b', { max: 1 })).toEqual({ ok: false, full: 'questions' })
  })

  it('are refunded when the lease is given back, unless the turn has run', async () => {
    await ask('refused')
    await Promise.all(Array.from({ length: 5 }, () => limits.leases.cancelReservation(id, 'refused')))
    expect(await used()).toBe(0)
    await ask('run')
    await limits.leases.hold(id, 'run', LONG, PERIOD)
    await limits.leases.cancelReservation(id, 'run')
    await limits.leases.release(id, 'run')
    await limits.leases.cancelReservation(id, 'run')
    expect(await used()).toBe(1)
  })

  it('of a process that died before a worker took them are not counted', async () => {
    for (const turn of ['a', 'b']) await ask(turn, { max: 2, forMs: OVER })
    expect(await used()).toBe(0)
    const asked = await Promise.all(['c', 'd', 'e'].map((turn) => ask(turn, { max: 2 })))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await used()).toBe(2)
  })

  it('count if a worker starts after the reservation has expired, and once if its step is retried', async () => {
    await ask('late', { forMs: OVER })
    await ask('another')
    await limits.leases.hold(id, 'late', LONG, PERIOD)
    await limits.leases.hold(id, 'late', LONG, PERIOD)
    await limits.leases.release(id, 'late')
    await limits.leases.hold(id, 'late', LONG)
    expect(await used()).toBe(2)
  })

  it('are not counted if no lease is free', async () => {
    await ask('a', { places: 1 })
    expect(await ask('b', { places: 1 })).toEqual({ ok: false, full: 'slots' })
    expect(await used()).toBe(1)
  })

  it('restart with each period, and late ones count in their own period', async () => {
    await ask('a', { max: 1 })
    expect(await ask('b', { max: 1, period: NEXT })).toEqual({ ok: true, used: 1 })
    expect(await ask('c', { max: 1 })).toEqual({ ok: false, full: 'reserved_questions' })
    await limits.leases.cancelReservation(id, 'a')
    expect([await used(), await used(NEXT)]).toEqual([0, 1])
  })

  it('keep the count when the plan changes', async () => {
    for (const turn of ['a', 'b']) await ask(turn, { max: 2 })
    expect(await ask('c', { max: 3 })).toEqual({ ok: true, used: 3 })
    expect(await ask('d', { max: 2 })).toEqual({ ok: false, full: 'reserved_questions' })
  })

  it('are counted without a limit, too, and erased with their organization', async () => {
    const wanted = { max: 9, forMs: LONG, questions: { period: PERIOD, max: null } }
    for (const turn of ['a', 'b']) await limits.leases.acquire(id, turn, wanted)
    expect(await used()).toBe(2)
    await limits.leases.erase(id)
    expect(await used()).toBe(0)
  })
})
