import type { RedisConnection } from '../../platform/redis/redis-connection.ts'
import type { UnitLog } from './sliding-windows.ts'

/** A log is a sorted set: members are units, scores their expiry times by the clock of Redis. */
const ADD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local ok = 0
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  ok = 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { ok, redis.call('ZCARD', KEYS[1]), oldest[2] and (tonumber(oldest[2]) - now) or 0 }
`

const LOOK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { redis.call('ZCARD', KEYS[1]), oldest[2] and (tonumber(oldest[2]) - now) or 0 }
`

/** Units of all processes that share a Redis. */
export const redisUnitLog = (redis: RedisConnection): UnitLog => ({
  async add(name, unit, { max, forMs }) {
    const answer = await redis.ask((client) => client.eval(ADD, 1, keyOf(name), unit, max, forMs))
    const [ok = 0, used = 0, oldestEndsInMs = 0] = Array.isArray(answer) ? answer.map(Number) : []
    return { ok: ok === 1, used, oldestEndsInMs }
  },
  async remove(name, unit) {
    await redis.ask((client) => client.zrem(keyOf(name), unit))
  },
  async read(name) {
    const answer = await redis.ask((client) => client.eval(LOOK, 1, keyOf(name)))
    const [used = 0, oldestEndsInMs = 0] = Array.isArray(answer) ? answer.map(Number) : []
    return { used, oldestEndsInMs }
  },
  async erase(name) {
    await redis.ask((client) => client.del(keyOf(name)))
  },
})

const keyOf = (name: string): string => `units:${name}`
