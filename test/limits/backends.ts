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

/** Opens what limits are counted in before the tests of a file, and closes it after them. */
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
  if (!hasRedis) it.skip('limits in redis: neither TEST_REDIS_URL nor redis-server is here', () => {})
}

const inRedis = (): Limits => {
  if (toRedis === undefined) throw new Error('there is no Redis here')
  return redisLimits(toRedis)
}

/** Every place where limits are counted, by its name. */
export const BACKENDS: Readonly<Record<string, () => Limits>> = {
  memory: memoryLimits,
  mongo: () => mongoLimits(databaseOf(connection), connectionClock(connection)),
  ...(hasRedis ? { redis: inRedis } : {}),
}

/** Those that processes share. */
export const SHARED_BACKENDS = Object.keys(BACKENDS).filter((name) => name !== 'memory')

/** Where a process of its own finds one of them. */
export const addressOf = (name: string): string | undefined =>
  name === 'mongo' ? `mongodb://${connection.host}:${connection.port}/${connection.name}` : redis?.url
