import type { FairPlaces, PlaceOwner } from '../domain/access/fair-places.ts'
import { Deadline } from './deadline.ts'

/** Whose statement it is, how it waits for its place, and how long it may take there. */
export interface PlaceLimits {
  /** For connecting and running; for waiting too, where `waitMs` is left out. */
  readonly timeoutMs: number
  /** For waiting alone: who has no place by then is told `busy`. */
  readonly waitMs?: number | undefined
  /** Whether it may take longer than usual: such statements have a share of the places of their own. */
  readonly isLong?: boolean | undefined
  /** Called when it has its place. */
  readonly onPlace?: (() => void) | undefined
  readonly signal: AbortSignal
  /** Places are shared by organization, tenant and caller. */
  readonly owner: PlaceOwner
}

/**
 * Works in a place of one's own, under a deadline.
 *
 * @param closing aborts when the pool ends; its reason is passed on
 * @param work stops at its deadline
 * @throws Problem `busy` when there is no place in time, or `query_timeout` where waiting and running have one limit;
 * Problem `tenant_busy`; an AbortError when the signal aborts; what the work throws
 */
export const inPlace = async <Value>(
  places: FairPlaces,
  { timeoutMs, waitMs, isLong, onPlace, signal, owner }: PlaceLimits,
  closing: AbortSignal,
  work: (deadline: Deadline) => Promise<Value>,
): Promise<Value> => {
  const began = performance.now()
  const waiting = new Deadline(waitMs ?? timeoutMs, signal, closing, waitMs === undefined ? 'query_timeout' : 'busy')
  const inTime = async (): Promise<Value> => {
    waiting.clear()
    onPlace?.()
    const leftMs = waitMs === undefined ? timeoutMs - (performance.now() - began) : timeoutMs
    const deadline = new Deadline(Math.max(0, leftMs), signal, closing)
    try {
      return await work(deadline)
    } finally {
      deadline.clear()
    }
  }
  try {
    return await places.within(owner, inTime, { signal: waiting.signal, isLong })
  } finally {
    waiting.clear()
  }
}
