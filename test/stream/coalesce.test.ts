import { setTimeout as pause } from 'node:timers/promises'
import { coalesce } from '../../src/ask/events/coalesce.ts'
import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import { StaleWriter, type TurnLog } from '../../src/ask/events/turn-log.ts'
import { START, STATUS } from './samples.ts'

describe('coalesced text', () => {
  const log = memoryTurnLog()
  afterAll(() => log.close())
  const texts = async (turnId: string) =>
    (await log.read(turnId, 1)).map(({ body }) => (body.type === 'text' ? body.content : body.type))

  it('is appended in one event for chunks within the delay', async () => {
    await log.append('delay', 1, [START])
    const text = coalesce(log, 'delay', 1, { delayMs: 20 })
    const woken = Promise.withResolvers<void>()
    const stop = log.subscribe('delay', woken.resolve)
    for (const chunk of ['a', 'b', 'c']) await text.write(chunk)
    expect(await texts('delay')).toEqual([])
    await woken.promise
    expect(await texts('delay')).toEqual(['abc'])
    stop()
    await text.end()
  })

  it('is appended before the delay once it has enough UTF-8 bytes', async () => {
    await log.append('bytes', 1, [START])
    const text = coalesce(log, 'bytes', 1, { delayMs: 60_000, bytesMax: 6 })
    await text.write('éé')
    await text.write('é')
    await text.write('d')
    await text.end()
    expect(await texts('bytes')).toEqual(['ééé', 'd'])
  })

  it('keeps its order, with one append at a time, while the log is slow', async () => {
    let running = 0
    const appended: string[] = []
    const slow: Pick<TurnLog, 'append'> = {
      async append(_turnId, _writer, events) {
        running += 1
        expect(running).toBe(1)
        await pause(3)
        for (const body of events) if (body.type === 'text') appended.push(body.content)
        running -= 1
      },
    }
    const text = coalesce(slow, 't', 1, { delayMs: 1, bytesMax: 4 })
    const chunks = Array.from({ length: 200 }, (_, index) => `${index} `)
    for (const [index, chunk] of chunks.entries()) {
      await text.write(chunk)
      if (index % 20 === 0) await pause(1)
    }
    await text.end()
    expect(appended.join('')).toBe(chunks.join(''))
    expect(appended.length).toBeLessThan(chunks.length)
  })

  it('rejects writes and the end after a failed append', async () => {
    await log.append('stale', 2, [START])
    const text = coalesce(log, 'stale', 1, { bytesMax: 1 })
    await text.write('zombie')
    await pause(0)
    await expect(text.write('more')).rejects.toThrow(StaleWriter)
    await expect(text.end()).rejects.toThrow(StaleWriter)
  })

  it('is not appended if it is empty', async () => {
    await log.append('empty', 1, [START, STATUS])
    const text = coalesce(log, 'empty', 1)
    await text.write('')
    await text.end()
    expect(await texts('empty')).toEqual(['status'])
  })
})
