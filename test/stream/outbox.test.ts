import { answerText } from '../../src/ask/events/answer-text.ts'
import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import { outbox } from '../../src/ask/events/outbox.ts'
import type { TurnLog } from '../../src/ask/events/turn-log.ts'
import type { TurnEventBody } from '../../src/ask/rules/turn-event.ts'
import { waitFor } from '../support/wait-for.ts'
import { RESET, START, STATUS, text } from './samples.ts'

const COMPOSING: TurnEventBody = { type: 'status', status: 'composing_answer' }

/** A log that counts how often it is written to and read. */
const countedLog = () => {
  const log = memoryTurnLog()
  const calls = { append: 0, read: 0 }
  const counted: TurnLog = {
    ...log,
    append: (...args) => {
      calls.append++
      return log.append(...args)
    },
    read: (...args) => {
      calls.read++
      return log.read(...args)
    },
  }
  const bodies = async (turnId: string) => (await log.read(turnId, 0)).map(({ body }) => body)
  return { log: counted, calls, bodies }
}

const logs: TurnLog[] = []
const opened = () => {
  const counted = countedLog()
  logs.push(counted.log)
  return { ...counted, events: outbox(counted.log) }
}
afterAll(() => Promise.all(logs.map((log) => log.close())))

describe('what a step tells', () => {
  it('goes before the next events of its turn, in one write with them', async () => {
    const { events, calls, bodies } = opened()
    await events.append('together', 1, [START])
    events.enqueue('together', 2, [STATUS])
    await events.append('together', 3, [text('answer')])
    expect(await bodies('together')).toEqual([START, STATUS, text('answer')])
    expect(calls.append).toBe(2)
  })

  it('goes alone when nothing comes, and at the end of the process', async () => {
    const { events, bodies } = opened()
    await events.append('alone', 1, [START])
    events.enqueue('alone', 1, [STATUS])
    await waitFor('the status', async () => (await bodies('alone')).length === 2)
    events.enqueue('alone', 1, [STATUS])
    await events.close()
    expect(await bodies('alone')).toEqual([START, STATUS, STATUS])
  })

  it('is dropped without a word where a later writer was quicker', async () => {
    const { log, events, bodies } = opened()
    await events.append('late', 1, [START])
    await log.append('late', 5, [text('later')])
    events.enqueue('late', 2, [STATUS])
    await events.close()
    expect(await bodies('late')).toEqual([START, text('later')])
  })
})

describe('the text of an answer', () => {
  const write = async ({ log, events }: ReturnType<typeof opened>, turnId: string, writer: number) => {
    const answer = await answerText(log, events, turnId, writer)
    await answer.write('whole ')
    await answer.write('answer')
    await answer.end()
  }

  it('is one write and no read where this process has written the whole log', async () => {
    const place = opened()
    await place.events.append('own', 1, [START])
    await write(place, 'own', 2)
    expect(await place.bodies('own')).toEqual([START, COMPOSING, text('whole answer')])
    expect(place.calls).toEqual({ append: 2, read: 0 })
  })

  it('does not repeat what its turn has published, in this step or at the end of the one before', async () => {
    const place = opened()
    const thinking = { type: 'status', status: 'composing_answer', thinking: 'One row.' } as const
    await place.events.append('told', 1, [START])
    place.events.enqueue('told', 1, [STATUS])
    const answer = await answerText(place.log, place.events, 'told', 2)
    await waitFor('the status', async () => (await place.bodies('told')).length > 1)
    answer.sendStatus(thinking)
    await answer.write('whole answer')
    await answer.end()
    const bodies = await place.bodies('told')
    expect(bodies.filter(({ type }) => type === 'text' || type === 'reset')).toEqual([text('whole answer')])
    expect(bodies).toContainEqual(thinking)
  })

  it('begins anew where an earlier run in this process has left text', async () => {
    const place = opened()
    await place.events.append('again', 1, [START, text('half an')])
    await write(place, 'again', 2)
    expect(await place.bodies('again')).toEqual([START, text('half an'), RESET, COMPOSING, text('whole answer')])
  })

  it('begins anew where another process has left text, before it or at the last moment', async () => {
    const place = opened()
    await place.log.append('foreign', 1, [START, text('half an')])
    await write(place, 'foreign', 2)
    expect(await place.bodies('foreign')).toEqual([START, text('half an'), RESET, COMPOSING, text('whole answer')])
    await place.events.append('raced', 1, [START])
    const answer = await answerText(place.log, place.events, 'raced', 3)
    await place.log.append('raced', 2, [text('late')])
    await answer.write('whole answer')
    await answer.end()
    const bodies = await place.bodies('raced')
    expect(bodies.slice(bodies.findIndex(({ type }) => type === 'reset'))).toEqual([
      RESET,
      COMPOSING,
      text('whole answer'),
    ])
  })
})
