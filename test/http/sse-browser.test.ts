import type { Browser } from 'playwright-core'
import { FULL_DISCLOSURE } from '../../src/access/rules/disclosure.ts'
import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import type { TurnLog } from '../../src/ask/events/turn-log.ts'
import { resumeDecision } from '../../src/ask/turns/resume-decision.ts'
import { readerOf } from '../../src/http/answer-reader.ts'
import { eventWire } from '../../src/http/event-wire.ts'
import { parseCursor } from '../../src/http/parse-cursor.ts'
import { beginStream } from '../../src/http/sse.ts'
import { done, START, STATUS, text } from '../stream/samples.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { serve } from './event-stream.ts'
import { openStreamPage, STREAM_PAGE } from './stream-page.ts'

describeInBrowser('EventSource in a browser', () => {
  let browser: Browser
  let log: TurnLog
  let statuses: number[]
  let service: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    log = memoryTurnLog()
    statuses = []
    service = await serve((app) => {
      app.get('/', (_req, res) => void res.type('html').send(STREAM_PAGE))
      app.get('/stream', async (req, res) => {
        const facts = { cursor: parseCursor(req), head: await log.head('t'), ownsTurn: true, answered: false }
        const decision = resumeDecision(facts)
        statuses.push(decision.kind === 'gone' ? 204 : 200)
        if (decision.kind === 'gone') return void res.status(204).end()
        const position = decision.kind === 'replay' ? decision : {}
        await (
          await beginStream({
            res,
            log,
            turnId: 't',
            traceId: 'trace',
            wire: eventWire('t', 'trace', readerOf(FULL_DISCLOSURE, undefined)),
            retryMs: 100,
            ...position,
          })
        ).ended
      })
    })
  })
  afterEach(async () => {
    await service.close()
    await log.close()
  })

  const open = () => openStreamPage(browser, service.url)

  it('assembles the identical text across three interruptions, and is closed by 204', async () => {
    await log.append('t', 1, [START, STATUS])
    const { page, until } = await open()
    await until('seen.ids.length === 2')
    const words = Array.from({ length: 40 }, (_, index) => `word${index} “é🧮” `)
    for (let cuts = 0; cuts <= 3; cuts++) {
      await until(`seen.opens === ${cuts + 1}`)
      for (const word of words.slice(10 * cuts, 10 * cuts + 5)) await log.append('t', 1, [text(word)])
      if (cuts < 3) service.cut()
      // The browser has to catch up with events that are appended while it is disconnected.
      for (const word of words.slice(10 * cuts + 5, 10 * cuts + 10)) await log.append('t', 1, [text(word)])
    }
    await log.append('t', 1, [done(words.join(''))])
    const seen = await until('seen.closed')
    expect(seen.text).toBe(words.join(''))
    expect(seen.ids).toEqual(Array.from({ length: 43 }, (_, index) => `t.${index + 1}`))
    expect(statuses).toEqual([200, 200, 200, 200, 204])
    await page.close()
  })

  it('delivers the error event of a turn to onerror with its data', async () => {
    await log.append('t', 1, [START, { type: 'error', problem: 'query_timeout', message: 'Too long.' }])
    const { page, until } = await open()
    const seen = await until('seen.closed')
    expect(seen.errors).toEqual(['INTERNAL_SERVER_ERROR'])
    await page.close()
  })
})
