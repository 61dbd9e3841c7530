import { randomUUID } from 'node:crypto'
import type { FixedWindows, Taken, Window, WindowState, Windows } from './windows.ts'

/** The units of one window that are counted just now. */
export interface Counted {
  /** Whether this one is among them. */
  readonly ok: boolean
  readonly used: number
  /** ms until the oldest of them counts no more. */
  readonly oldestEndsInMs: number
}

/** Units that are counted one by one, each for as long as its window is wide. */
export interface UnitLog {
  /** Counts a unit unless so many are counted already. @throws the store's error when it does not answer */
  add(name: string, unit: string, limit: { readonly max: number; readonly forMs: number }): Promise<Counted>
  /** Counts it no more. */
  remove(name: string, unit: string): Promise<void>
  /** What is counted now. */
  look(name: string): Promise<Omit<Counted, 'ok'>>
  /** Counts none of them any more. */
  erase(name: string): Promise<void>
}

/**
 * Windows of which some slide: in any stretch of time as wide as such a window no more units pass than it has, wherever
 * the stretch begins. A unit that another window refuses is given back.
 *
 * @param fixed counts all others
 */
export const withSliding = (fixed: FixedWindows, log: UnitLog): Windows => ({
  async look(key, windows) {
    const [counted, ...slid] = await Promise.all([
      fixed.look(key, windows.filter(doesNotSlide)),
      ...windows.filter(doesSlide).map(async ({ name }) => {
        const { used, oldestEndsInMs } = await log.look(logName(name, key))
        return { name, used, endsAt: used === 0 ? undefined : Date.now() + Math.max(0, oldestEndsInMs) }
      }),
    ])
    return [...counted, ...slid]
  },
  async erase(key, windows) {
    await Promise.all([
      fixed.erase(key, windows.filter(doesNotSlide)),
      ...windows.filter(doesSlide).map(({ name }) => log.erase(logName(name, key))),
    ])
  },
  ...(fixed.knowsEpochs === undefined ? {} : { knowsEpochs: fixed.knowsEpochs }),
  async take(key, windows, epoch) {
    const sliding = windows.filter(doesSlide)
    const others = windows.filter(doesNotSlide)
    const unit = randomUUID()
    const counted: { readonly window: Window; readonly name: string; readonly counted: Counted }[] = []
    const giveBackSlid = () => Promise.all(counted.map(({ name }) => log.remove(name, unit)))
    for (const window of sliding) {
      const name = logName(window.name, key)
      const one = { window, name, counted: await log.add(name, unit, { max: window.units, forMs: widthMs(window) }) }
      if (!one.counted.ok) {
        await giveBackSlid()
        return { ok: false, states: [stateOf(one)] }
      }
      counted.push(one)
    }
    const taken = await takeOr(giveBackSlid, () => fixed.take(key, others, epoch))
    if (!taken.ok) {
      await giveBackSlid()
      return taken
    }
    const giveBack = () => Promise.all([giveBackSlid(), fixed.giveBack(key, taken.states)])
    return { ...taken, states: [...taken.states, ...counted.map(stateOf)], giveBack }
  },
})

const doesSlide = ({ slides }: Window): boolean => slides === true
const doesNotSlide = (window: Window): boolean => !doesSlide(window)

const logName = (window: string, key: string): string => `${window}:${key}`

/** A unit whose other windows could not be counted is none. */
const takeOr = async (giveBack: () => Promise<unknown>, take: () => Promise<Taken>): Promise<Taken> => {
  try {
    return await take()
  } catch (error) {
    await giveBack().catch(() => undefined)
    throw error
  }
}

/** What processes may differ by that ask the same store for its time: a unit counts for that much longer. */
const CLOCKS_MS = 250

const widthMs = ({ seconds }: Window): number => seconds * 1000 + CLOCKS_MS

const stateOf = ({ window, counted }: { readonly window: Window; readonly counted: Counted }): WindowState => ({
  window,
  remaining: Math.max(0, window.units - counted.used),
  endsAt: Date.now() + Math.max(0, counted.oldestEndsInMs),
})

/** Units of this process, by a clock that nobody sets. */
export const memoryUnitLog = (): UnitLog => {
  const logs = new Map<string, Map<string, number>>()
  return {
    async add(name, unit, { max, forMs }) {
      const now = performance.now()
      const own = new Map([...(logs.get(name) ?? [])].filter(([, endsAt]) => endsAt > now))
      const ok = own.size < max
      if (ok) own.set(unit, now + forMs)
      logs.set(name, own)
      forgetSoon(logs, name, forMs)
      return { ok, used: own.size, oldestEndsInMs: Math.min(...own.values()) - now }
    },
    async remove(name, unit) {
      logs.get(name)?.delete(unit)
    },
    async look(name) {
      const now = performance.now()
      const ends = [...(logs.get(name)?.values() ?? [])].filter((endsAt) => endsAt > now)
      return { used: ends.length, oldestEndsInMs: ends.length === 0 ? 0 : Math.min(...ends) - now }
    },
    async erase(name) {
      logs.delete(name)
    },
  }
}

/** A log that nobody adds to is held for no longer than its last unit counts. */
const forgetSoon = (logs: Map<string, Map<string, number>>, name: string, afterMs: number): void => {
  const own = logs.get(name)
  setTimeout(() => {
    if (logs.get(name) === own) logs.delete(name)
  }, afterMs).unref()
}
