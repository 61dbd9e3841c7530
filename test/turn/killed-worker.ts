import { once } from 'node:events'
import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { placesOf } from './places-of.ts'

const STEPS = ['openTurn', 'draftQuery', 'runQuery', 'composeAnswer', 'closeTurn'] as const

/** The step at which a worker dies, and whether its work is done; the second `runQuery` is the regular step of a handed over query. */
export type CrashPoint = `${(typeof STEPS)[number]}:${'before' | 'after'}` | `runQuery:${'before' | 'after'}:2`

export const CRASH_POINTS: readonly CrashPoint[] = [
  ...STEPS.flatMap((step): CrashPoint[] => [`${step}:before`, `${step}:after`]),
  'runQuery:before:2',
  'runQuery:after:2',
]

/**
 * A crash point for each kind of step: one that repeats a write, one that has not called the model or the customer database
 * yet, one that takes a running query over, and one that ends the turn. `test/long/turn/crash.test.ts` has the others.
 */
export const CRASH_KINDS: readonly CrashPoint[] = [
  'openTurn:after',
  'runQuery:before',
  'runQuery:before:2',
  'closeTurn:after',
]

/** Tests that a question whose worker is killed at each of these points has one answer, which the waiting caller gets. */
export const killedWorkerSuite = (crashPoints: readonly CrashPoint[]): void => {
  const platforms: Platform[] = []
  const forked = new Forked()
  afterAll(async () => {
    forked.killAll()
    for (const platform of platforms) await platform.close()
  })

  // Temporal detects a lost worker after seconds; the crash points wait concurrently.
  it.concurrent.each(crashPoints)(
    'at %s costs the waiting caller only time: one question is counted, one answer given, no lease kept',
    async (crashAt) => {
      // Every query is handed over before the second step of that name.
      const handsOver: Record<string, string> = crashAt.endsWith(':2') ? { TABLETALK_FAST_QUERY_MS: '1' } : {}
      const platform = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo', ...handsOver } })
      platforms.push(platform)
      const scope = { 'X-Scope-Id': crashAt }
      const victim = forked.start('crashing-worker', platform.env, crashAt)
      const died = once(victim, 'exit')
      await once(victim, 'message')
      const answer = platform.request('/api/v1/chat/message', {
        json: { message: 'How many customers are there?' },
        headers: scope,
      })
      await died
      const spare = await platform.startWorker()
      const response = await answer
      expect(response.status).toBe(200)
      const { data } = response.body
      expect(data.results).toHaveLength(1)
      const history = await platform.request('/api/v1/chat/history', { headers: scope })
      const { messages } = history.body.data
      expect(messages.map(({ sender, content }: { sender: string; content: string }) => [sender, content])).toEqual([
        ['ASSISTANT', data.message],
        ['USER', 'How many customers are there?'],
      ])
      const listed = await platform.request('/api/v1/chat/conversations', { headers: scope })
      expect(listed.body.data.conversations).toMatchObject([{ messageCount: 2 }])
      await spare.drain()
      expect(await placesOf(platform)).toEqual([])
      const { totals, period } = (await platform.request('/api/v1/usage')).body.data
      expect([totals.questions, period.questions.used]).toEqual([1, 1])
    },
    120_000,
  )
}
