import type { Caller } from '../../access/rules/caller.ts'
import { PLACE_WAIT_MS } from '../../access/rules/place-shares.ts'

/** How the query of a question waits for its slots. Plain data: it travels in workflow input. */
export interface Patience {
  /** How long it waits for slots, all together; then it is `busy`. */
  readonly waitMs: number
  /** Whether somebody waits for the answer, and is to hear soon that there is no fast slot. */
  readonly isAwaited: boolean
}

/** Of a question that somebody waits for, where nothing else is said. */
export const AWAITED: Patience = { waitMs: PLACE_WAIT_MS, isAwaited: true }

/** How long it waits for the slot that it begins in. */
export const fastWaitMs = ({ waitMs, isAwaited }: Patience): number =>
  isAwaited ? Math.min(waitMs, PLACE_WAIT_MS) : waitMs

/**
 * A step that has said nothing for so long is begun anew elsewhere. Steps beat once a second. With the first retry and a
 * busy server, the next attempt begins within 6 s of a worker's death.
 */
export const HEARTBEAT_MS = 4_000

/** Seconds: nobody may have more. */
export const ASYNC_QUERY_TIMEOUT_MAX = 3_600

/** The settings that time limits are made of, in ms. */
export interface TimeSettings {
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** For a question that nobody waits for. */
  readonly asyncTimeoutMs: number
  /** For its query, where the database does not say otherwise. */
  readonly asyncQueryTimeoutMs: number
}

export interface TimeLimits {
  /** For the question, from acceptance to answer. */
  readonly timeoutMs: number
  /** For its query, once it has a slot. */
  readonly queryTimeoutMs: number
  readonly patience: Patience
}

export interface TimedQuestion {
  /** Whether nobody waits for its answer. */
  readonly isAsync: boolean
  readonly kind: Caller['kind']
  /** What its database says about queries that nobody waits for, in seconds. */
  readonly asyncQueryTimeout?: number | undefined
}

/**
 * How long a question may take, and its query once it has a slot. It waits for slots for what its time leaves beside its
 * query, half of it at least. Where nobody waits for the answer both may take longer; but anyone may hold a public key,
 * whose queries never take longer than usual.
 */
export const timeLimitsOf = (
  { turnTimeoutMs, queryTimeoutMs, asyncTimeoutMs, asyncQueryTimeoutMs }: TimeSettings,
  { isAsync, kind, asyncQueryTimeout }: TimedQuestion,
): TimeLimits => {
  const isUsual = !isAsync || kind === 'database'
  const timeoutMs = isUsual ? turnTimeoutMs : asyncTimeoutMs
  const ownMs = asyncQueryTimeout === undefined ? asyncQueryTimeoutMs : asyncQueryTimeout * 1_000
  const longMs = isUsual ? queryTimeoutMs : Math.min(timeoutMs, Math.max(queryTimeoutMs, ownMs))
  const waitMs = Math.max(timeoutMs - longMs, timeoutMs / 2)
  return { timeoutMs, queryTimeoutMs: longMs, patience: { waitMs, isAwaited: !isAsync } }
}
