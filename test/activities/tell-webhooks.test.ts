import { tellWebhooks } from '../../activities/tell-webhooks.ts'
import { turnCompleted } from '../../src/manage/webhooks/rules/webhook-event.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

const EVENT = turnCompleted('2026-11-25T10:00:00.000Z', {
  turn_id: 't',
  conversation_id: 'c',
  database_id: 'd',
  asked_at: '2026-11-25T10:00:00.000Z',
  execution_time_ms: 0,
})

/** Emits an event that fails with the error. @returns what was thrown, and the observations */
const emitted = async (error: Error, attempt: number) => {
  const observed: Observation[] = []
  const app = {
    webhooks: { events: { emit: () => Promise.reject(error) } },
    observe: (observation: Observation) => observed.push(observation),
  }
  const thrown = await tellWebhooks(app, { organizationId: 1, event: EVENT, attempt }).catch((one: unknown) => one)
  return { thrown, kinds: observed.map(({ kind }) => kind) }
}

const AWAY = new Problem('worker_unavailable')
const BROKEN = new TypeError('broken')

describe('a webhook event that cannot be enqueued', () => {
  it('is retried with its step while Temporal is unreachable, by an error that does not end the turn', async () => {
    const { thrown, kinds } = await emitted(AWAY, 4)
    expect([thrown instanceof Error, thrown instanceof Problem, kinds]).toEqual([true, false, []])
  })

  it('is deferred to a step of its own only while Temporal is unreachable', async () => {
    const app = (error: Error) => ({
      webhooks: { events: { emit: () => Promise.reject(error) } },
      observe: () => undefined,
    })
    const telling = { organizationId: 1, event: EVENT, attempt: 1, mayWait: true }
    expect(await tellWebhooks(app(AWAY), telling)).toBe('later')
    expect(await tellWebhooks(app(BROKEN), telling)).toBe('given up')
  })

  it.each([
    ['after five attempts', AWAY, 5],
    ['immediately for an error that retrying cannot fix', BROKEN, 1],
  ])('is given up and reported without failing the turn %s', async (_, error, attempt) => {
    expect(await emitted(error, attempt)).toEqual({ thrown: 'given up', kinds: ['webhook_enqueue_failed'] })
  })
})
