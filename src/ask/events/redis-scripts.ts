/**
 * Operations that must be atomic, as Redis scripts. A turn has a list of events, and a hash with its highest writer,
 * whether it has ended and, for a log that has lost its beginning, the number before its first event.
 */

/**
 * KEYS: events, head. ARGV: writer, the number that a new log continues from, its TTL in ms, 1 if it ends the turn,
 * events.
 * Returns the number of the last event; or 0 and the higher writer; or 0 if the turn had ended.
 */
export const APPEND = `
local writer, ended = unpack(redis.call('HMGET', KEYS[2], 'writer', 'ended'))
if writer and tonumber(ARGV[1]) < tonumber(writer) then return { 0, tonumber(writer) } end
if ended then return { 0 } end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[2], 'before', ARGV[2]) end
for i = 5, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('HSET', KEYS[2], 'writer', ARGV[1])
if ARGV[4] == '1' then redis.call('HSET', KEYS[2], 'ended', '1') end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('PUBLISH', KEYS[1], '')
return { tonumber(redis.call('HGET', KEYS[2], 'before') or '0') + redis.call('LLEN', KEYS[1]) }`

/** KEYS: events, head. ARGV: a number, the maximum of events after it. Returns the number before the first event, and the events. */
export const READ = `
local before = tonumber(redis.call('HGET', KEYS[2], 'before') or '0')
local from = math.max(0, tonumber(ARGV[1]) - before)
return { before + from, redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[2]) - 1) }`

/** KEYS: events, head. Returns the number of the last event, and 1 if it has ended the turn. */
export const HEAD = `
local before, ended = unpack(redis.call('HMGET', KEYS[2], 'before', 'ended'))
local count = redis.call('LLEN', KEYS[1])
if count == 0 then return { 0, 0 } end
return { tonumber(before or '0') + count, tonumber(ended or '0') }`
