import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import { describeWithRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts'
import { waitFor } from '../support/wait-for.ts'

describeWithRedis('API during a Redis outage', () => {
  let redis: RedisServer
  let proxy: TcpProxy
  let platform: Platform
  beforeAll(async () => {
    redis = await startRedis()
    proxy = await tcpProxy(redis.port)
    const env = { TABLETALK_LIMITS: 'redis', REDIS_URL: `redis://127.0.0.1:${proxy.port}` }
    platform = await startPlatform({ env })
  })
  afterAll(async () => {
    proxy.mend()
    await platform.close()
    await proxy.close()
    await redis.stop()
  })

  const ask = (path = '/api/v1/chat/message', key = 'outage') =>
    platform.request(path, { json: { message: 'hello' }, headers: { 'Idempotency-Key': key } })
  const list = () => platform.request('/api/v1/chat/conversations')
  const limit = ({ headers }: Reply) => headers.get('x-ratelimit-limit')

  it('rejects questions and serves history within the limits of one process until Redis is reachable again', async () => {
    expect((await ask('/api/v1/chat/message', 'before')).status).toBe(200)
    proxy.cut()
    const refused = [
      await ask(),
      await ask('/api/v1/chat/new/message'),
      await platform.request('/api/v1/chat/new/stream?message=hi'),
    ]
    for (const { status, body, headers } of refused) {
      expect([status, body.error_code]).toEqual([503, 'SYSTEM_SERVICE_UNAVAILABLE'])
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(headers.get('x-ratelimit-limit')).not.toBeNull()
    }
    const replies = [await list(), await list(), await platform.request('/api/v1/branding')]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(limit))).toEqual(new Set(['500']))
    proxy.mend()
    const answered = await waitFor('an answer', async () => {
      const reply = await ask()
      return reply.status === 200 && reply
    })
    expect(answered.body.data.message).toEqual(expect.any(String))
    expect((await list()).body.data.conversations).toHaveLength(2)
  }, 120_000)
})
