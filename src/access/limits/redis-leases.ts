import type { RedisConnection } from '../../platform/redis/redis-connection.ts'
import { fullQuota, type Leases } from './leases.ts'

/**
 * Keys of an organization: two sorted sets, of reservations and of held leases, whose members are turns and whose scores are
 * expiry times by the clock of Redis; a hash of questions by the first day of their period; and a hash of the period by turn,
 * for turns with a reservation.
 */
const NOW = `
local reserved, held, questions, periods = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function cancelReservation(turn)
  redis.call('ZREM', reserved, turn)
  local period = redis.call('HGET', periods, turn)
  if period then
    redis.call('HDEL', periods, turn)
    redis.call('HINCRBY', questions, period, -1)
  end
end
local function keep(key, forMs)
  if redis.call('PTTL', key) < forMs then redis.call('PEXPIRE', key, forMs) end
end
`

/** Longer than two periods: a count must outlive its period, so that an expired reservation can still be subtracted. */
const KEPT_MS = 70 * 24 * 60 * 60_000

const ACQUIRE = `${NOW}
local turn, max, forMs, period, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
for _, over in ipairs(redis.call('ZRANGEBYSCORE', reserved, '-inf', now)) do cancelReservation(over) end
redis.call('ZREMRANGEBYSCORE', held, '-inf', now)
local used = 0
if period ~= '' then used = tonumber(redis.call('HGET', questions, period) or '0') end
if redis.call('ZSCORE', reserved, turn) or redis.call('ZSCORE', held, turn) then return {'taken', used} end
if period ~= '' and most >= 0 and used >= most then
  local inReserve = 0
  for _, other in ipairs(redis.call('HVALS', periods)) do if other == period then inReserve = inReserve + 1 end end
  return {'questions', used, inReserve}
end
if redis.call('ZCARD', reserved) + redis.call('ZCARD', held) >= max then return {'slots', used} end
redis.call('ZADD', reserved, now + forMs, turn)
keep(reserved, forMs)
if period ~= '' then
  used = redis.call('HINCRBY', questions, period, 1)
  redis.call('HSET', periods, turn, period)
  for _, key in ipairs({reserved, questions, periods}) do keep(key, ${KEPT_MS}) end
end
return {'taken', used}
`

const HOLD = `${NOW}
local turn, forMs, period = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local isNew = not redis.call('ZSCORE', reserved, turn) and not redis.call('ZSCORE', held, turn)
redis.call('ZREM', reserved, turn)
redis.call('HDEL', periods, turn)
redis.call('ZADD', held, now + forMs, turn)
keep(held, forMs)
if isNew and period ~= '' then
  redis.call('HINCRBY', questions, period, 1)
  keep(questions, ${KEPT_MS})
end
return 1
`

const CANCEL_RESERVATION = `${NOW}
if redis.call('ZSCORE', reserved, ARGV[1]) then cancelReservation(ARGV[1]) end
return 1
`

const TAKEN = `${NOW}
return redis.call('ZCOUNT', reserved, '(' .. now, '+inf') + redis.call('ZCOUNT', held, '(' .. now, '+inf')
`

const QUESTIONS = `${NOW}
local used = tonumber(redis.call('HGET', questions, ARGV[1]) or '0')
for _, over in ipairs(redis.call('ZRANGEBYSCORE', reserved, '-inf', now)) do
  if redis.call('HGET', periods, over) == ARGV[1] then used = used - 1 end
end
return used
`

/** Leases of all processes that share a Redis. */
export const redisLeases = (redis: RedisConnection): Leases => {
  const run = (script: string, organizationId: number, ...args: readonly (string | number)[]) => {
    const keys = keysOf(organizationId)
    return redis.ask((client) => client.eval(script, keys.length, ...keys, ...args))
  }
  return {
    async acquire(organizationId, turnId, { max, forMs, questions }) {
      const quota = questions === undefined ? ['', -1] : [questions.period, questions.max ?? -1]
      const answer = await run(ACQUIRE, organizationId, turnId, max, forMs, ...quota)
      const [state, used, reserved] = Array.isArray(answer) ? answer : []
      if (state === 'questions' && questions !== undefined)
        return { ok: false, full: fullQuota(questions, Number(used), Number(reserved)) ?? 'questions' }
      if (state !== 'taken') return { ok: false, full: 'slots' }
      return questions === undefined ? { ok: true } : { ok: true, used: Number(used) }
    },
    async hold(organizationId, turnId, forMs, period = '') {
      await run(HOLD, organizationId, turnId, forMs, period)
    },
    async cancelReservation(organizationId, turnId) {
      await run(CANCEL_RESERVATION, organizationId, turnId)
    },
    async release(organizationId, turnId) {
      const [reserved, held, , periods] = keysOf(organizationId)
      await redis.ask((client) => client.multi().zrem(reserved, turnId).zrem(held, turnId).hdel(periods, turnId).exec())
    },
    async taken(organizationId) {
      return Number(await run(TAKEN, organizationId))
    },
    async questions(organizationId, period) {
      return Number(await run(QUESTIONS, organizationId, period))
    },
    async erase(organizationId) {
      await redis.ask((client) => client.del(...keysOf(organizationId)))
    },
  }
}

const keysOf = (organizationId: number) => {
  const prefix = `leases:{${organizationId}}`
  return [`${prefix}:reserved`, `${prefix}:held`, `${prefix}:questions`, `${prefix}:periods`] as const
}
