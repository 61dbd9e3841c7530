import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import type { AuthorizationRevision } from '../rules/authorization-revision.ts'

/** A limit of units per interval: it starts with its first unit, or is any interval of this width if the window slides. */
export interface Window {
  readonly name: string
  readonly units: number
  readonly seconds: number
  /** For windows with few units: each unit is stored. */
  readonly slides?: boolean
}

export interface WindowState {
  readonly window: Window
  readonly remaining: number
  /** Unix time in ms at which the window ends; of a sliding window, at which its oldest unit expires. */
  readonly endsAt: number
}

/** Whether a unit of each window was taken. */
export interface TakenUnits {
  readonly ok: boolean
  /** All windows; after a refusal only the full window that ends last. */
  readonly states: readonly WindowState[]
  /**
   * The organization's revision, from windows that store it. If it differs from the given one, no unit was taken, and `states`
   * is empty.
   */
  readonly revision?: AuthorizationRevision
  /** Gives the units back, if any were taken, because the request was not carried out. */
  readonly refund?: () => Promise<unknown>
}

/** The units used in a window. */
interface WindowUse {
  readonly name: string
  readonly used: number
  /** Unix time in ms, as in `WindowState`; undefined if no unit is counted. */
  readonly endsAt: number | undefined
}

/** Counts units by key. */
export interface Windows {
  /** Whether `take` compares and returns the revision. */
  readonly knowsRevisions: boolean
  /**
   * Takes a unit of each window, or of none.
   * @param revision at which the caller was authorized
   * @throws the store's error when it does not answer
   */
  take(key: string, windows: readonly Window[], revision?: AuthorizationRevision): Promise<TakenUnits>
  /**
   * The use of each window, without taking units; empty if windows are not counted.
   * @throws the store's error when it does not answer
   */
  read(key: string, windows: readonly Window[]): Promise<readonly WindowUse[]>
  /** Deletes the counters of a key whose organization is removed. */
  erase(key: string, windows: readonly Window[]): Promise<void>
  /** Drops what this process has cached of a key, whose authorizations it has changed. */
  readonly forget?: (key: string) => void
}

/** Windows that do not slide: only the number of their units is stored. */
export interface FixedWindows extends Windows {
  /** Gives a unit back to each window that has not ended since it was taken. */
  refund(key: string, taken: readonly WindowState[]): Promise<void>
}

/** The longest timer of Node, 24 days: in memory, where a restart resets counters anyway, a month is that short. */
const TIMER_S_MAX = Math.floor((2 ** 31 - 1) / 1000)

/** Units of this process. */
export const memoryWindows = (): FixedWindows =>
  windowsOf((window) => {
    const duration = Math.min(window.seconds, TIMER_S_MAX)
    return new RateLimiterMemory({ ...optionsOf(window), duration, keyPrefix: window.name })
  })

/** Without a limit of points: `windowsOf` compares, because the units of a window depend on the plan. */
export const optionsOf = ({ seconds }: Window) => ({ points: Number.MAX_SAFE_INTEGER, duration: seconds })

/** @param createLimiter creates the counter of a window */
export const windowsOf = (createLimiter: (window: Window) => RateLimiterAbstract): FixedWindows => {
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = (window: Window): RateLimiterAbstract => {
    const known = limiters.get(window.name) ?? createLimiter(window)
    limiters.set(window.name, known)
    return known
  }
  /** The states of full windows, without taking units. */
  const fullOf = async (key: string, windows: readonly Window[]): Promise<WindowState[]> => {
    const found = await Promise.all(
      windows.map(async (window) => ({ window, counted: await limiterOf(window).get(key) })),
    )
    return found.flatMap(({ window, counted }) =>
      counted !== null && counted.consumedPoints >= window.units ? [stateOf(window, counted)] : [],
    )
  }
  const refund = async (key: string, taken: readonly WindowState[]): Promise<void> => {
    const current = taken.filter(({ endsAt }) => Date.now() < endsAt)
    await Promise.all(current.map(({ window }) => limiterOf(window).reward(key)))
  }
  return {
    knowsRevisions: false,
    /**
     * Takes one window after the other, and gives the units back if a later window is full: of concurrent requests
     * never more pass than the tightest window has units.
     */
    async take(key, windows) {
      const states: WindowState[] = []
      for (const [index, window] of windows.entries()) {
        const counted = await limiterOf(window).consume(key)
        states.push(stateOf(window, counted))
        if (counted.consumedPoints <= window.units) continue
        await refund(key, states)
        const full = [...states.slice(-1), ...(await fullOf(key, windows.slice(index + 1)))]
        return { ok: false, states: full.toSorted((a, b) => b.endsAt - a.endsAt).slice(0, 1) }
      }
      return { ok: true, states }
    },
    refund,
    read: (key, windows) =>
      Promise.all(
        windows.map(async (window) => {
          const counted = await limiterOf(window).get(key)
          if (counted === null || counted.consumedPoints <= 0) return { name: window.name, used: 0, endsAt: undefined }
          return { name: window.name, used: counted.consumedPoints, endsAt: stateOf(window, counted).endsAt }
        }),
      ),
    async erase(key, windows) {
      await Promise.all(windows.map((window) => limiterOf(window).delete(key)))
    },
  }
}

interface LimiterResult {
  readonly consumedPoints: number
  readonly msBeforeNext: number
}

const stateOf = (window: Window, { consumedPoints, msBeforeNext }: LimiterResult): WindowState => ({
  window,
  remaining: Math.max(0, window.units - consumedPoints),
  endsAt: Date.now() + Math.max(0, msBeforeNext),
})
