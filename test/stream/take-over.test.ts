import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import { takeOver } from '../../src/ask/events/take-over.ts'
import { StaleWriter, type TurnLog } from '../../src/ask/events/turn-log.ts'
import { RESET, START, STATUS, text } from './samples.ts'

describe('taking over a turn', () => {
  const log = memoryTurnLog()
  afterAll(() => log.close())
  const bodies = async (turnId: string) => (await log.read(turnId, 0)).map((event) => event.body)

  it('starts a first run with its status only', async () => {
    await log.append('first', 1, [START])
    await takeOver(log, 'first', 2, STATUS)
    expect(await bodies('first')).toEqual([START, STATUS])
  })

  it('starts a later run with a reset if text was left', async () => {
    await log.append('later', 1, [START, text('half an')])
    await takeOver(log, 'later', 2, STATUS)
    expect(await bodies('later')).toEqual([START, text('half an'), RESET, STATUS])
  })

  it('does not reset twice', async () => {
    await log.append('again', 1, [START, text('half an'), RESET])
    await takeOver(log, 'again', 2, STATUS)
    expect(await bodies('again')).toEqual([START, text('half an'), RESET, STATUS])
  })

  it('drops text that the earlier run appends at the last moment', async () => {
    await log.append('race', 1, [START])
    let reads = 0
    const racing: TurnLog = {
      ...log,
      async read(...args) {
        const events = await log.read(...args)
        reads += 1
        if (reads === 1) await log.append('race', 1, [text('late')])
        return events
      },
    }
    await takeOver(racing, 'race', 2, STATUS)
    expect((await bodies('race')).slice(-2)).toEqual([RESET, STATUS])
    await expect(log.append('race', 1, [text('later still')])).rejects.toThrow(StaleWriter)
  })

  it('keeps the text of a later run', async () => {
    await log.append('overtaken', 3, [START, text('of the successor')])
    await expect(takeOver(log, 'overtaken', 2, STATUS)).rejects.toThrow(StaleWriter)
    expect(await bodies('overtaken')).toEqual([START, text('of the successor')])
  })
})
