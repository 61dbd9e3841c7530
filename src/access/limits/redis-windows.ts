import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { RedisConnection } from '../../platform/redis/redis-connection.ts'
import { type FixedWindows, optionsOf, windowsOf } from './windows.ts'

/** Units of all processes that share a Redis, by its clock. */
export const redisWindows = (redis: RedisConnection): FixedWindows => {
  const windows = windowsOf(
    (window) => new RateLimiterRedis({ ...optionsOf(window), keyPrefix: window.name, storeClient: redis.client }),
  )
  return {
    knowsRevisions: false,
    take: (key, wanted) => redis.ask(() => windows.take(key, wanted)),
    refund: (key, taken) => redis.ask(() => windows.refund(key, taken)),
    read: (key, wanted) => redis.ask(() => windows.read(key, wanted)),
    erase: (key, wanted) => redis.ask(() => windows.erase(key, wanted)),
  }
}
