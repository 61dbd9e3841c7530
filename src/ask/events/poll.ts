import { withoutDiagnostics } from '../../platform/tracing/diagnostic-context.ts'

interface PollOptions {
  readonly pollMs: number
  /** Poll interval while no events arrive. */
  readonly idlePollMs: number
}

interface WatchedTurn {
  /** The lowest sequence number that this process has not seen. */
  next: number
  readonly wakes: Set<() => void>
}

/** Offsets that are probed beyond the next event, to catch up with a turn without reading every event. */
const PROBE_OFFSETS = [0, 1, 3, 7, 15, 31, 63]
const IDLE_AFTER_MS = 2_000

/** One poll for all subscriptions of a process; stopped while there are none. */
export const poll = (
  highest: (wanted: ReadonlyMap<string, readonly number[]>) => Promise<ReadonlyMap<string, number>>,
  { pollMs, idlePollMs }: PollOptions,
) => {
  const watched = new Map<string, WatchedTurn>()
  let timer: NodeJS.Timeout | undefined
  let polling = false
  let closed = false
  let lastEventAt = 0

  /** Wakes the subscribers of the turn if this event is new. */
  const recordSeq = (turnId: string, seq: number): void => {
    const turn = watched.get(turnId)
    if (turn === undefined || seq < turn.next) return
    turn.next = seq + 1
    lastEventAt = Date.now()
    for (const wake of turn.wakes) wake()
  }
  const schedule = (): void => {
    if (closed || polling || timer !== undefined || watched.size === 0) return
    const waitMs = Date.now() - lastEventAt > IDLE_AFTER_MS ? idlePollMs : pollMs
    // It serves all readers, not the one that happens to be the first.
    timer = withoutDiagnostics(() => setTimeout(tick, waitMs).unref())
  }
  const tick = async (): Promise<void> => {
    timer = undefined
    polling = true
    const wanted = [...watched].map(([turnId, { next }]) => [turnId, PROBE_OFFSETS.map((step) => next + step)] as const)
    try {
      for (const [turnId, seq] of await highest(new Map(wanted))) recordSeq(turnId, seq)
    } catch {
      // Readers query the store themselves and report its errors; here the next tick retries.
    }
    polling = false
    schedule()
  }

  return {
    seen: recordSeq,
    watch(turnId: string, wake: () => void): () => void {
      const turn = watched.get(turnId) ?? { next: 1, wakes: new Set() }
      // One wrapper per subscription, so that the same function may subscribe twice.
      const wakeSubscriber = () => wake()
      turn.wakes.add(wakeSubscriber)
      watched.set(turnId, turn)
      lastEventAt = Date.now()
      schedule()
      return () => {
        turn.wakes.delete(wakeSubscriber)
        if (turn.wakes.size === 0 && watched.get(turnId) === turn) watched.delete(turnId)
      }
    },
    close(): void {
      closed = true
      clearTimeout(timer)
      watched.clear()
    },
  }
}
