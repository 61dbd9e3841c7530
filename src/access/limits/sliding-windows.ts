import { randomUUID } from 'node:crypto'
import type { FixedWindows, TakenUnits, Window, WindowState, Windows } from './windows.ts'

/** The units counted in a window now. */
export interface CountedUnits {
  /** Whether the unit was added. */
  readonly ok: boolean
  readonly used: number
  /** ms until the oldest unit expires. */
  readonly oldestEndsInMs: number
}

/** Records each unit of a window, for the width of the window. */
export interface UnitLog {
  /** Adds a unit unless the log has `max` units. @throws the store's error when it does not answer */
  add(name: string, unit: string, limit: { readonly max: number; readonly forMs: number }): Promise<CountedUnits>
  /** Removes a unit. */
  remove(name: string, unit: string): Promise<void>
  /** The units counted now; adds none. */
  read(name: string): Promise<Omit<CountedUnits, 'ok'>>
  /** Removes all units. */
  erase(name: string): Promise<void>
}

/**
 * Fixed and sliding windows. In every interval of the width of a sliding window at most its units pass, regardless of the
 * start of the interval. A unit is given back if another window refuses.
 *
 * @param fixed counts the windows that do not slide
 */
export const withSliding = (fixed: FixedWindows, log: UnitLog): Windows => ({
  async read(key, windows) {
    const [counted, ...sliding] = await Promise.all([
      fixed.read(key, windows.filter(doesNotSlide)),
      ...windows.filter(doesSlide).map(async ({ name }) => {
        const { used, oldestEndsInMs } = await log.read(logName(name, key))
        return { name, used, endsAt: used === 0 ? undefined : Date.now() + Math.max(0, oldestEndsInMs) }
      }),
    ])
    return [...counted, ...sliding]
  },
  async erase(key, windows) {
    await Promise.all([
      fixed.erase(key, windows.filter(doesNotSlide)),
      ...windows.filter(doesSlide).map(({ name }) => log.erase(logName(name, key))),
    ])
  },
  knowsRevisions: fixed.knowsRevisions,
  async take(key, windows, revision) {
    const sliding = windows.filter(doesSlide)
    const others = windows.filter(doesNotSlide)
    const unit = randomUUID()
    const counted: { readonly window: Window; readonly name: string; readonly counted: CountedUnits }[] = []
    const refundSliding = () => Promise.all(counted.map(({ name }) => log.remove(name, unit)))
    for (const window of sliding) {
      const name = logName(window.name, key)
      const entry = { window, name, counted: await log.add(name, unit, { max: window.units, forMs: widthMs(window) }) }
      if (!entry.counted.ok) {
        await refundSliding()
        return { ok: false, states: [stateOf(entry)] }
      }
      counted.push(entry)
    }
    const taken = await takeOrRefund(refundSliding, () => fixed.take(key, others, revision))
    if (!taken.ok) {
      await refundSliding()
      return taken
    }
    const refund = () => Promise.all([refundSliding(), fixed.refund(key, taken.states)])
    return { ...taken, states: [...taken.states, ...counted.map(stateOf)], refund }
  },
})

const doesSlide = ({ slides }: Window): boolean => slides === true
const doesNotSlide = (window: Window): boolean => !doesSlide(window)

const logName = (window: string, key: string): string => `${window}:${key}`

/** Gives the units of sliding windows back if the fixed windows cannot be counted. */
const takeOrRefund = async (refund: () => Promise<unknown>, take: () => Promise<TakenUnits>): Promise<TakenUnits> => {
  try {
    return await take()
  } catch (error) {
    await refund().catch(() => undefined)
    throw error
  }
}

/** By how much the store time of two processes may differ: a unit counts for that much longer. */
const CLOCK_DIFFERENCE_MS = 250

const widthMs = ({ seconds }: Window): number => seconds * 1000 + CLOCK_DIFFERENCE_MS

const stateOf = ({ window, counted }: { readonly window: Window; readonly counted: CountedUnits }): WindowState => ({
  window,
  remaining: Math.max(0, window.units - counted.used),
  endsAt: Date.now() + Math.max(0, counted.oldestEndsInMs),
})

/** Units of this process, by a monotonic clock. */
export const memoryUnitLog = (): UnitLog => {
  const logs = new Map<string, Map<string, number>>()
  return {
    async add(name, unit, { max, forMs }) {
      const now = performance.now()
      const units = new Map([...(logs.get(name) ?? [])].filter(([, endsAt]) => endsAt > now))
      const ok = units.size < max
      if (ok) units.set(unit, now + forMs)
      logs.set(name, units)
      deleteWhenExpired(logs, name, forMs)
      return { ok, used: units.size, oldestEndsInMs: Math.min(...units.values()) - now }
    },
    async remove(name, unit) {
      logs.get(name)?.delete(unit)
    },
    async read(name) {
      const now = performance.now()
      const ends = [...(logs.get(name)?.values() ?? [])].filter((endsAt) => endsAt > now)
      return { used: ends.length, oldestEndsInMs: ends.length === 0 ? 0 : Math.min(...ends) - now }
    },
    async erase(name) {
      logs.delete(name)
    },
  }
}

/** Deletes a log when its last unit expires. */
const deleteWhenExpired = (logs: Map<string, Map<string, number>>, name: string, afterMs: number): void => {
  const units = logs.get(name)
  setTimeout(() => {
    if (logs.get(name) === units) logs.delete(name)
  }, afterMs).unref()
}
