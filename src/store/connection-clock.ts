import type { Connection } from 'mongoose'
import { type StoreClock, storeClock } from '../platform/mongodb/store-clock.ts'

/** The clock of the store behind a connection: one per process, which measures the offset once for all users of the clock. */
export const connectionClock = (connection: Pick<Connection, 'db'>): StoreClock =>
  storeClock({ command: async (asked) => (await connection.db?.command(asked)) ?? {} })
