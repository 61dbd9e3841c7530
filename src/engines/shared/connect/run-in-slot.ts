import type { Slot, SlotOwner } from '../../../access/rules/fair-semaphore.ts'
import type { FastSlot, QuerySlots } from '../../../access/rules/query-slots.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { Deadline } from './deadline.ts'

/** The owner and time limits of a statement. */
export interface SlotLimits {
  /** For connecting and running; includes waiting if `waitMs` is absent. */
  readonly timeoutMs: number
  /** For waiting alone; after that the statement fails with `busy`. */
  readonly waitMs?: number | undefined
  /** For waiting for the initial fast slot; default `waitMs`. */
  readonly fastWaitMs?: number | undefined
  /** Maximum time in a fast slot; default of the engine if absent. */
  readonly fastMs?: number | undefined
  /** Called whenever it gets a slot. */
  readonly onRunning?: (() => void) | undefined
  /** Called when it is stopped in a fast slot and waits for a slow one. */
  readonly onStopped?: (() => void) | undefined
  readonly signal: AbortSignal
  /** Slots are shared by organization, party and caller. */
  readonly owner: SlotOwner
}

/** Shared by the statements of one database or of one kind. */
interface SlotPool {
  readonly slots: QuerySlots
  /** Maximum time a statement may hold a fast slot. */
  readonly fastMs: number
  /** Aborts when the pool closes; its reason is passed on. */
  readonly closing: AbortSignal
}

/** @param begun starts the fast-slot timer, or restarts it; if never called, the slot is held without limit */
export type SlotWork<Value> = (deadline: Deadline, begun: () => void) => Promise<Value>

/** Abort reason when a statement exceeds its fast slot and no slow slot is free. */
const EXCEEDED_FAST_SLOT = Symbol('took too long for a fast slot')

/**
 * Runs `work` in a slot, with a deadline. Work that exceeds the limit of a fast slot continues in a slow slot if one is
 * free; otherwise it is stopped, releases its slot, and is restarted in a slow slot later.
 *
 * @param work stops at its deadline; may be called twice
 * @throws Problem `busy` if no slot is free in time, or `query_timeout` if waiting and running share one limit; Problem
 * `tenant_busy`; an AbortError when the signal aborts; errors of the work
 */
export const runInSlot = async <Value>(
  { slots, fastMs, closing }: SlotPool,
  limits: SlotLimits,
  work: SlotWork<Value>,
): Promise<Value> => {
  const { timeoutMs, waitMs, fastWaitMs = waitMs, signal, owner, onRunning, onStopped } = limits
  const began = performance.now()
  let waitedMs = 0
  const leftToWaitMs = () => (waitMs === undefined ? timeoutMs - (performance.now() - began) : waitMs - waitedMs)

  const waitFor = async <Taken extends Slot>(
    maxMs: number,
    acquire: (signal: AbortSignal) => Promise<Taken | 'queue_full'>,
  ): Promise<Taken | 'queue_full'> => {
    const since = performance.now()
    const late = waitMs === undefined ? 'query_timeout' : 'busy'
    const deadline = new Deadline(Math.max(0, Math.min(leftToWaitMs(), maxMs)), signal, closing, late)
    try {
      return await acquire(deadline.signal)
    } finally {
      deadline.clear()
      waitedMs += performance.now() - since
    }
  }

  const runIn = async (slot: Slot, startTimer = noTimer): Promise<Value | typeof EXCEEDED_FAST_SLOT> => {
    const leftMs = waitMs === undefined ? leftToWaitMs() : timeoutMs
    const deadline = new Deadline(Math.max(0, leftMs), signal, closing)
    const { begun, clear } = startTimer(deadline)
    try {
      onRunning?.()
      return await work(deadline, begun)
    } catch (error) {
      if (deadline.signal.reason === EXCEEDED_FAST_SLOT) return EXCEEDED_FAST_SLOT
      throw error
    } finally {
      clear()
      deadline.clear()
      slot.release()
    }
  }

  const fast = await waitFor(fastWaitMs ?? Number.POSITIVE_INFINITY, (until) => slots.fast(owner, until))
  if (fast === 'queue_full') throw new Problem('tenant_busy')
  const value = await runIn(fast, fastSlotTimer(fast, limits.fastMs ?? fastMs))
  if (value !== EXCEEDED_FAST_SLOT) return value
  onStopped?.()
  const slow = await waitFor(Number.POSITIVE_INFINITY, (until) => slots.slow(owner, until))
  // The slow queue is full; an immediate retry would only occupy fast slots.
  if (slow === 'queue_full') throw new Problem('busy', { transient: false })
  const retried = await runIn(slow)
  if (retried === EXCEEDED_FAST_SLOT)
    throw new Problem('internal', { cause: new Error('nothing outgrows a slow slot') })
  return retried
}

/** Limits the time a slot is held. */
type SlotTimer = (deadline: Deadline) => { readonly begun: () => void; readonly clear: () => void }

const noTimer: SlotTimer = () => ({ begun() {}, clear() {} })

const fastSlotTimer =
  (slot: FastSlot, fastMs: number): SlotTimer =>
  (deadline) => {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const end = () => {
      isOver = true
      if (!slot.becomeSlow()) deadline.end(EXCEEDED_FAST_SLOT)
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
