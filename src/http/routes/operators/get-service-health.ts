import type { z } from 'zod'
import { NOTHING } from '../../input.ts'
import { data } from '../../reply.ts'
import { operatorEndpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { ServiceHealth } from './operator-schema.ts'

type Parts = Pick<RouteParts, 'config' | 'store' | 'turns' | 'turnRuns' | 'pingRedis' | 'temporalReason' | 'planner'>

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

/** Steps of a turn wait longer than this only where workers are too few, or none is left. */
const WAITS_MS = 5_000

const serviceHealth = async (app: Parts): Promise<z.input<typeof ServiceHealth>> => {
  const missing = app.store.missingIndexes()
  const [store, temporal, workers, redis] = await Promise.all([
    timed(() => app.store.ping()),
    timed(() => app.turns.ping()),
    app.turnRuns.workers().catch(() => undefined),
    app.pingRedis === undefined ? undefined : timed(app.pingRedis),
  ])
  const reason = 'error' in temporal ? await app.temporalReason(temporal.error) : null
  return {
    checked_at: new Date().toISOString(),
    store: { ...stateOf(store, missing.length > 0), missing_indexes: missing },
    temporal: { ...stateOf(temporal), reason },
    workers: {
      state:
        workers === undefined || workers.count === 0 ? 'down' : workers.oldestWaitingMs > WAITS_MS ? 'warning' : 'ok',
      ...{ count: workers?.count ?? null, waiting: workers?.waiting ?? null },
      oldest_waiting_ms: workers?.oldestWaitingMs ?? null,
    },
    redis: redis === undefined ? { state: 'unused', answered_ms: null } : stateOf(redis),
    planner: { model: app.config.model?.name ?? null },
  }
}

type Answer = { readonly ms: number } | { readonly error: unknown }

/** However long a part takes to say nothing: whoever asks has to be told. */
const WITHIN_MS = 2_000

const timed = async (ask: () => Promise<unknown>): Promise<Answer> => {
  const began = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), WITHIN_MS)
  try {
    await Promise.race([ask(), late.promise])
    return { ms: Math.round(performance.now() - began) }
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}

const stateOf = (answer: Answer, isLacking = false) => {
  if ('error' in answer) return { state: 'down' as const, answered_ms: null }
  return { state: isLacking ? ('warning' as const) : ('ok' as const), answered_ms: answer.ms }
}
