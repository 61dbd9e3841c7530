import type { Db } from 'mongodb'

/** The clock of the store, so that processes with different clocks agree on the end of a window. */
export interface StoreClock {
  /** Unix time in ms. Resolves immediately, except for the first call. */
  now(): Promise<number>
}

const MEASURE_INTERVAL_MS = 60_000

/** Monotonic, so that the measured offset stays valid when the clock of the machine is changed. */
const steadyClock = (): number => performance.timeOrigin + performance.now()

/** Measures the offset from the store's clock periodically, and applies it to the clock of this process. */
export const storeClock = (db: Pick<Db, 'command'>, own: () => number = steadyClock): StoreClock => {
  let offsetMs: number | undefined
  let measuredAt = 0
  const measure = async (): Promise<void> => {
    const sentAt = own()
    measuredAt = sentAt
    // The older name of `hello`, which every MongoDB-compatible store supports.
    const { localTime } = await db.command({ isMaster: 1 })
    const midpoint = (sentAt + own()) / 2
    offsetMs = localTime instanceof Date ? localTime.getTime() - midpoint : 0
  }
  return {
    async now() {
      if (offsetMs === undefined) await measure()
      else if (own() - measuredAt > MEASURE_INTERVAL_MS) measure().catch(() => undefined)
      return Math.round(own() + (offsetMs ?? 0))
    },
  }
}
