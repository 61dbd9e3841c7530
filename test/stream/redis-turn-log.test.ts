import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { redisTurnLog } from '../../src/ask/events/redis-turn-log.ts'
import { connectRedis } from '../../src/platform/redis/redis-connection.ts'
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { waitFor } from '../support/wait-for.ts'
import { turnLogContract } from './contract.ts'
import { done, START, STATUS, text } from './samples.ts'

let redis: RedisServer
const open = async (url = redis.url, options = {}) => {
  const connection = await connectRedis(url)
  const log = redisTurnLog(connection, options)
  return {
    connection,
    log,
    async close() {
      await log.close()
      await connection.close()
    },
  }
}

if (!hasRedis) it.skip('turn log: redis: neither TEST_REDIS_URL nor redis-server exists', () => {})
else {
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  turnLogContract({
    name: 'redis',
    async open() {
      const [here, there] = await Promise.all([open(), open()])
      return {
        here: here.log,
        there: there.log,
        async close() {
          await Promise.all([here.close(), there.close()])
        },
      }
    },
  })

  describe('redis turn log', () => {
    it('forgets a finished turn completely after its retention and keeps others', async () => {
      const { log, close } = await open(redis.url, { retentionMs: 1 })
      const [finished, unfinished] = [randomUUID(), randomUUID()]
      await log.append(unfinished, 1, [START])
      await log.append(finished, 1, [START, text('a'), done('a')])
      while ((await log.head(finished)).lastSeq > 0) await pause(2)
      expect(await log.read(finished, 0)).toEqual([])
      expect(await log.head(unfinished)).toEqual({ lastSeq: 1, terminal: false })
      await close()
    })

    it('numbers a turn whose start is lost beyond all earlier cursors', async () => {
      const { log, connection, close } = await open()
      const turnId = randomUUID()
      await log.append(turnId, 1, [START, STATUS, text('lost')])
      await connection.client.del(`turn:{${turnId}}`, `turn:{${turnId}}:head`)
      await log.append(turnId, 1, [text('a'), done('a')])
      const [first, last] = await log.read(turnId, 3)
      expect([first?.body, last?.body]).toEqual([text('a'), done('a')])
      expect(first?.seq).toBeGreaterThan(1_000_000)
      expect(await log.head(turnId)).toEqual({ lastSeq: last?.seq, terminal: true })
      await close()
    })

    it('fails appends during an outage and wakes readers after reconnecting', async () => {
      const proxy = await tcpProxy(redis.port)
      const [writer, reader] = await Promise.all([open(), open(`redis://127.0.0.1:${proxy.port}`)])
      const turnId = randomUUID()
      let woken = 0
      const stop = reader.log.subscribe(turnId, () => woken++)
      await writer.log.append(turnId, 1, [START])
      await waitFor('the first event', async () => woken > 0)
      proxy.cut()
      await waitFor('the outage', () =>
        reader.log.append(randomUUID(), 1, [START]).then(
          () => false,
          (error) => error.problem === 'store_unavailable',
        ),
      )
      await writer.log.append(turnId, 1, [STATUS])
      const before = woken
      proxy.mend()
      await waitFor('a wake', async () => woken > before)
      // Wakes arrive on a separate connection, which may reconnect before the reading one.
      await waitFor('the reading connection', () =>
        reader.log.read(turnId, 1).then(
          () => true,
          () => false,
        ),
      )
      expect(await reader.log.read(turnId, 1)).toMatchObject([{ seq: 2, body: STATUS }])
      stop()
      await Promise.all([writer.close(), reader.close()])
      await proxy.close()
    })
  })
}
