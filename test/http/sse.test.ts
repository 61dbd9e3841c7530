import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { FULL_DISCLOSURE } from '../../src/access/rules/disclosure.ts'
import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import type { StreamEnd } from '../../src/ask/rules/stream-end.ts'
import { resumeDecision } from '../../src/ask/turns/resume-decision.ts'
import { readerOf } from '../../src/http/answer-reader.ts'
import { eventWire } from '../../src/http/event-wire.ts'
import { parseCursor } from '../../src/http/parse-cursor.ts'
import { beginStream, type StreamOptions, streamStoredAnswer } from '../../src/http/sse.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { done, RESET, START, STATUS, text } from '../stream/samples.ts'
import { collect, eventsOf, type ReceivedEvent, serve, textOf } from './event-stream.ts'

/** For a client that receives everything. */
const forAll = (turnId: string) => ({
  turnId,
  traceId: 'trace',
  wire: eventWire(turnId, 'trace', readerOf(FULL_DISCLOSURE, undefined)),
})

/** Serves the stream route for a caller who owns every turn; `settings` are passed to `beginStream`. */
const streaming = async (settings: Partial<StreamOptions> = {}) => {
  const log = memoryTurnLog()
  const ends: StreamEnd[] = []
  const ended = Promise.withResolvers<StreamEnd>()
  let subscriptions = 0
  let lastRead = 0
  const counted = {
    ...log,
    async read(...args: Parameters<typeof log.read>) {
      const events = await log.read(...args)
      lastRead = events.at(-1)?.seq ?? lastRead
      return events
    },
    subscribe: (turnId: string, wake: () => void) => {
      const stop = log.subscribe(turnId, wake)
      subscriptions += 1
      return () => {
        subscriptions -= 1
        stop()
      }
    },
  }
  const service = await serve((app) =>
    app.get('/:turnId', async (req, res) => {
      const cursor = parseCursor(req)
      const { turnId } = req.params
      const head = await log.head(turnId)
      const decision = resumeDecision({ cursor, head, ownsTurn: true, answered: head.terminal })
      if (decision.kind === 'gone') return void res.status(204).end()
      if (decision.kind === 'stored') {
        const { body } = (await log.read(turnId, head.lastSeq - 1))[0] ?? {}
        if (body?.type !== 'done') throw new Error('no stored answer')
        return streamStoredAnswer({ res, ...forAll(turnId), bodies: [body] })
      }
      const position = decision.kind === 'replay' ? decision : {}
      const stream = await beginStream({ res, log: counted, ...forAll(turnId), ...position, ...settings })
      const end = await stream.ended
      ends.push(end)
      ended.resolve(end)
    }),
  )
  return {
    log,
    ends,
    url: service.url,
    server: service.server,
    cut: service.cut,
    ended: ended.promise,
    subscriptions: () => subscriptions,
    lastRead: () => lastRead,
    async close() {
      await service.close()
      await log.close()
    },
  }
}

const FULL = 'Revenue grew 12 %\nin “March”. 🧮'
const CHUNKS = ['Revenue ', 'grew 12 %\nin', ' “March”. ', '🧮'].map(text)
const TURN = [START, STATUS, ...CHUNKS, done(FULL)]

describe('beginStream', () => {
  let service: Awaited<ReturnType<typeof streaming>>
  afterEach(() => service.close())

  it('sends headers against caching and buffering in browsers and proxies', async () => {
    service = await streaming()
    await service.log.append('t', 1, TURN)
    const response = await fetch(`${service.url}/t`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-store, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect((await response.text()).startsWith('retry: 2000\n\nevent: start\nid: t.1\ndata: {"content":""')).toBe(true)
  })

  it('sends stored events and then appended ones, in order, each with its id', async () => {
    service = await streaming()
    await service.log.append('t', 1, TURN.slice(0, 3))
    const events = []
    for await (const event of eventsOf(`${service.url}/t`)) {
      events.push(event)
      const next = TURN[events.length]
      if (next !== undefined && events.length >= 3) await service.log.append('t', 1, [next])
    }
    expect(events.map((event) => event.id)).toEqual(TURN.map((_, index) => `t.${index + 1}`))
    expect(events.map((event) => event.event)).toEqual(['start', 'status', ...CHUNKS.map(() => undefined), 'done'])
    expect(textOf(events)).toBe(FULL)
    expect(await service.ended).toBe('finished')
    expect(service.subscriptions()).toBe(0)
  })

  it('sends nothing, not even headers, before the turn has started', async () => {
    const opening = Promise.withResolvers<void>()
    service = await streaming({ opening: opening.promise, heartbeatMs: 5 })
    let answered = false
    const response = fetch(`${service.url}/t`).then((reply) => {
      answered = true
      return reply
    })
    while (service.subscriptions() < 2) await pause(2)
    // A response would have arrived before those to these later requests.
    for (let later = 0; later < 20; later++)
      expect((await fetch(`${service.url}/t`, { headers: { 'Last-Event-ID': 'nonsense' } })).status).toBe(204)
    expect(answered).toBe(false)
    opening.resolve()
    expect((await response).status).toBe(200)
    await service.log.append('t', 1, TURN)
    expect(await (await response).text()).toContain('event: done')
  })

  it('starts with the first event of the log, even if opening the turn fails', async () => {
    const opening = Promise.withResolvers<void>()
    service = await streaming({ opening: opening.promise })
    const events: ReceivedEvent[] = []
    const reading = (async () => {
      for await (const event of eventsOf(`${service.url}/t`)) {
        events.push(event)
        opening.reject(new Error('connection lost'))
      }
    })()
    while (service.subscriptions() < 2) await pause(2)
    await service.log.append('t', 1, TURN)
    await reading
    expect(events.map((event) => event.id)).toEqual(TURN.map((_, index) => `t.${index + 1}`))
    expect(await service.ended).toBe('finished')
  })

  it('resumes after any event with the identical text', async () => {
    service = await streaming()
    const turn = [START, text('half an'), RESET, ...TURN.slice(1)]
    await service.log.append('t', 1, turn)
    const whole = await collect(eventsOf(`${service.url}/t`))
    for (let cut = 1; cut < turn.length; cut++) {
      const rest = await collect(eventsOf(`${service.url}/t`, { headers: { 'Last-Event-ID': `t.${cut}` } }))
      expect([...whole.slice(0, cut), ...rest]).toEqual(whole)
      expect(textOf([...whole.slice(0, cut), ...rest])).toBe(FULL)
    }
    expect(whole.find((event) => event.event === 'status')?.data.attempt).toBe(2)
  })

  it('reads the cursor from the query if a client cannot send the header', async () => {
    service = await streaming()
    await service.log.append('t', 1, TURN)
    const rest = await collect(eventsOf(`${service.url}/t?last_event_id=t.5`))
    expect(rest.map((event) => event.id)).toEqual(['t.6', 't.7'])
  })

  it('returns 204 for a cursor at the end and for a malformed cursor', async () => {
    service = await streaming()
    await service.log.append('t', 1, TURN)
    for (const cursor of [`t.${TURN.length}`, 'nonsense', 't.-1', '.3', 't.1e3']) {
      const response = await fetch(`${service.url}/t`, { headers: { 'Last-Event-ID': cursor } })
      expect(response.status).toBe(204)
      expect(await response.text()).toBe('')
    }
  })

  it('sends 50 concurrent readers of a running turn the same text', async () => {
    service = await streaming()
    await service.log.append('t', 1, [START])
    const readers = Array.from({ length: 50 }, () => collect(eventsOf(`${service.url}/t`)))
    for (const body of TURN.slice(1)) {
      await pause(2)
      await service.log.append('t', 1, [body])
    }
    for (const events of await Promise.all(readers)) expect(textOf(events)).toBe(FULL)
    expect(service.subscriptions()).toBe(0)
  })

  it('sends the full text of a turn whose log has no text or other text', async () => {
    service = await streaming()
    await service.log.append('silent', 1, [START, done(FULL)])
    expect(textOf(await collect(eventsOf(`${service.url}/silent`)))).toBe(FULL)
    await service.log.append('other', 1, [START, text('something else'), done(FULL)])
    expect(textOf(await collect(eventsOf(`${service.url}/other`)))).toBe(FULL)
  })

  it('resets a client whose text was lost from the log, and sends the whole answer', async () => {
    service = await streaming()
    await service.log.append('t', 5, [STATUS, text('Revenue'), done('Revenue')])
    const before = [{ event: undefined, id: 't.3', data: { content: 'Reve' } }]
    const after = await collect(eventsOf(`${service.url}/t`, { headers: { 'Last-Event-ID': 't.3' } }))
    expect(after.map((event) => event.event)).toEqual(['reset', 'status', undefined, 'done'])
    expect(textOf([...before, ...after])).toBe('Revenue')
  })

  it('resets a client whose cursor is ahead of the log', async () => {
    service = await streaming()
    await service.log.append('t', 1, [START, STATUS])
    const { log } = service
    const events = []
    for await (const event of eventsOf(`${service.url}/t`, { headers: { 'Last-Event-ID': 't.9' } })) {
      events.push(event)
      if (events.length === 3) await log.append('t', 2, [text('a'), done('a')])
    }
    expect(events.map((event) => event.event)).toEqual(['reset', 'start', 'status', undefined, 'done'])
  })

  it('sends the stored answer once after the log has expired, and then returns 204', async () => {
    service = await streaming()
    await service.log.append('t', 1, [START, done(FULL)])
    const url = `${service.url}/t`
    const events = await collect(eventsOf(url, { headers: { 'Last-Event-ID': 't.77' } }))
    expect(events.map((event) => event.event)).toEqual(['reset', undefined, 'done'])
    expect(textOf(events)).toBe(FULL)
    const again = await fetch(url, { headers: { 'Last-Event-ID': events.at(-1)?.id ?? '' } })
    expect(again.status).toBe(204)
  })

  it('passes a rejected turn to the error handler before anything is sent', async () => {
    const refused = Promise.reject(new Problem('worker_unavailable'))
    service = await streaming({ opening: refused })
    const response = await fetch(`${service.url}/t`)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('Questions cannot be answered at the moment.')
    expect(service.subscriptions()).toBe(0)
  })

  it('keeps an idle connection alive with comments', async () => {
    service = await streaming({ heartbeatMs: 10 })
    await service.log.append('t', 1, [START])
    const response = await fetch(`${service.url}/t`)
    let received = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk
      if (received.split(': ping\n\n').length > 3) break
    }
    expect(await service.ended).toBe('disconnected')
    expect(service.subscriptions()).toBe(0)
  })

  it('ends without a terminal event at the maximum age, so that the client resumes', async () => {
    service = await streaming({ maxAgeMs: 20 })
    await service.log.append('t', 1, [START])
    const events = await collect(eventsOf(`${service.url}/t`))
    expect(events.map((event) => event.event)).toEqual(['start'])
    expect(await service.ended).toBe('max_age_reached')
  })

  it('ends streams on shutdown with a random reconnect delay for each client', async () => {
    const shutdown = new AbortController()
    service = await streaming({ shutdown: shutdown.signal })
    await service.log.append('t', 1, [START])
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(`${service.url}/t`)))
    shutdown.abort()
    const delays = await Promise.all(
      responses.map(async (response) => Number(/retry: (\d+)\n\n$/.exec(await response.text())?.[1])),
    )
    for (const delay of delays) {
      expect(delay).toBeGreaterThanOrEqual(1_000)
      expect(delay).toBeLessThanOrEqual(3_000)
    }
    expect(new Set(delays).size).toBeGreaterThan(10)
    expect(service.ends).toEqual(Array.from({ length: 20 }, () => 'shutdown'))
    expect(service.subscriptions()).toBe(0)
  })

  it('lets a client that has disconnected resume a turn that continued', async () => {
    service = await streaming()
    await service.log.append('t', 1, TURN.slice(0, 3))
    const first = []
    for await (const event of eventsOf(`${service.url}/t`)) {
      first.push(event)
      if (first.length === 3) break
    }
    expect(await service.ended).toBe('disconnected')
    await service.log.append('t', 1, TURN.slice(3))
    const rest = await collect(eventsOf(`${service.url}/t`, { headers: { 'Last-Event-ID': 't.3' } }))
    expect(textOf([...first, ...rest])).toBe(FULL)
  })

  it('delivers the identical text if all sockets are closed repeatedly while text is written', async () => {
    service = await streaming()
    const { log, url } = service
    await log.append('t', 1, [START])
    const words = Array.from({ length: 60 }, (_, index) => `word${index} `)
    const writing = (async () => {
      for (const [index, word] of words.entries()) {
        await log.append('t', 1, [text(word)])
        await pause(2)
        if (index % 15 === 14) service.cut()
      }
      await log.append('t', 1, [done(words.join(''))])
    })()
    const received: ReceivedEvent[] = []
    let cuts = 0
    while (received.at(-1)?.event !== 'done') {
      const cursor = received.at(-1)?.id
      try {
        const headers = cursor === undefined ? {} : { 'Last-Event-ID': cursor }
        for await (const event of eventsOf(`${url}/t`, { headers })) received.push(event)
      } catch {
        cuts += 1
      }
    }
    await writing
    expect(cuts).toBeGreaterThanOrEqual(3)
    expect(textOf(received)).toBe(words.join(''))
    expect(new Set(received.map((event) => event.id)).size).toBe(62)
  })

  it('limits reading ahead for a stalled client, and disconnects it', async () => {
    service = await streaming({ stallMs: 200 })
    const block = 'x'.repeat(64 * 1024)
    await service.log.append('t', 1, [START, ...Array.from({ length: 600 }, () => text(block))])
    const { hostname, port } = new URL(service.url)
    const client = net.connect(Number(port), hostname)
    await once(client, 'connect')
    client.pause()
    client.write(`GET /t HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    expect(await service.ended).toBe('stalled')
    client.destroy()
    // The log holds 40 MB; about the size of the kernel's buffers was read.
    expect(service.lastRead()).toBeLessThan(256)
    expect(service.subscriptions()).toBe(0)
  })

  it('tolerates a short failure of the log, and ends the stream if it lasts', async () => {
    service = await streaming({ stallMs: 1_000 })
    await service.log.append('t', 1, TURN)
    const flaky = memoryTurnLog()
    await flaky.append('t', 1, TURN)
    let failures = 2
    const log: typeof flaky = {
      ...flaky,
      async read(...args) {
        failures -= 1
        if (failures >= 0) throw new Error('store away')
        return flaky.read(...args)
      },
    }
    const ends: StreamEnd[] = []
    const other = await serve((app) =>
      app.get('/:stallMs', async (req, res) => {
        const stallMs = Number(req.params.stallMs)
        const { ended } = await beginStream({ res, log, ...forAll('t'), stallMs })
        ends.push(await ended)
      }),
    )
    expect(textOf(await collect(eventsOf(`${other.url}/5000`)))).toBe(FULL)
    failures = Number.POSITIVE_INFINITY
    expect(await collect(eventsOf(`${other.url}/50`))).toEqual([])
    expect(ends).toEqual(['finished', 'log_unavailable'])
    await other.close()
    await flaky.close()
  })

  it('ends a stream whose log does not respond', async () => {
    service = await streaming()
    const unresponsive = { ...memoryTurnLog(), read: () => new Promise<never>(() => undefined) }
    const ends: StreamEnd[] = []
    const other = await serve((app) =>
      app.get('/', async (_req, res) => {
        const { ended } = await beginStream({ res, log: unresponsive, ...forAll('t'), stallMs: 50 })
        ends.push(await ended)
      }),
    )
    expect(await collect(eventsOf(other.url))).toEqual([])
    expect(ends).toEqual(['log_unavailable'])
    await other.close()
    await unresponsive.close()
  })

  it('ends the stream of a turn without a terminal event with the stored outcome', async () => {
    const ending = { type: 'error', problem: 'turn_timeout', message: 'Given up.' } as const
    const asked = [Promise.reject(new Error('store away')), undefined, ending]
    service = await streaming({ heartbeatMs: 5, silentEnding: async () => await asked.shift() })
    await service.log.append('t', 1, [START, STATUS])
    const events = await collect(eventsOf(`${service.url}/t`))
    expect(events.map(({ event }) => event)).toEqual(['start', 'status', 'error'])
    expect(events.at(-1)?.data).toMatchObject({ message: 'Given up.', turn_id: 't' })
    expect(await service.ended).toBe('finished')
    const headers = { 'Last-Event-ID': events.at(-1)?.id ?? '' }
    expect((await fetch(`${service.url}/t`, { headers })).status).toBe(204)
  })
})
