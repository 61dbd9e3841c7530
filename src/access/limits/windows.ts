import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import type { Epoch } from '../rules/epoch.ts'

/** At most so many units in a stretch of time: one that begins with the first of them, or any one where it slides. */
export interface Window {
  readonly name: string
  readonly units: number
  readonly seconds: number
  /** For small windows: every unit of it is kept. */
  readonly slides?: boolean
}

export interface WindowState {
  readonly window: Window
  readonly remaining: number
  /** Unix time in ms at which the window ends; of one that slides, at which its oldest unit counts no more. */
  readonly endsAt: number
}

/** Whether a unit of each window was taken. */
export interface Taken {
  readonly ok: boolean
  /** All windows; where it was refused only the one that has none left, and of several the one that ends last. */
  readonly states: readonly WindowState[]
  /**
   * The organization's epoch, from windows that know it. Where it is another one than the caller's, nothing was taken and
   * nothing judged.
   */
  readonly epoch?: Epoch
  /** Gives a unit of each back, where one was taken: what it was taken for has not come about. */
  readonly giveBack?: () => Promise<unknown>
}

/** What was taken of a window. */
export interface WindowUse {
  readonly name: string
  readonly used: number
  /** Unix time in ms, as in `WindowState`; undefined where nothing is counted. */
  readonly endsAt: number | undefined
}

/** Counts units by key. */
export interface Windows {
  /** Whether they tell the epoch with each count. */
  readonly knowsEpochs?: true
  /**
   * Takes a unit of each window, or none of any.
   * @param epoch of what the caller was judged by
   * @throws the store's error when it does not answer
   */
  take(key: string, windows: readonly Window[], epoch?: Epoch): Promise<Taken>
  /**
   * What was taken of each window, without taking anything; of windows that are not counted here, nothing.
   * @throws the store's error when it does not answer
   */
  look(key: string, windows: readonly Window[]): Promise<readonly WindowUse[]>
  /** Forgets what was counted of a key, once it has left. */
  erase(key: string, windows: readonly Window[]): Promise<void>
  /** This process has changed what the key is judged by: nothing that was known of it holds. */
  readonly forget?: (key: string) => void
}

/** Windows of which none slides: their units are a number, and one is like the other. */
export interface FixedWindows extends Windows {
  /** Gives a unit of each back, as they were taken; a window that has ended meanwhile has nothing to get back. */
  giveBack(key: string, taken: readonly WindowState[]): Promise<void>
}

/** As far as a timer of Node's reaches: 24 days. What a process counts is gone with it, so a month is shorter here. */
const TIMER_S_MAX = Math.floor((2 ** 31 - 1) / 1000)

/** Units of this process. */
export const memoryWindows = (): FixedWindows =>
  windowsOf((window) => {
    const duration = Math.min(window.seconds, TIMER_S_MAX)
    return new RateLimiterMemory({ ...optionsOf(window), duration, keyPrefix: window.name })
  })

/** Whoever counts does not judge: the units of a window are another number for each plan. */
export const optionsOf = ({ seconds }: Window) => ({ points: Number.MAX_SAFE_INTEGER, duration: seconds })

/** @param open makes the counter of a window */
export const windowsOf = (open: (window: Window) => RateLimiterAbstract): FixedWindows => {
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = (window: Window): RateLimiterAbstract => {
    const known = limiters.get(window.name) ?? open(window)
    limiters.set(window.name, known)
    return known
  }
  /** Those of the windows that have nothing left, without taking anything. */
  const fullOf = async (key: string, windows: readonly Window[]): Promise<WindowState[]> => {
    const found = await Promise.all(
      windows.map(async (window) => ({ window, counted: await limiterOf(window).get(key) })),
    )
    return found.flatMap(({ window, counted }) =>
      counted !== null && counted.consumedPoints >= window.units ? [stateOf(window, counted)] : [],
    )
  }
  const giveBack = async (key: string, taken: readonly WindowState[]): Promise<void> => {
    const lasting = taken.filter(({ endsAt }) => Date.now() < endsAt)
    await Promise.all(lasting.map(({ window }) => limiterOf(window).reward(key)))
  }
  return {
    /**
     * One window after the other, and given back where a later one has none left: of simultaneous requests exactly as
     * many pass as the tightest window has units.
     */
    async take(key, windows) {
      const states: WindowState[] = []
      for (const [index, window] of windows.entries()) {
        const counted = await limiterOf(window).consume(key)
        states.push(stateOf(window, counted))
        if (counted.consumedPoints <= window.units) continue
        await giveBack(key, states)
        const full = [...states.slice(-1), ...(await fullOf(key, windows.slice(index + 1)))]
        return { ok: false, states: full.toSorted((a, b) => b.endsAt - a.endsAt).slice(0, 1) }
      }
      return { ok: true, states }
    },
    giveBack,
    look: (key, windows) =>
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

interface Counted {
  readonly consumedPoints: number
  readonly msBeforeNext: number
}

const stateOf = (window: Window, { consumedPoints, msBeforeNext }: Counted): WindowState => ({
  window,
  remaining: Math.max(0, window.units - consumedPoints),
  endsAt: Date.now() + Math.max(0, msBeforeNext),
})
