import { Router } from 'express'
import type { App } from '../app.ts'

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

/** `GET /healthz`: the process lives. `GET /readyz`: it can take questions; 503 names what is missing. */
export const healthRoutes = (
  app: Pick<App, 'store' | 'turns'>,
  shutdown: AbortSignal,
  { withinMs = ANSWERS_WITHIN_MS, everyMs = ASKED_EVERY_MS }: HealthTimes = {},
): Router => {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  const now = atMostEvery(everyMs, async () => {
    const asked = [app.store.ping(), app.turns.ping()].map((answer) => answersWithin(withinMs, answer))
    const [store = false, temporal = false] = await Promise.all(asked)
    return { store, temporal }
  })
  router.get('/readyz', async (_req, res) => {
    // Without an index everything is answered still, but what must be unique and cannot be: nobody is sent elsewhere.
    const missing = app.store.missingIndexes()
    const checks = { ...(await now()), draining: shutdown.aborted, indexes: missing.length === 0 }
    const ready = checks.store && checks.temporal && !checks.draining
    if (!ready) res.setHeader('Retry-After', String(LOOK_AGAIN_S))
    const named = missing.length === 0 ? {} : { missing }
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks, ...named })
  })
  return router
}

/** Whoever asks while an answer is on its way, or soon after it was asked for, gets the same. */
const atMostEvery = <Value>(everyMs: number, ask: () => Promise<Value>): (() => Promise<Value>) => {
  let last: { readonly at: number; readonly answer: Promise<Value> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= everyMs) last = { at: now, answer: ask() }
    return last.answer
  }
}

const answersWithin = async (withinMs: number, answer: Promise<unknown>): Promise<boolean> => {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, withinMs, false)
  try {
    return await Promise.race([answer.then(() => true), late.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
