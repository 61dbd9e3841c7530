import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type TcpProxy, tcpProxy } from '../../support/tcp-proxy.ts'
import { testServers } from '../../support/test-servers.ts'
import { waitFor } from '../../support/wait-for.ts'

const { mongoUri, temporalAddress } = testServers()

/** Settings of a service whose connection to a server goes through a proxy that can be cut. */
const SERVERS = {
  'the store': {
    port: Number(new URL(mongoUri).port),
    env: (port: number) => ({
      MONGODB_URI: `mongodb://127.0.0.1:${port}/t${randomUUID().replaceAll('-', '')}?directConnection=true`,
    }),
  },
  Temporal: {
    port: Number(temporalAddress.split(':').at(-1)),
    env: (port: number) => ({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` }),
  },
} as const

const OUTAGE_MS = 11_000

describe.each(Object.entries(SERVERS))('30 questions with idempotency keys during an outage of %s', (_name, server) => {
  let platform: Platform
  let proxy: TcpProxy
  beforeAll(async () => {
    proxy = await tcpProxy(server.port)
    platform = await startPlatform({ env: server.env(proxy.port) })
  })
  afterAll(async () => {
    proxy.mend()
    await platform.close()
    await proxy.close()
  })

  const ask = (key: string) =>
    platform.request('/api/v1/chat/message', {
      json: { message: 'How many customers are there?' },
      headers: { 'Idempotency-Key': key, 'X-Scope-Id': key },
    })

  it('are each answered exactly once when repeated', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `outage-${index}`)
    const first = Promise.all(
      keys.map(async (key, index) => {
        await delay(index * 20)
        return await ask(key)
      }),
    )
    await delay(150)
    proxy.cut()
    await delay(OUTAGE_MS)
    proxy.mend()
    await first
    const answers = await Promise.all(
      keys.map((key) =>
        waitFor(
          `the answer of ${key}`,
          async () => {
            const reply = await ask(key)
            if (reply.status === 200) return reply.body.data
            await delay(500)
            return false
          },
          120_000,
        ),
      ),
    )
    expect(new Set(answers.map(({ turn_id }) => turn_id)).size).toBe(keys.length)
    for (const key of keys) {
      const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': key } })
      expect(body.data.messages.map(({ sender }: { sender: string }) => sender)).toEqual(['ASSISTANT', 'USER'])
    }
  }, 300_000)
})
