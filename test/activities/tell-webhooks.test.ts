import { tellWebhooks } from '../../activities/tell-webhooks.ts'
import { turnCompleted } from '../../src/manage/webhooks/rules/webhook-event.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

const EVENT = turnCompleted('2026-11-25T10:00:00.000Z', {
  ...{ turn_id: 't', conversation_id: 'c', database_id: 'd', asked_at: '2026-11-25T10:00:00.000Z' },
  execution_time_ms: 0,
})

/** Tells an event where that fails. @returns what was thrown, and what was noticed */
const told = async (error: Error, attempt: number) => {
  const noticed: Observation[] = []
  const app = {
    webhooks: { events: { emit: () => Promise.reject(error) } },
    observe: (observation: Observation) => noticed.push(observation),
  }
  const thrown = await tellWebhooks(app, { organizationId: 1, event: EVENT, attempt }).catch((one: unknown) => one)
  return { thrown, kinds: noticed.map(({ kind }) => kind) }
}

const AWAY = new Problem('worker_unavailable')
const BROKEN = new TypeError('broken')

describe('an event that cannot be told', () => {
  it('is told again with its step while Temporal is away, and as no problem, which would end the turn', async () => {
    const { thrown, kinds } = await told(AWAY, 4)
    expect([thrown instanceof Error, thrown instanceof Problem, kinds]).toEqual([true, false, []])
  })

  it('is left to a step of its own while Temporal is away, where there is one, and nothing else is', async () => {
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
    ['at once where trying again does not help', BROKEN, 1],
  ])('fails nothing for good: it is given up %s, and noticed', async (_, error, attempt) => {
    expect(await told(error, attempt)).toEqual({ thrown: 'given up', kinds: ['webhook_enqueue_failed'] })
  })
})
