import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { describeWithRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { eventsOf, type ReceivedEvent, textOf } from './event-stream.ts'

describeWithRedis('a stream with its events in Redis', () => {
  const forked = new Forked()
  let redis: RedisServer
  let platform: Platform
  beforeAll(async () => {
    redis = await startRedis()
    platform = await startPlatform({ env: { TABLETALK_STREAM: 'redis', REDIS_URL: redis.url } })
  })
  afterAll(async () => {
    forked.killAll()
    await platform.close()
    await redis.stop()
  })

  it('resumes in another process after any event, with the same ids and the same text', async () => {
    const api = await forked.startApi(platform.env)
    const question = '/api/v1/chat/new/stream?message=How+many+orders+were+placed+last+month%3F'
    const received: ReceivedEvent[] = []
    for await (const event of eventsOf(`${platform.baseUrl}${question}`, { headers: platform.headers }))
      received.push(event)
    const done = received.at(-1)
    expect(done?.event).toBe('done')
    expect(textOf(received)).toBe(done?.data.message)
    for (const [index, { id = '' }] of received.slice(0, -1).entries()) {
      const rest: ReceivedEvent[] = []
      const headers = { ...platform.headers, 'Last-Event-ID': id }
      for await (const event of eventsOf(`${api.url}${question}`, { headers })) rest.push(event)
      expect(rest).toEqual(received.slice(index + 1))
    }
  })
})
