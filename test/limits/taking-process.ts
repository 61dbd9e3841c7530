import { mongoLimits, redisLimits } from '../../src/access/limits/limits.ts'
import { connectRedis } from '../../src/platform/redis/redis-connection.ts'
import { connectStore } from '../../src/store/connection.ts'
import { connectionClock } from '../../src/store/connection-clock.ts'
import { databaseOf } from './database-of.ts'

/** With its siblings, takes 100 units of 50, 20 leases of 10 and 40 questions of 30, and sends how many it got. */
const REQUESTS = 100
const QUESTIONS = 40
const TURNS = 20

const { BACKEND = '', URI = '', KEY = '', ORGANIZATION = '' } = process.env
const backend =
  BACKEND === 'mongo'
    ? await connectStore(URI).then((store) => ({
        limits: mongoLimits(databaseOf(store), connectionClock(store)),
        close: () => store.close(),
      }))
    : await connectRedis(URI).then((redis) => ({ limits: redisLimits(redis), close: () => redis.close() }))
const { windows, leases } = backend.limits
const wanted = [
  { name: 'minute', units: 80, seconds: 600 },
  { name: 'hour', units: 50, seconds: 3_600 },
]
const requests = Array.from({ length: REQUESTS }, () => windows.take(KEY, wanted))
const turns = Array.from({ length: TURNS }, (_, index) =>
  leases.acquire(Number(ORGANIZATION), `${process.pid}-${index}`, { max: 10, forMs: 600_000 }),
)
const asked = Array.from({ length: QUESTIONS }, (_, index) =>
  leases.acquire(Number(ORGANIZATION) + 1, `${process.pid}-${index}`, {
    max: 1_000,
    forMs: 600_000,
    questions: { period: '2026-11-01', max: 30 },
  }),
)
const passed = (await Promise.all(requests)).filter(({ ok }) => ok).length
const leased = (await Promise.all(turns)).filter(({ ok }) => ok).length
const counted = (await Promise.all(asked)).filter(({ ok }) => ok).length
process.send?.({ passed, leased, counted })
await backend.close()
process.disconnect()
