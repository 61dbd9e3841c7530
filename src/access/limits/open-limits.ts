import type { Config } from '../../config.ts'
import type { Db } from '../../platform/mongodb/driver.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import type { RedisConnection } from '../../platform/redis/redis-connection.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import { type Limits, memoryLimits, mongoLimits, noLimits, redisLimits } from './limits.ts'

/** The Redis of streams and limits, whose client is loaded here; undefined if neither uses it. @throws if it does not answer */
export const openRedis = async (
  { stream, limits, redisUrl }: Pick<Config, 'stream' | 'limits' | 'redisUrl'>,
  tracing?: Tracing,
): Promise<RedisConnection | undefined> => {
  if ((stream !== 'redis' && limits !== 'redis') || redisUrl === undefined) return undefined
  const { connectRedis } = await import('../../platform/redis/redis-connection.ts')
  return await connectRedis(redisUrl, tracing)
}

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
