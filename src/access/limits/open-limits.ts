import type { Config } from '../../config.ts'
import type { Db } from '../../platform/mongodb/driver.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { connectRedis, type RedisConnection } from '../../platform/redis/redis-connection.ts'
import { type Limits, memoryLimits, mongoLimits, noLimits, redisLimits } from './limits.ts'

/** The Redis of streams and limits; undefined if neither uses it. @throws if it does not answer */
export const openRedis = async ({
  stream,
  limits,
  redisUrl,
}: Pick<Config, 'stream' | 'limits' | 'redisUrl'>): Promise<RedisConnection | undefined> =>
  (stream === 'redis' || limits === 'redis') && redisUrl !== undefined ? await connectRedis(redisUrl) : undefined

/** The counters of requests and running turns that the settings select; those in the store use its clock. */
export const openLimits = (
  { limits }: Pick<Config, 'limits'>,
  { db }: { readonly db?: Db | undefined },
  redis: RedisConnection | undefined,
  clock: StoreClock,
): Limits => {
  if (limits === 'off') return noLimits
  if (limits === 'redis' && redis !== undefined) return redisLimits(redis)
  return limits === 'memory' || db === undefined ? memoryLimits() : mongoLimits(db, clock)
}
