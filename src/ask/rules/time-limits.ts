import type { Caller } from '../../access/rules/caller.ts'
import { SLOT_WAIT_MS } from '../../access/rules/slot-shares.ts'

/** How long the query of a question waits for its slots. Plain data: it is part of workflow input. */
export interface QueueTimeouts {
  /** Maximum wait for slots, in total; then the question fails with `busy`. */
  readonly waitMs: number
  /** Whether a client waits for the answer, so that a full queue must be reported soon. */
  readonly isAwaited: boolean
}

/** Default of synchronous questions. */
export const SYNCHRONOUS_TIMEOUTS: QueueTimeouts = { waitMs: SLOT_WAIT_MS, isAwaited: true }

/** Maximum wait for the first slot. */
export const fastWaitMs = ({ waitMs, isAwaited }: QueueTimeouts): number =>
  isAwaited ? Math.min(waitMs, SLOT_WAIT_MS) : waitMs

/**
 * A step without a heartbeat for so long is retried on another worker. Steps send one per second. With the first retry
 * on a busy server, the next attempt begins within 6 s of a worker's death.
 */
export const HEARTBEAT_MS = 4_000

/**
 * How long a query that has outlasted its local step waits for the regular step in the same process. Temporal offers the
 * regular step to other processes only after this.
 */
export const ADOPTED_WITHIN_MS = 2_000

/** The lease of a turn is longer than its time, which it may exceed when it is accepted and when it is closed. */
export const LEASE_SPARE_MS = 60_000

/** Maximum for all plans, in seconds. */
export const ASYNC_QUERY_TIMEOUT_MAX = 3_600

/** Settings for time limits, in ms. */
export interface TimeSettings {
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** Limit of an asynchronous question. */
  readonly asyncTimeoutMs: number
  /** Limit of its query, if the database has no setting of its own. */
  readonly asyncQueryTimeoutMs: number
}

interface TimeLimits {
  /** For the question, from acceptance to answer. */
  readonly timeoutMs: number
  /** Limit of its query, once it has a slot. */
  readonly queryTimeoutMs: number
  readonly patience: QueueTimeouts
}

export interface TimedQuestion {
  /** Whether the question is asynchronous. */
  readonly isAsync: boolean
  readonly kind: Caller['kind']
  /** The database's own limit for asynchronous queries, in seconds. */
  readonly asyncQueryTimeout?: number | undefined
}

/**
 * Limits of a question, and of its query once it has a slot. The rest of the question's time, at least half of it, may
 * be spent waiting for slots. Asynchronous questions may take longer, except with a public key, which anyone may hold.
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
