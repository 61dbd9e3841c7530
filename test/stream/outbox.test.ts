import { answerText } from '../../src/ask/events/answer-text.ts'
import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import { outbox } from '../../src/ask/events/outbox.ts'
import type { TurnLog } from '../../src/ask/events/turn-log.ts'
import type { TurnEventBody } from '../../src/ask/rules/turn-event.ts'
import { waitFor } from '../support/wait-for.ts'
import { done, RESET, START, STATUS, text } from './samples.ts'

const COMPOSING: TurnEventBody = { type: 'status', status: 'composing_answer' }

/** A log that counts its appends and reads. */
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

describe('an enqueued event', () => {
  it('is written before the next events of its turn, in the same append', async () => {
    const { events, calls, bodies } = opened()
    await events.append('together', 1, [START])
    events.enqueue('together', 2, [STATUS])
    await events.append('together', 3, [text('answer')])
    expect(await bodies('together')).toEqual([START, STATUS, text('answer')])
    expect(calls.append).toBe(2)
  })

  it('is written alone if no event follows, and when the process shuts down', async () => {
    const { events, bodies } = opened()
    await events.append('alone', 1, [START])
    events.enqueue('alone', 1, [STATUS])
    await waitFor('the status', async () => (await bodies('alone')).length === 2)
    events.enqueue('alone', 1, [STATUS])
    await events.close()
    expect(await bodies('alone')).toEqual([START, STATUS, STATUS])
  })

  it('is dropped silently if a later writer was faster', async () => {
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

  it('takes one append and no read if this process has written the whole log', async () => {
    const local = opened()
    await local.events.append('own', 1, [START])
    await write(local, 'own', 2)
    expect(await local.bodies('own')).toEqual([START, COMPOSING, text('whole answer')])
    expect(local.calls).toEqual({ append: 2, read: 0 })
  })

  it('does not repeat a published status, of this step or the end of the previous one', async () => {
    const local = opened()
    const thinking = { type: 'status', status: 'composing_answer', thinking: 'One row.' } as const
    await local.events.append('told', 1, [START])
    local.events.enqueue('told', 1, [STATUS])
    const answer = await answerText(local.log, local.events, 'told', 2)
    await waitFor('the status', async () => (await local.bodies('told')).length > 1)
    answer.sendStatus(thinking)
    await answer.write('whole answer')
    await answer.end()
    const bodies = await local.bodies('told')
    expect(bodies.filter(({ type }) => type === 'text' || type === 'reset')).toEqual([text('whole answer')])
    expect(bodies).toContainEqual(thinking)
  })

  it('starts with a reset if an earlier run in this process has left text', async () => {
    const local = opened()
    await local.events.append('again', 1, [START, text('half an')])
    await write(local, 'again', 2)
    expect(await local.bodies('again')).toEqual([START, text('half an'), RESET, COMPOSING, text('whole answer')])
  })

  it('starts with a reset if another process has left text, even at the last moment', async () => {
    const local = opened()
    await local.log.append('foreign', 1, [START, text('half an')])
    await write(local, 'foreign', 2)
    expect(await local.bodies('foreign')).toEqual([START, text('half an'), RESET, COMPOSING, text('whole answer')])
    await local.events.append('raced', 1, [START])
    const answer = await answerText(local.log, local.events, 'raced', 3)
    await local.log.append('raced', 2, [text('late')])
    await answer.write('whole answer')
    await answer.end()
    const bodies = await local.bodies('raced')
    expect(bodies.slice(bodies.findIndex(({ type }) => type === 'reset'))).toEqual([
      RESET,
      COMPOSING,
      text('whole answer'),
    ])
  })
})

describe('the events of a turn without readers', () => {
  const ANSWERED = [START, STATUS, text('The answer.'), done('The answer.')]

  it('are not stored if it ends in time', async () => {
    const { events, calls, bodies } = opened()
    events.hold('short')
    await events.append('short', 1, [START])
    events.enqueue('short', 1, [STATUS])
    await events.append('short', 1, [text('The answer.'), done('The answer.')])
    expect([await bodies('short'), calls]).toEqual([[], { append: 0, read: 0 }])
  })

  it.each(['when it gets a reader', 'with the first text of an answer', 'when the process shuts down'])(
    'are stored in order %s, with all that follow',
    async (how) => {
      const { events, bodies } = opened()
      events.hold(how)
      await events.append(how, 1, [START])
      events.enqueue(how, 1, [STATUS])
      if (how === 'when it gets a reader') events.reveal(how)
      if (how === 'when the process shuts down') await events.close()
      await events.append(how, 1, [text('The answer.')])
      await events.append(how, 1, [done('The answer.')])
      expect(await bodies(how)).toEqual(ANSWERED)
    },
  )

  it('are stored when it lasts', async () => {
    const { log, bodies } = countedLog()
    logs.push(log)
    const events = outbox(log, { holdMs: 1 })
    events.hold('long')
    await events.append('long', 1, [START])
    await waitFor('the event', async () => (await bodies('long')).length === 1)
    await events.append('long', 1, [done('The answer.')])
    expect(await bodies('long')).toEqual([START, done('The answer.')])
  })
})
