import { jest } from '@jest/globals'
import type { Connection } from 'mongoose'
import { mongoLeases } from '../../src/access/limits/mongo-leases.ts'
import { streamTicketStore } from '../../src/access/store/stream-tickets.ts'
import { sharedClock } from '../../src/platform/mongodb/shared-clock.ts'
import { storeClock } from '../../src/platform/mongodb/store-clock.ts'
import { databaseOf } from '../limits/database-of.ts'
import { openTestStore, SERVER } from './store-fixture.ts'

let connection: Connection
beforeAll(async () => {
  connection = await openTestStore()
})
afterAll(() => connection.close())

it('S65: processes with different clocks agree on the time of the store', async () => {
  const db = databaseOf(connection)
  const clocks = [0, -5_000, 5_000, 3_600_000].map((skew) => storeClock(db, () => Date.now() + skew))
  const [first = 0, ...others] = await Promise.all(clocks.map((clock) => clock.now()))
  for (const other of others) expect(Math.abs(other - first)).toBeLessThan(2_500)
})

describe('processes with clocks 30 s apart', () => {
  const real = Date.now
  afterEach(() => jest.restoreAllMocks())
  /** Runs the work with a clock that is ahead by `ms`. */
  const ahead = async <Value>(ms: number, work: () => Promise<Value>): Promise<Value> => {
    const spied = jest.spyOn(Date, 'now').mockImplementation(() => real() + ms)
    const value = await work()
    spied.mockRestore()
    return value
  }
  const clockAhead = (ms: number) => storeClock(databaseOf(connection), () => real() + ms)

  it.each([30_000, -30_000])('honour tickets of each other until they expire: %d ms', async (ms) => {
    const own = streamTicketStore(connection, clockAhead(0))
    const other = streamTicketStore(connection, clockAhead(ms))
    const made = await own.add({ ...SERVER, keyId: `k${ms}` }, { isIdentified: false, databaseId: 'd', revision: 'e' })
    await ahead(ms, async () => {
      const ticket = await other.find(made?.text ?? '')
      if (ticket === undefined) throw new Error('no ticket')
      const left = ticket.expiresAt - Date.now()
      expect(left).toBeGreaterThan(50_000)
      expect(left).toBeLessThanOrEqual(62_000)
      expect(await other.use(ticket, Date.now() + 20_000)).toBe(true)
    })
    const used = await own.find(made?.text ?? '')
    const left = (used?.expiresAt ?? 0) - real()
    expect([left > 10_000, left <= 22_000]).toEqual([true, true])
  })

  it('respect leases of each other', async () => {
    const db = databaseOf(connection)
    const [own, other] = [mongoLeases(db, clockAhead(0)), mongoLeases(db, clockAhead(30_000))]
    const lease = { max: 1, forMs: 20_000 }
    expect(await own.acquire(77, 'first', lease)).toMatchObject({ ok: true })
    await ahead(30_000, async () => {
      expect(await other.taken(77)).toBe(1)
      expect(await other.acquire(77, 'second', lease)).toMatchObject({ ok: false })
    })
  })
})

it('the shared clock is the local clock while that is accurate, and never goes back', async () => {
  const [store, own] = [{ at: 1_000_000 }, { at: 1_000_100 }]
  const clock = sharedClock({ now: async () => store.at }, () => own.at)
  expect(await clock.now()).toBe(1_000_100)
  own.at = 1_000_050
  expect(await clock.now()).toBe(1_000_100)
  own.at = 1_030_200
  store.at = 1_000_200
  expect(await clock.now()).toBe(1_000_200)
  own.at = 970_300
  store.at = 1_000_300
  expect(await clock.now()).toBe(1_000_300)
})
