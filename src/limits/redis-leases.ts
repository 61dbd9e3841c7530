import type { RedisConnection } from '../redis/redis-connection.ts'
import type { Leases } from './leases.ts'

/**
 * Two sorted sets for each organization, of what is reserved and of what turns hold: turns by the moment at which their
 * leases end, by the clock of Redis.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

const ADD = `
redis.call('ZADD', key, now + tonumber(forMs), turn)
if redis.call('PTTL', key) < tonumber(forMs) then redis.call('PEXPIRE', key, forMs) end
`

const ACQUIRE = `${NOW}
local taken = 0
for _, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZSCORE', key, ARGV[1]) then return 1 end
  taken = taken + redis.call('ZCARD', key)
end
if taken >= tonumber(ARGV[2]) then return 0 end
local key, turn, forMs = KEYS[1], ARGV[1], ARGV[3]
${ADD}
return 1
`

const HOLD = `${NOW}
local key, turn, forMs = KEYS[2], ARGV[1], ARGV[2]
redis.call('ZREM', KEYS[1], turn)
${ADD}
return 1
`

const TAKEN = `${NOW}
return redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') + redis.call('ZCOUNT', KEYS[2], '(' .. now, '+inf')
`

/** Leases of all processes that share a Redis. */
export const redisLeases = (redis: RedisConnection): Leases => ({
  async acquire(organizationId, turnId, { max, forMs }) {
    const keys = keysOf(organizationId)
    const taken = await redis.ask((client) => client.eval(ACQUIRE, 2, ...keys, turnId, max, forMs))
    return taken === 1
  },
  async hold(organizationId, turnId, forMs) {
    const keys = keysOf(organizationId)
    await redis.ask((client) => client.eval(HOLD, 2, ...keys, turnId, forMs))
  },
  async giveBack(organizationId, turnId) {
    const [reserved] = keysOf(organizationId)
    await redis.ask((client) => client.zrem(reserved, turnId))
  },
  async release(organizationId, turnId) {
    const [reserved, held] = keysOf(organizationId)
    await redis.ask((client) => client.multi().zrem(reserved, turnId).zrem(held, turnId).exec())
  },
  async taken(organizationId) {
    return Number(await redis.ask((client) => client.eval(TAKEN, 2, ...keysOf(organizationId))))
  },
  async erase(organizationId) {
    await redis.ask((client) => client.del(...keysOf(organizationId)))
  },
})

const keysOf = (organizationId: number) =>
  [`leases:{${organizationId}}:reserved`, `leases:{${organizationId}}:held`] as const
