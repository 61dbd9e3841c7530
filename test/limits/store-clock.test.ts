import type { Connection } from 'mongoose'
import { storeClock } from '../../src/limits/store-clock.ts'
import { openTestStore } from '../store/store-fixture.ts'
import { databaseOf } from './database-of.ts'

let connection: Connection
beforeAll(async () => {
  connection = await openTestStore()
})
afterAll(() => connection.close())

it('S65: processes whose clocks differ agree on the time of the store', async () => {
  const db = databaseOf(connection)
  const clocks = [0, -5_000, 5_000, 3_600_000].map((skew) => storeClock(db, () => Date.now() + skew))
  const [first = 0, ...others] = await Promise.all(clocks.map((clock) => clock.now()))
  for (const other of others) expect(Math.abs(other - first)).toBeLessThan(2_500)
})
