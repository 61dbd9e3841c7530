import type { Db } from 'mongodb'

/** The time by the clock of the store, so that processes whose own clocks differ agree when a window ends. */
export interface StoreClock {
  /** Unix time in ms. Resolves at once but for the first time. */
  now(): Promise<number>
}

const MEASURED_EVERY_MS = 60_000

/** Nobody sets it, so that what is known of the store's clock stays true when somebody sets that of the machine. */
const steadyClock = (): number => performance.timeOrigin + performance.now()

/** Asks the store for its time now and then, and knows how far the clock of this process is from it in between. */
export const storeClock = (db: Pick<Db, 'command'>, own: () => number = steadyClock): StoreClock => {
  let ahead: number | undefined
  let measuredAt = 0
  const measure = async (): Promise<void> => {
    const asked = own()
    measuredAt = asked
    // The older name of `hello`, which every store knows.
    const { localTime } = await db.command({ isMaster: 1 })
    const middle = (asked + own()) / 2
    ahead = localTime instanceof Date ? localTime.getTime() - middle : 0
  }
  return {
    async now() {
      if (ahead === undefined) await measure()
      else if (own() - measuredAt > MEASURED_EVERY_MS) measure().catch(() => undefined)
      return Math.round(own() + (ahead ?? 0))
    },
  }
}
