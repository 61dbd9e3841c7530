import { mongoLimits, redisLimits } from '../../../src/access/limits/limits.ts'
import { connectRedis } from '../../../src/platform/redis/redis-connection.ts'
import { connectStore } from '../../../src/store/connection.ts'
import { connectionClock } from '../../../src/store/connection-clock.ts'
import { databaseOf } from '../../limits/database-of.ts'

/** Takes units in a loop while the system clock jumps by an hour, and sends the times of those that passed. */
const { BACKEND = '', URI = '', KEY = '', UNITS = '', SECONDS = '', FOR_MS = '' } = process.env
const HOUR_MS = 3_600_000

const backend =
  BACKEND === 'mongo'
    ? await connectStore(URI).then((store) => ({
        limits: mongoLimits(databaseOf(store), connectionClock(store)),
        close: () => store.close(),
      }))
    : await connectRedis(URI).then((redis) => ({ limits: redisLimits(redis), close: () => redis.close() }))
const windows = [{ name: 'sliding', units: Number(UNITS), seconds: Number(SECONDS), slides: true }]

const trueNow = Date.now
const passed: { readonly from: number; readonly to: number }[] = []
const ends = performance.now() + Number(FOR_MS)
for (let tries = 0; performance.now() < ends; tries++) {
  const step = [0, HOUR_MS, -HOUR_MS][Math.floor(tries / 10) % 3] ?? 0
  Date.now = () => trueNow() + step
  const from = performance.timeOrigin + performance.now()
  const { ok } = await backend.limits.windows.take(KEY, windows)
  if (ok) passed.push({ from, to: performance.timeOrigin + performance.now() })
}
process.send?.(passed)
await backend.close()
process.disconnect()
