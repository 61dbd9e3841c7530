import { jest } from '@jest/globals'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { type StepApp, step } from '../../activities/step.ts'
import { memoryTurnLog } from '../../src/ask/events/memory-turn-log.ts'
import { outbox } from '../../src/ask/events/outbox.ts'
import type { StepInput, TurnStep } from '../../src/ask/rules/steps.ts'
import { SYNCHRONOUS_TIMEOUTS } from '../../src/ask/rules/time-limits.ts'
import { sharedClock } from '../../src/platform/mongodb/shared-clock.ts'
import { rejectOnAbort } from '../../src/platform/network/reject-on-abort.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { noTracing } from '../../src/platform/tracing/tracing.ts'
import { done, START } from '../stream/samples.ts'

const QUESTION: StepInput['question'] = {
  turnId: 't',
  conversationId: 'c',
  startsConversation: true,
  sessionId: 's',
  databaseId: 'd',
  databaseName: 'shop',
  text: 'Who?',
  askedAt: '2026-11-22T10:00:00.000Z',
  billedIn: '2026-11-01',
  patience: SYNCHRONOUS_TIMEOUTS,
  caller: { organizationId: 1, kind: 'organization', userId: 1 },
}

let app: StepApp
beforeEach(async () => {
  const turnLog = memoryTurnLog()
  const clock = { now: async () => Date.now() }
  const stream = { log: turnLog, outbox: outbox(turnLog) }
  const store = { messages: { find: async () => undefined } }
  app = { stream, store, observe: () => undefined, tracing: noTracing, clock }
  await turnLog.append('t', 1, [START])
})
afterEach(async () => {
  await app.stream.outbox.close()
  await app.stream.log.close()
})

/** Runs an attempt of a step. @returns how often its work was started */
const attempted = async (name: TurnStep, attempt: number): Promise<number> => {
  let startCount = 0
  const activity = step(app, name, async () => {
    startCount += 1
  })
  const logger = new DefaultLogger('ERROR')
  await new MockActivityEnvironment({ attempt }, { logger })
    .run(activity, { question: QUESTION })
    .catch((error: unknown) => {
      expect(error).toMatchObject({ problem: 'turn_cancelled' })
    })
  return startCount
}

describe('a retried step', () => {
  it('calls no model and no database after its turn has ended', async () => {
    await app.stream.log.append('t', 2, [done('Ada.')])
    expect(await attempted('draftQuery', 2)).toBe(0)
    expect(await attempted('runQuery', 2)).toBe(0)
    expect(await attempted('composeAnswer', 3)).toBe(0)
  })

  it('does its work while its turn runs', async () => {
    expect(await attempted('runQuery', 2)).toBe(1)
  })

  it('stores the question and the answer again after its turn has ended, without effect', async () => {
    await app.stream.log.append('t', 2, [done('Ada.')])
    expect(await attempted('openTurn', 2)).toBe(1)
    expect(await attempted('closeTurn', 2)).toBe(1)
  })
})

describe('a step whose process was suspended', () => {
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  /** @returns why the work was aborted, or undefined */
  const suspendedFor = async (ms: number, work = async ({ reason }: AbortSignal) => reason): Promise<unknown> => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
    const activity = step(app, 'draftQuery', async (_, { signal }) => {
      const before = performance.now()
      jest.spyOn(performance, 'now').mockReturnValue(before + ms)
      jest.advanceTimersByTime(1_000)
      return await work(signal)
    })
    const logger = new DefaultLogger('ERROR')
    return await new MockActivityEnvironment({ attempt: 1 }, { logger }).run(activity, { question: QUESTION })
  }

  it('is aborted after missing its heartbeat timeout, since another worker takes over', async () => {
    expect(await suspendedFor(20_000)).toMatchObject({ problem: 'store_unavailable' })
  })

  it('is retried for any error of its work after the abort', async () => {
    const lost = suspendedFor(20_000, () => Promise.reject(new Problem('turn_cancelled')))
    await expect(lost).rejects.toMatchObject({ problem: 'store_unavailable' })
  })

  it('continues after a shorter suspension', async () => {
    expect(await suspendedFor(3_000)).toBeUndefined()
  })
})

describe('a local step', () => {
  const LIMIT_MS = 60_000
  /** @param elapsedMs since it was scheduled */
  const run = async (
    elapsedMs: number,
    work: (signal: AbortSignal) => Promise<string>,
    name: TurnStep = 'draftQuery',
  ) => {
    const limits = { startToCloseTimeoutMs: 20_000, scheduleToCloseTimeoutMs: name === 'openTurn' ? 0 : LIMIT_MS }
    const info = { attempt: 1, isLocal: true, scheduledTimestampMs: Date.now() - elapsedMs, ...limits }
    const activity = step(app, name, (_, { signal }) => work(signal))
    const logger = new DefaultLogger('ERROR')
    return await new MockActivityEnvironment(info, { logger }).run(activity, { question: QUESTION })
  }
  const timedOut = { problem: 'turn_timeout', transient: false }

  it('is not begun again after the end of its turn, and aborted by it, if Temporal forgets its time limit', async () => {
    await expect(run(LIMIT_MS, async () => 'done')).rejects.toMatchObject(timedOut)
    const aborted = run(LIMIT_MS - 20, (signal) => rejectOnAbort(new Promise<never>(() => undefined), signal))
    await expect(aborted).rejects.toMatchObject(timedOut)
    expect(await run(LIMIT_MS - 10_000, async () => 'done')).toBe('done')
  })

  it('has all the time that it takes if it opens or closes its turn', async () => {
    expect(await run(10 * LIMIT_MS, async () => 'done', 'openTurn')).toBe('done')
  })
})

it('steps of one turn on workers with clocks 30 s apart append events in sequence', async () => {
  const store = { now: async () => AT }
  const {
    stream: { log: turnLog },
  } = app
  const writers: number[] = []
  const at = async (ahead: number, name: TurnStep) => {
    const events = outbox(turnLog)
    const clock = sharedClock(store, () => AT + ahead)
    const activity = step(
      { ...app, stream: { log: turnLog, outbox: events }, clock },
      name,
      async (_, { writer, emit }) => {
        writers.push(writer)
        await emit({ type: 'status', status: 'generating_query' })
      },
    )
    const logger = new DefaultLogger('ERROR')
    await new MockActivityEnvironment({ attempt: 1 }, { logger }).run(activity, { question: QUESTION })
    await events.close()
  }
  await at(30_000, 'draftQuery')
  await at(0, 'runQuery')
  await at(-30_000, 'composeAnswer')
  expect(writers).toEqual([AT, AT, AT])
  expect((await turnLog.head('t')).lastSeq).toBe(4)
})

const AT = Date.parse('2026-11-22T10:00:00.000Z')
