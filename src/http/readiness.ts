import type { RouteParts } from './route-parts.ts'
import { timedAnswer } from './timed-answer.ts'

/** However long what is asked takes to say nothing: whoever asks has to be told. */
const ANSWERS_WITHIN_MS = 2_000

/** Balancers ask often, and anybody may: the store and Temporal are asked no more often than this. */
const ASKED_EVERY_MS = 1_000

const LOOK_AGAIN_S = 2

/** For how long an answer of the store or of Temporal is waited for, and how long it holds. */
export interface HealthTimes {
  readonly withinMs?: number
  readonly everyMs?: number
}

/** Whether a process can do its work, and what that depends on. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, boolean>>
  /** Of each index that the store lacks, why, and what helps. */
  readonly missing: readonly string[]
}

/**
 * Asks the store and Temporal whether they answer, however often it is asked itself.
 * @param own what else must be so, as the process knows it
 */
export const readinessOf = (
  app: Pick<RouteParts, 'store' | 'turns'>,
  own: () => Readonly<Record<string, boolean>>,
  { withinMs = ANSWERS_WITHIN_MS, everyMs = ASKED_EVERY_MS }: HealthTimes = {},
): (() => Promise<Readiness>) => {
  const now = atMostEvery(everyMs, async () => {
    const { store, temporal } = await serverAnswers(app, withinMs)
    return { store: !('error' in store), temporal: !('error' in temporal) }
  })
  return async () => {
    const missing = app.store.missingIndexes()
    const known: Readiness['checks'] = { ...(await now()), ...own() }
    const { draining = false, ...needed } = known
    // Without an index everything is answered still, but what must be unique and cannot be: nobody is sent elsewhere.
    const checks = { ...known, indexes: missing.length === 0 }
    return { ready: !draining && Object.values(needed).every((is) => is), checks, missing }
  }
}

/** The answers of the servers that every process needs. Never rejects. */
export const serverAnswers = async (app: Pick<RouteParts, 'store' | 'turns'>, withinMs: number) => {
  const [store, temporal] = await Promise.all([
    timedAnswer(withinMs, () => app.store.ping()),
    timedAnswer(withinMs, () => app.turns.ping()),
  ])
  return { store, temporal }
}

/** What `GET /readyz` answers, of an API and beside the metrics of any process; 503 names what is missing. */
export const readyAnswer = ({ ready, checks, missing }: Readiness) => ({
  status: ready ? 200 : 503,
  headers: ready ? {} : { 'Retry-After': String(LOOK_AGAIN_S) },
  body: { status: ready ? 'ready' : 'not ready', checks, ...(missing.length === 0 ? {} : { missing }) },
})

/** What `GET /healthz` answers: it is said, so the process lives and its loop turns. */
export const ALIVE = { status: 'ok' }

/** Whoever asks while an answer is on its way, or soon after it was asked for, gets the same. */
const atMostEvery = <Value>(everyMs: number, ask: () => Promise<Value>): (() => Promise<Value>) => {
  let last: { readonly at: number; readonly answer: Promise<Value> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= everyMs) last = { at: now, answer: ask() }
    return last.answer
  }
}
