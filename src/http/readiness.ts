import type { RouteParts } from './route-parts.ts'
import { timedAnswer } from './timed-answer.ts'

/** Time limit for a health check of a server, so that `/readyz` always responds. */
const CHECK_TIMEOUT_MS = 2_000

/** Load balancers poll often, and `/readyz` is public: minimum interval between checks of the store and Temporal. */
const CHECK_INTERVAL_MS = 1_000

const RETRY_AFTER_S = 2

/** Time limit of a check of the store and Temporal, and how long its result is cached. */
interface HealthTimes {
  readonly withinMs?: number
  readonly everyMs?: number
}

/** Whether a process can do its work, and the result of each check. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, boolean>>
  /** For each missing index of the store: the reason and the remedy. */
  readonly missing: readonly string[]
}

/**
 * Checks the store and Temporal, at most once per `everyMs`.
 * @param own further checks of the process; `draining` must be false, all others true
 */
export const readinessOf = (
  app: Pick<RouteParts, 'store' | 'turns'>,
  own: () => Readonly<Record<string, boolean>>,
  { withinMs = CHECK_TIMEOUT_MS, everyMs = CHECK_INTERVAL_MS }: HealthTimes = {},
): (() => Promise<Readiness>) => {
  const serversRespond = atMostEvery(everyMs, async () => {
    const { store, temporal } = await serverAnswers(app, withinMs)
    return { store: !('error' in store), temporal: !('error' in temporal) }
  })
  return async () => {
    const missing = app.store.missingIndexes()
    const known: Readiness['checks'] = { ...(await serversRespond()), ...own() }
    const { draining = false, ...needed } = known
    // A missing index does not make a process unready: only writes that need uniqueness fail.
    const checks = { ...known, indexes: missing.length === 0 }
    return { ready: !draining && Object.values(needed).every((isPassed) => isPassed), checks, missing }
  }
}

/** Checks the servers that every process needs. Never rejects. */
export const serverAnswers = async (app: Pick<RouteParts, 'store' | 'turns'>, withinMs: number) => {
  const [store, temporal] = await Promise.all([
    timedAnswer(withinMs, () => app.store.ping()),
    timedAnswer(withinMs, () => app.turns.ping()),
  ])
  return { store, temporal }
}

/** Response of `GET /readyz`, of the API and of the metrics server of every process; 503 names the failed checks. */
export const readyAnswer = ({ ready, checks, missing }: Readiness) => ({
  status: ready ? 200 : 503,
  headers: ready ? {} : { 'Retry-After': String(RETRY_AFTER_S) },
  body: { status: ready ? 'ready' : 'not ready', checks, ...(missing.length === 0 ? {} : { missing }) },
})

/** Body of `GET /healthz`: any response shows that the process and its event loop run. */
export const ALIVE = { status: 'ok' }

/** Shares one call, running or completed, between all calls within `everyMs`. */
const atMostEvery = <Value>(everyMs: number, ask: () => Promise<Value>): (() => Promise<Value>) => {
  let last: { readonly at: number; readonly answer: Promise<Value> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= everyMs) last = { at: now, answer: ask() }
    return last.answer
  }
}
