import { MockActivityEnvironment } from '@temporalio/testing'
import { v7 as uuidv7 } from 'uuid'
import { type Activities, createActivities } from '../../activities/index.ts'
import { step } from '../../activities/step.ts'
import { type App, createApp } from '../../src/app.ts'
import { assistantMessageId } from '../../src/ask/rules/history/message.ts'
import { SYNCHRONOUS_TIMEOUTS } from '../../src/ask/rules/time-limits.ts'
import type { TurnEventBody } from '../../src/ask/rules/turn-event.ts'
import { readConfig } from '../../src/config.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

let platform: Platform
let elsewhere: App
beforeAll(async () => {
  platform = await startPlatform({ worker: false, env: { TABLETALK_FAST_QUERY_MS: '0' } })
  const { TEMPORAL_ADDRESS: temporalAddress = '', MONGODB_URI: mongoUri = '' } = platform.env
  const config = readConfig(platform.env)
  elsewhere = await createApp({ config, temporalAddress, mongoUri, secret: SECRET, observe: () => undefined })
})
afterAll(async () => {
  await elsewhere.close()
  await platform.close()
})

/** Runs a turn up to its query, in the first process. */
const drafted = async () => {
  const { organizationId, databaseId } = platform.access
  const caller = {
    organizationId,
    keyId: 'key',
    kind: 'organization' as const,
    userId: 1,
    tenantId: '1',
    scopeId: 'tester',
  }
  const [turnId, conversationId] = [uuidv7(), uuidv7()]
  const question = {
    turnId,
    conversationId,
    caller,
    databaseId,
    databaseName: 'shops',
    text: 'How many customers are there?',
    startsConversation: true,
    sessionId: conversationId,
    askedAt: new Date().toISOString(),
    billedIn: '2026-11-01',
    patience: SYNCHRONOUS_TIMEOUTS,
  }
  const { openTurn, draftQuery } = createActivities(platform.app)
  await run(openTurn, { question, claim: turnId, timeoutMs: 120_000 })
  const draft = await run(draftQuery, { question, recentTurns: [] })
  if (draft.mode !== 'query') throw new Error('no query')
  return { question, draft }
}

/** Runs a turn up to its last step, in the first process. */
const composed = async () => {
  const { question, draft } = await drafted()
  const { turnId } = question
  const { runQuery, composeAnswer } = createActivities(platform.app)
  const outcome = await run(runQuery, { question, draft, queryTimeoutMs: 30_000 })
  if (outcome.kind !== 'rows') throw new Error('no rows')
  const rowsBy = outcome.writer
  const composition = await run(composeAnswer, { question, draft, rowsBy })
  const ending = { kind: 'composed', draft, composition, rowsBy } as const
  return { turnId, message: composition.message, close: { question, claim: turnId, keyed: false, ending } }
}

const run = <Input, Output>(step: (input: Input) => Promise<Output>, input: Input, info = {}): Promise<Output> =>
  new MockActivityEnvironment(info).run(step, input)

/** The statuses of a turn so far, in order. */
const statuses = async (turnId: string): Promise<readonly string[]> =>
  (await elsewhere.stream.log.read(turnId, 0)).flatMap(({ body }) => (body.type === 'status' ? [body.status] : []))

const ended = async (
  turnId: string,
): Promise<{ readonly text: string; readonly kinds: readonly TurnEventBody['type'][] }> => {
  const bodies = (await elsewhere.stream.log.read(turnId, 0)).map(({ body }) => body)
  const from = bodies.findLastIndex(({ type }) => type === 'reset') + 1
  const text = bodies
    .slice(from)
    .map((body) => (body.type === 'text' ? body.content : ''))
    .join('')
  return { text, kinds: bodies.map(({ type }) => type) }
}

const closings: Readonly<Record<string, (close: Parameters<Activities['closeTurn']>[0]) => Promise<unknown>>> = {
  'in the same process': (close) => run(createActivities(platform.app).closeTurn, close),
  'in another process': (close) => run(createActivities(elsewhere).closeTurn, close),
  async 'in another process, after one that wrote its text has died'(close) {
    const { turnId } = close.question
    const text = await platform.app.stream.takeOverText(turnId, Date.now())
    await text.write('some of the ans')
    await text.end()
    await run(createActivities(elsewhere).closeTurn, close)
  },
  async 'in two processes at once'(close) {
    const { closeTurn } = createActivities(platform.app)
    await Promise.allSettled([run(closeTurn, close), run(createActivities(elsewhere).closeTurn, close)])
    await run(createActivities(elsewhere).closeTurn, close)
  },
}

describe('an answer without wording by a model', () => {
  it.each(Object.keys(closings))('is streamed once and completely when its turn ends %s', async (name) => {
    const { turnId, message, close } = await composed()
    await closings[name]?.(close)
    const { text, kinds } = await ended(turnId)
    expect(text).toBe(message)
    expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('done')
  })
})

it.each(['counted', 'stored'] as const)(
  'a retried end of a turn, whose answer was only %s, sets the conversation to the time of the stored answer',
  async (done) => {
    const { turnId, close } = await composed()
    const { caller, conversationId } = close.question
    const { store: real } = platform.app
    const cutOff = () => Promise.reject(new Error('cut off'))
    const store: typeof real =
      done === 'stored'
        ? { ...real, conversations: { ...real.conversations, countMessage: cutOff } }
        : { ...real, messages: { ...real.messages, add: cutOff } }
    await expect(run(createActivities({ ...platform.app, store }).closeTurn, close)).rejects.toThrow()
    await run(createActivities(elsewhere).closeTurn, close)
    const answer = await elsewhere.store.messages.find(caller, assistantMessageId(turnId))
    const conversation = await elsewhere.store.conversations.find(caller, conversationId)
    expect(conversation).toMatchObject({ messageCount: 2, lastMessageAt: answer?.timestamp })
  },
)

it('a step without a free slot is retried only in asynchronous turns', async () => {
  const { close } = await composed()
  const busy = step(platform.app, 'draftQuery', async () => {
    throw new Problem('busy')
  })
  const asked = (isAwaited: boolean) => ({ ...close.question, patience: { ...SYNCHRONOUS_TIMEOUTS, isAwaited } })
  const [later, atOnce] = [asked(false), asked(true)]
  await expect(run(busy, { question: later })).rejects.toMatchObject({ problem: 'busy', transient: true })
  const refused = { problem: 'busy', transient: false, retryAfterS: 5 }
  await expect(run(busy, { question: atOnce })).rejects.toMatchObject(refused)
})

it('a query without a slow slot at its turn deadline ends with 503 and Retry-After', async () => {
  const { question, draft } = await drafted()
  const hours = { ...draft, query: 'SELECT count(*) AS n FROM orders a, orders b, orders c, orders d' }
  const running = new MockActivityEnvironment()
  const { runQuery } = createActivities(platform.app)
  const long = running.run(runQuery, { question, draft: hours, queryTimeoutMs: 600_000 }).catch(() => undefined)
  await waitFor('the query', async () => (await statuses(question.turnId)).includes('executing_query'))
  const late = { ...(await drafted()).question, patience: { waitMs: 90_000, isAwaited: false } }
  const ended = run(
    runQuery,
    { question: late, draft: hours, queryTimeoutMs: 30_000 },
    { startToCloseTimeoutMs: 2_000 },
  )
  await expect(ended).rejects.toMatchObject({ problem: 'busy', transient: false, retryAfterS: 5 })
  const isReported = async () => (await statuses(late.turnId)).join().endsWith('executing_query,waiting_for_database')
  await waitFor('what it has told', isReported)
  running.cancel()
  await long
})
