import type { Db } from '../../platform/mongodb/driver.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import type { RedisConnection } from '../../platform/redis/redis-connection.ts'
import type { Leases } from './leases.ts'
import { memoryLeases } from './memory-leases.ts'
import { mongoLeases } from './mongo-leases.ts'
import { mongoUnitLog } from './mongo-unit-log.ts'
import { mongoWindows } from './mongo-windows.ts'
import { redisLeases } from './redis-leases.ts'
import { redisUnitLog } from './redis-unit-log.ts'
import { redisWindows } from './redis-windows.ts'
import { refusedFromMemory } from './refused-from-memory.ts'
import { memoryUnitLog, withSliding } from './sliding-windows.ts'
import { memoryWindows, type Windows } from './windows.ts'

/** Where requests and running turns are counted. */
export interface Limits {
  readonly windows: Windows
  /** Counted by each process: requests that are refused, and reads while the windows cannot be reached. */
  readonly local: Windows
  readonly leases: Leases
}

const ofThisProcess = (): Windows => withSliding(memoryWindows(), memoryUnitLog())

/** For one process that is all there is; a restart forgets. */
export const memoryLimits = (): Limits => ({
  windows: ofThisProcess(),
  local: ofThisProcess(),
  leases: memoryLeases(),
})

/** For all processes that share a store, by its clock. */
export const mongoLimits = (db: Db, clock: StoreClock): Limits => {
  const fixed = mongoWindows(db, clock)
  const windows = refusedFromMemory(withSliding(fixed, mongoUnitLog(db, clock)), { epochOf: fixed.epochOf })
  return { windows, local: ofThisProcess(), leases: mongoLeases(db, clock) }
}

/** For all processes that share a Redis. */
export const redisLimits = (redis: RedisConnection): Limits => ({
  windows: refusedFromMemory(withSliding(redisWindows(redis), redisUnitLog(redis))),
  local: ofThisProcess(),
  leases: redisLeases(redis),
})

const uncounted: Windows = {
  take: async () => ({ ok: true, states: [] }),
  look: async () => [],
  erase: async () => undefined,
}

/** For installations that count elsewhere, or not at all. */
export const noLimits: Limits = {
  windows: uncounted,
  local: uncounted,
  leases: {
    acquire: async () => ({ ok: true }),
    hold: async () => undefined,
    giveBack: async () => undefined,
    release: async () => undefined,
    taken: async () => undefined,
    questions: async () => undefined,
    erase: async () => undefined,
  },
}
