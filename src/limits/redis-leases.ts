import type { RedisConnection } from '../redis/redis-connection.ts'
import type { Leases } from './leases.ts'

/** A sorted set for each organization: turns by the moment at which their leases end, by the clock of Redis. */
const ACQUIRE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1
`

/** Leases of all processes that share a Redis. */
export const redisLeases = (redis: RedisConnection): Leases => ({
  async acquire(organizationId, turnId, { max, forMs }) {
    const taken = await redis.ask((client) => client.eval(ACQUIRE, 1, keyOf(organizationId), turnId, max, forMs))
    return taken === 1
  },
  async release(organizationId, turnId) {
    await redis.ask((client) => client.zrem(keyOf(organizationId), turnId))
  },
})

const keyOf = (organizationId: number): string => `leases:${organizationId}`
