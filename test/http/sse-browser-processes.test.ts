import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { MongoClient } from 'mongodb'
import type { Browser } from 'playwright-core'
import { mongoTurnLog } from '../../src/ask/events/mongo-turn-log.ts'
import { done, START, STATUS, text } from '../stream/samples.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { testServers } from '../support/test-servers.ts'
import { serve } from './event-stream.ts'
import { openStreamPage, STREAM_PAGE } from './stream-page.ts'
import { StreamProcesses } from './stream-processes.ts'

const uri = testServers().mongoUri
const database = `browser-${randomUUID().slice(0, 8)}`

describeInBrowser('EventSource in a browser behind a load balancer', () => {
  const client = new MongoClient(uri)
  const log = mongoTurnLog(client.db(database))
  const processes = new StreamProcesses(uri, database)
  let browser: Browser
  let upstream: { readonly url: string }
  let balancer: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    browser = await launchBrowser()
    balancer = await serve((app) => {
      app.get('/', (_req, res) => void res.type('html').send(STREAM_PAGE))
      app.get('/stream', ({ headers }, res) => {
        const forwarded = http.get(`${upstream.url}/t`, { headers }, (reply) => {
          res.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.on('error', () => res.destroy())
          reply.pipe(res)
        })
        forwarded.on('error', () => res.destroy())
        res.on('close', () => forwarded.destroy())
      })
    })
  })
  afterAll(async () => {
    await browser.close()
    await balancer.close()
    processes.killAll()
    await log.close()
    await client.db(database).dropDatabase()
    await client.close()
  })

  it('assembles the identical text across three interruptions and the crash of the serving process', async () => {
    const [first, second] = await Promise.all([processes.start(), processes.start()])
    upstream = first
    await log.append('t', 1, [START, STATUS])
    const { page, until } = await openStreamPage(browser, balancer.url)
    await until('seen.ids.length === 2')
    const words = Array.from({ length: 50 }, (_, index) => `word${index} “é🧮” `)
    const write = async (from: number, to: number): Promise<void> => {
      for (const word of words.slice(from, to)) await log.append('t', 1, [text(word)])
    }
    const breaks = [balancer.cut, balancer.cut, first.kill, balancer.cut]
    for (const [index, interrupt] of breaks.entries()) {
      await write(10 * index, 10 * index + 5)
      await until(`seen.ids.length >= ${2 + 10 * index + 3}`)
      if (interrupt === first.kill) upstream = second
      await interrupt()
      // The browser has to catch up with events that are appended while it is disconnected.
      await write(10 * index + 5, 10 * index + 10)
      await until(`seen.opens >= ${index + 2}`)
    }
    await write(40, 50)
    await log.append('t', 1, [done(words.join(''))])
    const seen = await until('seen.closed')
    expect(seen.text).toBe(words.join(''))
    expect(seen.ids).toEqual(Array.from({ length: 53 }, (_, index) => `t.${index + 1}`))
    await page.close()
  }, 180_000)
})
