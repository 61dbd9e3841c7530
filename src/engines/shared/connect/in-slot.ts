import type { Place, PlaceOwner } from '../../../access/rules/fair-places.ts'
import type { FastSlot, QuerySlots } from '../../../access/rules/query-slots.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { Deadline } from './deadline.ts'

/** Whose statement it is, how it waits for its slots, and how long it may take in one. */
export interface SlotLimits {
  /** For connecting and running; for waiting too, where `waitMs` is left out. */
  readonly timeoutMs: number
  /** For waiting alone: who has no slot by then is told `busy`. */
  readonly waitMs?: number | undefined
  /** For waiting for the fast slot that it begins in; as long as for any unless said otherwise. */
  readonly fastWaitMs?: number | undefined
  /** How long it may hold a fast slot; what the engine was made with unless said otherwise. */
  readonly fastMs?: number | undefined
  /** Called whenever it has a slot. */
  readonly onRunning?: (() => void) | undefined
  /** Called when it was stopped in a fast slot, and waits for a slow one. */
  readonly onStopped?: (() => void) | undefined
  readonly signal: AbortSignal
  /** Slots are shared by organization, party and caller. */
  readonly owner: PlaceOwner
}

/** What statements of one database, or of one kind of them, share. */
export interface SlotPool {
  readonly slots: QuerySlots
  /** How long a statement may hold a fast slot. */
  readonly fastMs: number
  /** Aborts when the pool ends; its reason is passed on. */
  readonly closing: AbortSignal
}

/** @param begun starts the time that it may hold a fast slot, anew where it is called again; never called, it holds it on */
export type SlotWork<Value> = (deadline: Deadline, begun: () => void) => Promise<Value>

/** Why a statement is stopped that took too long for a fast slot while no slow one was free. */
const OUTGROWN = Symbol('took too long for a fast slot')

/**
 * Works in a slot of one's own, under a deadline. What takes longer than fast statements do goes on in a slow slot where
 * one is free; else it is stopped, gives its slot back, and is begun anew in a slow slot when there is one.
 *
 * @param work stops at its deadline; may be called twice
 * @throws Problem `busy` when there is no slot in time, or `query_timeout` where waiting and running have one limit;
 * Problem `tenant_busy`; an AbortError when the signal aborts; what the work throws
 */
export const inSlot = async <Value>(
  { slots, fastMs, closing }: SlotPool,
  limits: SlotLimits,
  work: SlotWork<Value>,
): Promise<Value> => {
  const { timeoutMs, waitMs, fastWaitMs = waitMs, signal, owner, onRunning, onStopped } = limits
  const began = performance.now()
  let waitedMs = 0
  const leftToWaitMs = () => (waitMs === undefined ? timeoutMs - (performance.now() - began) : waitMs - waitedMs)

  const waited = async <Slot extends Place>(
    mostMs: number,
    take: (signal: AbortSignal) => Promise<Slot | 'line_full'>,
  ): Promise<Slot | 'line_full'> => {
    const since = performance.now()
    const late = waitMs === undefined ? 'query_timeout' : 'busy'
    const deadline = new Deadline(Math.max(0, Math.min(leftToWaitMs(), mostMs)), signal, closing, late)
    try {
      return await take(deadline.signal)
    } finally {
      deadline.clear()
      waitedMs += performance.now() - since
    }
  }

  const ran = async (slot: Place, watch = unwatched): Promise<Value | typeof OUTGROWN> => {
    const leftMs = waitMs === undefined ? leftToWaitMs() : timeoutMs
    const deadline = new Deadline(Math.max(0, leftMs), signal, closing)
    const { begun, clear } = watch(deadline)
    try {
      onRunning?.()
      return await work(deadline, begun)
    } catch (error) {
      if (deadline.signal.reason === OUTGROWN) return OUTGROWN
      throw error
    } finally {
      clear()
      deadline.clear()
      slot.release()
    }
  }

  const fast = await waited(fastWaitMs ?? Number.POSITIVE_INFINITY, (until) => slots.fast(owner, until))
  if (fast === 'line_full') throw new Problem('tenant_busy')
  const value = await ran(fast, fastWatch(fast, limits.fastMs ?? fastMs))
  if (value !== OUTGROWN) return value
  onStopped?.()
  const slow = await waited(Number.POSITIVE_INFINITY, (until) => slots.slow(owner, until))
  // Its line is as long as it may be: trying again at once would only hold fast slots.
  if (slow === 'line_full') throw new Problem('busy', { transient: false })
  const again = await ran(slow)
  if (again === OUTGROWN) throw new Problem('internal', { cause: new Error('nothing outgrows a slow slot') })
  return again
}

/** Sees to it that a slot is held no longer than it may. */
type Watch = (deadline: Deadline) => { readonly begun: () => void; readonly clear: () => void }

const unwatched: Watch = () => ({ begun() {}, clear() {} })

const fastWatch =
  (slot: FastSlot, fastMs: number): Watch =>
  (deadline) => {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const end = () => {
      isOver = true
      if (!slot.becomeSlow()) deadline.end(OUTGROWN)
    }
    return {
      begun() {
        clearTimeout(timer)
        if (!isOver) timer = setTimeout(end, fastMs)
      },
      clear() {
        isOver = true
        clearTimeout(timer)
      },
    }
  }
