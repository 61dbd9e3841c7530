export interface PollOptions {
  readonly pollMs: number
  /** The pace while nothing happens. */
  readonly idlePollMs: number
}

interface Watched {
  /** The lowest sequence number that has not been seen here. */
  next: number
  readonly wakes: Set<() => void>
}

/** Beyond the next event, to catch up with a turn that is ahead without asking for each of its events. */
const LOOK_AHEAD = [0, 1, 3, 7, 15, 31, 63]
const IDLE_AFTER_MS = 2_000

/** One poll for all subscriptions of a process, at rest while there are none. */
export const poll = (
  highest: (wanted: ReadonlyMap<string, readonly number[]>) => Promise<ReadonlyMap<string, number>>,
  { pollMs, idlePollMs }: PollOptions,
) => {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined
  let polling = false
  let closed = false
  let lastNews = 0

  /** Wakes whoever waits for the turn, unless this was known. */
  const seen = (turnId: string, seq: number): void => {
    const turn = watched.get(turnId)
    if (turn === undefined || seq < turn.next) return
    turn.next = seq + 1
    lastNews = Date.now()
    for (const wake of turn.wakes) wake()
  }
  const schedule = (): void => {
    if (closed || polling || timer !== undefined || watched.size === 0) return
    timer = setTimeout(tick, Date.now() - lastNews > IDLE_AFTER_MS ? idlePollMs : pollMs).unref()
  }
  const tick = async (): Promise<void> => {
    timer = undefined
    polling = true
    const wanted = [...watched].map(([turnId, { next }]) => [turnId, LOOK_AHEAD.map((step) => next + step)] as const)
    try {
      for (const [turnId, seq] of await highest(new Map(wanted))) seen(turnId, seq)
    } catch {
      // Readers ask the store themselves and say so when it stays away; here the next tick tries again.
    }
    polling = false
    schedule()
  }

  return {
    seen,
    watch(turnId: string, wake: () => void): () => void {
      const turn = watched.get(turnId) ?? { next: 1, wakes: new Set() }
      // One wrapper a subscription, so that the same function may subscribe twice.
      const ring = () => wake()
      turn.wakes.add(ring)
      watched.set(turnId, turn)
      lastNews = Date.now()
      schedule()
      return () => {
        turn.wakes.delete(ring)
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
