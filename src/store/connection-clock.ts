import type { Connection } from 'mongoose'
import { type StoreClock, storeClock } from '../platform/mongodb/store-clock.ts'

/** The clock of the store at the other end of a connection: one for a process, which measures it for all who go by it. */
export const connectionClock = (connection: Pick<Connection, 'db'>): StoreClock =>
  storeClock({ command: async (asked) => (await connection.db?.command(asked)) ?? {} })
