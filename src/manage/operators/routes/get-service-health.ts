import type { z } from 'zod'
import { NOTHING } from '../../../http/input.ts'
import { serverAnswers } from '../../../http/readiness.ts'
import { data } from '../../../http/reply.ts'
import { operatorEndpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { type TimedAnswer, timedAnswer } from '../../../http/timed-answer.ts'
import type { TurnWorkers } from '../../../temporal/turn-runs.ts'
import { ServiceHealth } from './operator-schema.ts'

type Parts = Pick<RouteParts, 'config' | 'store' | 'turns' | 'temporal' | 'pingRedis'>

/** `GET /operators/health` */
export const getServiceHealth = (app: Parts) =>
  operatorEndpoint({
    method: 'get',
    path: '/operators/health',
    summary: 'Get the health of the service components (operators)',
    takes: NOTHING,
    gives: data(ServiceHealth),
    problems: [],
    handleOperator: () => serviceHealth(app),
  })

/** A step that waits longer shows that there are too few workers. */
const WAITS_MS = 5_000

const serviceHealth = async (app: Parts): Promise<z.input<typeof ServiceHealth>> => {
  const missing = app.store.missingIndexes()
  const [{ store, temporal }, workers, redis] = await Promise.all([
    serverAnswers(app, WITHIN_MS),
    timedAnswer(WITHIN_MS, () => app.temporal.turnRuns.workers()),
    app.pingRedis === undefined ? undefined : timedAnswer(WITHIN_MS, app.pingRedis),
  ])
  return {
    checked_at: new Date().toISOString(),
    store: { ...answeredState(store, missing.length > 0), missing_indexes: missing },
    temporal: {
      ...answeredState(temporal),
      reason: 'error' in temporal ? await app.temporal.reason(temporal.error) : null,
    },
    workers: workersState('error' in workers ? undefined : workers.value),
    redis: redis === undefined ? { state: 'unused', answered_ms: null } : answeredState(redis),
    planner: { model: app.config.model?.name ?? null },
  }
}

/** A part that does not answer within this time counts as down. */
const WITHIN_MS = 2_000

const answeredState = (answer: TimedAnswer<unknown>, isDegraded = false) => {
  if ('error' in answer) return { state: 'down' as const, answered_ms: null }
  return { state: isDegraded ? ('warning' as const) : ('ok' as const), answered_ms: answer.ms }
}

/** @param workers undefined where Temporal did not answer */
const workersState = (workers: TurnWorkers | undefined) => {
  if (workers === undefined) return { state: 'down' as const, count: null, waiting: null, oldest_waiting_ms: null }
  const { count, waiting, oldestWaitingMs } = workers
  const state: z.input<typeof ServiceHealth>['workers']['state'] =
    count === 0 ? 'down' : oldestWaitingMs > WAITS_MS ? 'warning' : 'ok'
  return { state, count, waiting, oldest_waiting_ms: oldestWaitingMs }
}
