import { mongoLimits, redisLimits } from '../../src/limits/limits.ts'
import { connectRedis } from '../../src/redis/redis-connection.ts'
import { connectStore } from '../../src/store/connection.ts'
import { connectionClock } from '../../src/store/connection-clock.ts'
import { databaseOf } from './database-of.ts'

/** Takes 100 units of 50 and 20 leases of 10, together with its siblings, and tells how many it got. */
const REQUESTS = 100
const TURNS = 20

const { BACKEND = '', URI = '', KEY = '', ORGANIZATION = '' } = process.env
const place =
  BACKEND === 'mongo'
    ? await connectStore(URI).then((store) => ({
        limits: mongoLimits(databaseOf(store), connectionClock(store)),
        close: () => store.close(),
      }))
    : await connectRedis(URI).then((redis) => ({ limits: redisLimits(redis), close: () => redis.close() }))
const { windows, leases } = place.limits
const wanted = [
  { name: 'minute', units: 80, seconds: 600 },
  { name: 'hour', units: 50, seconds: 3_600 },
]
const requests = Array.from({ length: REQUESTS }, () => windows.take(KEY, wanted))
const turns = Array.from({ length: TURNS }, (_, index) =>
  leases.acquire(Number(ORGANIZATION), `${process.pid}-${index}`, { max: 10, forMs: 600_000 }),
)
const passed = (await Promise.all(requests)).filter(({ ok }) => ok).length
const leased = (await Promise.all(turns)).filter(({ ok }) => ok).length
process.send?.({ passed, leased })
await place.close()
process.disconnect()
