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
  /** Counters of this process: for refused requests, and for reads while the shared windows are unavailable. */
  readonly local: Windows
  readonly leases: Leases
}

const processWindows = (): Windows => withSliding(memoryWindows(), memoryUnitLog())

/** Counters for an installation with one process; a restart resets them. */
export const memoryLimits = (): Limits => ({
  windows: processWindows(),
  local: processWindows(),
  leases: memoryLeases(),
})

/** Counters of all processes that share a store, by its clock. */
export const mongoLimits = (db: Db, clock: StoreClock): Limits => {
  const fixed = mongoWindows(db, clock)
  const windows = refusedFromMemory(withSliding(fixed, mongoUnitLog(db, clock)), { revisionOf: fixed.revisionOf })
  return { windows, local: processWindows(), leases: mongoLeases(db, clock) }
}

/** Counters of all processes that share a Redis. */
export const redisLimits = (redis: RedisConnection): Limits => ({
  windows: refusedFromMemory(withSliding(redisWindows(redis), redisUnitLog(redis))),
  local: processWindows(),
  leases: redisLeases(redis),
})

const unlimited: Windows = {
  knowsRevisions: false,
  take: async () => ({ ok: true, states: [] }),
  read: async () => [],
  erase: async () => undefined,
}

/** For installations without limits, or with limits outside of this service. */
export const noLimits: Limits = {
  windows: unlimited,
  local: unlimited,
  leases: {
    acquire: async () => ({ ok: true }),
    hold: async () => undefined,
    cancelReservation: async () => undefined,
    release: async () => undefined,
    taken: async () => undefined,
    questions: async () => undefined,
    erase: async () => undefined,
  },
}
