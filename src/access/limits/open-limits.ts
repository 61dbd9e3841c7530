import type { Config } from '../../config.ts'
import type { Db } from '../../platform/mongodb/driver.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { connectRedis, type RedisConnection } from '../../platform/redis/redis-connection.ts'
import { type Limits, memoryLimits, mongoLimits, noLimits, redisLimits } from './limits.ts'

/** One Redis for all that is kept there; undefined where nothing is. @throws when it does not answer */
export const openRedis = async ({
  stream,
  limits,
  redisUrl,
}: Pick<Config, 'stream' | 'limits' | 'redisUrl'>): Promise<RedisConnection | undefined> =>
  (stream === 'redis' || limits === 'redis') && redisUrl !== undefined ? await connectRedis(redisUrl) : undefined

/** Where requests and running turns are counted, as the settings say; in the store by its clock. */
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
