import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import { turnLogContract } from './contract.ts'
import { done, START, STATUS, text } from './samples.ts'

turnLogContract({
  name: 'memory',
  async open() {
    const log = memoryTurnLog()
    return { here: log, there: log, close: () => log.close() }
  },
})

describe('memory turn log', () => {
  const opened: { close(): Promise<void> }[] = []
  const opening = (options: Parameters<typeof memoryTurnLog>[0]) => {
    const log = memoryTurnLog(options)
    opened.push(log)
    return log
  }
  afterEach(async () => {
    for (const log of opened.splice(0)) await log.close()
  })

  it('forgets a finished turn after its retention and an unfinished turn later', async () => {
    let time = 1_000_000
    const log = opening({ retentionMs: 1_000, unfinishedRetentionMs: 5_000, now: () => time })
    await log.append('finished', 1, [START, done('x')])
    await log.append('unfinished', 1, [START])
    time += 1_001
    expect(await log.head('finished')).toEqual({ lastSeq: 0, terminal: false })
    expect(await log.read('finished', 0)).toEqual([])
    expect(await log.head('unfinished')).toEqual({ lastSeq: 1, terminal: false })
    time += 4_000
    expect(await log.head('unfinished')).toEqual({ lastSeq: 0, terminal: false })
  })

  it('stays within its memory limit by forgetting the turns that ended first', async () => {
    const log = opening({ bytesMax: 5_000 })
    await log.append('running', 1, [START, text('r'.repeat(1_000))])
    for (const turn of ['a', 'b', 'c', 'd', 'e']) await log.append(turn, 1, [START, text('x'.repeat(1_000)), done('x')])
    const heads = await Promise.all(['running', 'a', 'b', 'c', 'd', 'e'].map((turn) => log.head(turn)))
    expect(heads.map((head) => head.lastSeq > 0)).toEqual([true, false, false, true, true, true])
  })

  it('numbers from the clock if a restart has lost the start of a turn', async () => {
    const log = opening({ now: () => 1_700_000_000_000 })
    await log.append('t', 1, [STATUS, text('a')])
    expect((await log.read('t', 20)).map((event) => event.seq)).toEqual([1_700_000_000_001, 1_700_000_000_002])
    expect((await log.read('t', 1_700_000_000_001)).map((event) => event.body)).toEqual([text('a')])
  })
})
