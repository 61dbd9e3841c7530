import type { Connection } from 'mongoose'
import { type Limits, memoryLimits, mongoLimits, redisLimits } from '../../src/access/limits/limits.ts'
import { connectRedis, type RedisConnection } from '../../src/platform/redis/redis-connection.ts'
import { connectionClock } from '../../src/store/connection-clock.ts'
import { openTestStore } from '../store/store-fixture.ts'
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { databaseOf } from './database-of.ts'

let connection: Connection
let redis: RedisServer | undefined
let toRedis: RedisConnection | undefined

/** Opens the backends of limits before the tests of a file, and closes them after. */
export const useBackends = (): void => {
  beforeAll(async () => {
    connection = await openTestStore()
    if (!hasRedis) return
    redis = await startRedis()
    toRedis = await connectRedis(redis.url)
  })
  afterAll(async () => {
    await Promise.all([connection.close(), toRedis?.close()])
    await redis?.stop()
  })
  if (!hasRedis) it.skip('limits in redis: neither TEST_REDIS_URL nor redis-server exists', () => {})
}

const inRedis = (): Limits => {
  if (toRedis === undefined) throw new Error('there is no Redis here')
  return redisLimits(toRedis)
}

/** All backends of limits by name. */
export const BACKENDS: Readonly<Record<string, () => Limits>> = {
  memory: memoryLimits,
  mongo: () => mongoLimits(databaseOf(connection), connectionClock(connection)),
  ...(hasRedis ? { redis: inRedis } : {}),
}

/** The backends that processes share. */
export const SHARED_BACKENDS = Object.keys(BACKENDS).filter((name) => name !== 'memory')

/** The address under which another process connects to a backend. */
export const addressOf = (name: string): string | undefined =>
  name === 'mongo' ? `mongodb://${connection.host}:${connection.port}/${connection.name}` : redis?.url
