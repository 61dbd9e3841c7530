import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { StaleWriter, type TurnLog } from '../../src/ask/events/turn-log.ts'
import type { TurnEventBody } from '../../src/ask/rules/turn-event.ts'
import { done, START, STATUS, text } from './samples.ts'

interface Backend {
  readonly name: string
  /** Two logs on the same events: of two processes if the backend spans processes, else the same log twice. */
  open(): Promise<{ readonly here: TurnLog; readonly there: TurnLog; close(): Promise<void> }>
}

/** The guarantees of every turn log backend. */
export const turnLogContract = ({ name, open }: Backend): void => {
  describe(`turn log: ${name}`, () => {
    let logs: Awaited<ReturnType<Backend['open']>>
    let turnId: string
    beforeAll(async () => {
      logs = await open()
    })
    afterAll(() => logs.close())
    beforeEach(() => {
      turnId = randomUUID()
    })
    const bodies = async (log: TurnLog) => (await log.read(turnId, 0)).map((event) => event.body)

    it('has no events for an unknown turn', async () => {
      expect(await logs.here.read(turnId, 0)).toEqual([])
      expect(await logs.here.head(turnId)).toEqual({ lastSeq: 0, terminal: false })
    })

    it('numbers events from 1 without gaps, in the order of their appends', async () => {
      await logs.here.append(turnId, 1, [START, STATUS])
      await logs.there.append(turnId, 2, [text('a')])
      await logs.here.append(turnId, 2, [text('b')])
      expect(await logs.there.read(turnId, 0)).toEqual([
        { turnId, seq: 1, writer: 1, body: START },
        { turnId, seq: 2, writer: 1, body: STATUS },
        { turnId, seq: 3, writer: 2, body: text('a') },
        { turnId, seq: 4, writer: 2, body: text('b') },
      ])
      expect(await logs.there.head(turnId)).toEqual({ lastSeq: 4, terminal: false })
    })

    it('reads from any cursor up to the requested number of events', async () => {
      const all = [START, ...Array.from({ length: 300 }, (_, index) => text(`${index} `))]
      await logs.here.append(turnId, 1, all)
      expect(await bodies(logs.there)).toEqual(all)
      for (const afterSeq of [1, 63, 64, 65, 299, 300]) {
        const events = await logs.there.read(turnId, afterSeq, 7)
        expect(events.map((event) => event.seq)).toEqual(
          Array.from({ length: Math.min(7, 301 - afterSeq) }, (_, index) => afterSeq + 1 + index),
        )
      }
      expect(await logs.there.read(turnId, 301)).toEqual([])
      expect(await logs.there.read(turnId, 9_999_999)).toEqual([])
      expect(await logs.there.head(turnId)).toEqual({ lastSeq: 301, terminal: false })
    })

    it('finds the end of a log of any length', async () => {
      for (let length = 1; length <= 40; length++) {
        const turn = randomUUID()
        await logs.here.append(turn, 1, [START, ...Array.from({ length: length - 1 }, () => text('x'))])
        expect(await logs.there.head(turn)).toEqual({ lastSeq: length, terminal: false })
      }
    })

    it('erases whole turns of every length and no others', async () => {
      const other = `${turnId}-2`
      const long = [START, ...Array.from({ length: 300 }, (_, index) => text(`${index} `))]
      await logs.here.append(turnId, 1, long)
      await logs.here.append(other, 1, [START])
      await logs.there.erase([turnId, randomUUID()])
      await logs.there.erase([turnId])
      expect(await bodies(logs.there)).toEqual([])
      expect(await logs.there.head(turnId)).toEqual({ lastSeq: 0, terminal: false })
      expect((await logs.here.read(other, 0)).map(({ body }) => body)).toEqual([START])
    })

    it('separates turns', async () => {
      await logs.here.append(turnId, 1, [START])
      await logs.here.append(`${turnId}-2`, 1, [START, STATUS])
      expect(await bodies(logs.there)).toEqual([START])
    })

    it('returns every body unchanged', async () => {
      const awkward: TurnEventBody[] = [
        START,
        text('line\nbreak "quoted" \u2028 \u{1f9ee} \ud83e'),
        {
          type: 'results',
          queryId: 'q',
          result: {
            columns: [{ name: '$sum.of', type: 'number' }],
            rows: [{ '$sum.of': 1e21, 'a.b': null, 'naïve "key"': -0.1, deep: [{ $x: [] }] }],
            rowCount: 1,
            truncated: false,
            executionTimeMs: 3,
          },
        },
        {
          type: 'chart',
          queryId: 'q',
          chart: { title: 't', alt: 'a', type: 'bar', alternatives: [], spec: { $schema: 'x', 'a.b': { $ne: 1 } } },
        },
      ]
      await logs.here.append(turnId, 1, awkward)
      expect(await bodies(logs.there)).toEqual(awkward)
    })

    it('reports the end of a turn and appends nothing after it', async () => {
      await logs.here.append(turnId, 1, [START, done('x'), text('late')])
      await logs.there.append(turnId, 2, [done('again')])
      expect(await bodies(logs.here)).toEqual([START, done('x')])
      expect(await logs.there.head(turnId)).toEqual({ lastSeq: 2, terminal: true })
    })

    it('rejects a stale writer in any process', async () => {
      await logs.here.append(turnId, 1, [START])
      await logs.there.append(turnId, 3, [STATUS])
      await expect(logs.here.append(turnId, 2, [text('zombie')])).rejects.toThrow(StaleWriter)
      await expect(logs.there.append(turnId, 2, [text('zombie')])).rejects.toThrow(StaleWriter)
      await logs.here.append(turnId, 3, [text('alive')])
      expect(await bodies(logs.there)).toEqual([START, STATUS, text('alive')])
    })

    it('rejects a stale writer also after the end of the turn', async () => {
      await logs.here.append(turnId, 2, [START, done('x')])
      await expect(logs.there.append(turnId, 1, [text('zombie')])).rejects.toThrow(StaleWriter)
    })

    it('never accepts the lower of two racing writers after the higher', async () => {
      for (let round = 0; round < 10; round++) {
        const turn = randomUUID()
        await logs.here.append(turn, 1, [START])
        const write = async (log: TurnLog, writer: number): Promise<number> => {
          let accepted = 0
          for (let chunk = 0; chunk < 5; chunk++) {
            try {
              await log.append(turn, writer, [text(`${writer}:${chunk}a`), text(`${writer}:${chunk}b`)])
              accepted += 1
            } catch (error) {
              expect(error).toBeInstanceOf(StaleWriter)
              return accepted
            }
          }
          return accepted
        }
        const [low, high] = await Promise.all([write(logs.here, 2), write(logs.there, 3)])
        expect(high).toBe(5)
        const events = await logs.here.read(turn, 0)
        const writers = events.map((event) => event.writer)
        expect(writers).toEqual(writers.toSorted((a, b) => a - b))
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
        const texts = (writer: number) => events.filter((event) => event.writer === writer).map((event) => event.body)
        const chunks = (writer: number, count: number) =>
          Array.from({ length: count }, (_, chunk) => [text(`${writer}:${chunk}a`), text(`${writer}:${chunk}b`)]).flat()
        expect(texts(3)).toEqual(chunks(3, 5))
        // An append interrupted by the higher writer may have left its first event.
        expect(texts(2)).toEqual(chunks(2, 5).slice(0, texts(2).length))
        expect(texts(2).length).toBeGreaterThanOrEqual(low * 2)
      }
    })

    it('keeps all events of one writer that appends in two processes at once', async () => {
      await logs.here.append(turnId, 1, [START])
      const appends = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? logs.here : logs.there).append(turnId, 2, [text(`${index}`)]),
      )
      await Promise.all(appends)
      const written = (await bodies(logs.here))
        .slice(1)
        .map((body) => (body.type === 'text' ? Number(body.content) : -1))
      expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    })

    it('wakes a subscriber in any process after an append', async () => {
      const woken = Promise.withResolvers<void>()
      const stop = logs.there.subscribe(turnId, woken.resolve)
      await logs.here.append(turnId, 1, [START])
      await woken.promise
      expect(await bodies(logs.there)).toEqual([START])
      stop()
    })

    it('wakes a late subscriber for the next events', async () => {
      await logs.here.append(turnId, 1, [START, ...Array.from({ length: 50 }, () => text('x'))])
      await logs.there.read(turnId, 0)
      const follow = async (): Promise<number> => {
        const { promise, resolve } = Promise.withResolvers<number>()
        const stop = logs.there.subscribe(turnId, () => {
          void logs.there.read(turnId, 51).then((events) => events.length > 0 && resolve(events.length))
        })
        await logs.here.append(turnId, 1, [done('x')])
        return promise.finally(stop)
      }
      expect(await follow()).toBe(1)
    })

    it('does not wake a subscriber that has stopped', async () => {
      let stopped = 0
      const woken = Promise.withResolvers<void>()
      const wake = () => {
        stopped += 1
      }
      logs.there.subscribe(turnId, wake)()
      const stop = logs.there.subscribe(turnId, woken.resolve)
      await logs.here.append(turnId, 1, [START])
      await woken.promise
      await pause(0)
      expect(stopped).toBe(0)
      stop()
    })
  })
}
