import { LRUCache } from 'lru-cache'
import type { Epoch } from '../rules/epoch.ts'
import type { Window, WindowState, Windows } from './windows.ts'

/** A window without units left, with the epoch for which it refused. */
interface FullWindow {
  readonly state: WindowState
  readonly epoch: Epoch | undefined
  /** Unix time in ms until which this process refuses by itself. */
  readonly until: number
  /** When the epoch was last compared with that of the store (Unix time in ms). */
  checkedAt: number
}

const KEYS_MAX = 10_000

/** How long this process may refuse by limits that another process has changed. */
const EPOCH_CHECK_MS = 1_000

/** How long a full window refuses from memory; another process may give units back, and a window may last a month. */
const REMEMBERED_MS = 60_000

export interface RefusedFromMemoryOptions {
  /**
   * Reads the current epoch. Absent if windows are counted one after the other: a window may then seem full while a unit is
   * taken and given back, so it refuses from memory for `EPOCH_CHECK_MS` only.
   */
  readonly epochOf?: (key: string) => Promise<Epoch>
  readonly now?: () => number
}

/**
 * Windows that refuse from memory for a minute at most after a window was full, so that a refusal is cheaper than an
 * answer. The current epoch is read from the store once a second per key, regardless of the number of requests.
 */
export const refusedFromMemory = (
  windows: Windows,
  { epochOf, now = Date.now }: RefusedFromMemoryOptions = {},
): Windows => {
  const fullByKey = new LRUCache<string, Map<string, FullWindow>>({ max: KEYS_MAX })

  const fullWindowsOf = (key: string, wanted: readonly Window[], epoch: Epoch | undefined): readonly FullWindow[] =>
    wanted.flatMap(({ name, units }) => {
      const full = fullByKey.get(key)?.get(name)
      const isValid = full !== undefined && full.epoch === epoch && full.state.window.units === units
      return isValid && now() < full.until ? [full] : []
    })
  const remember = (key: string, states: readonly WindowState[], epoch: Epoch | undefined): void => {
    const byWindow = fullByKey.get(key) ?? new Map<string, FullWindow>()
    for (const state of states) {
      const until = Math.min(state.endsAt, now() + (epochOf === undefined ? EPOCH_CHECK_MS : REMEMBERED_MS))
      byWindow.set(state.window.name, { state, epoch, until, checkedAt: now() })
    }
    fullByKey.set(key, byWindow)
  }
  /** The current epoch if a check is due; otherwise, or if the store does not answer, the given one. */
  const checkEpoch = async (key: string, full: readonly FullWindow[], epoch?: Epoch): Promise<Epoch | undefined> => {
    if (epochOf === undefined || epoch === undefined) return epoch
    if (full.some(({ checkedAt }) => now() - checkedAt < EPOCH_CHECK_MS)) return epoch
    for (const window of full) window.checkedAt = now()
    return await epochOf(key).catch(() => epoch)
  }
  return {
    ...(windows.knowsEpochs === undefined ? {} : { knowsEpochs: windows.knowsEpochs }),
    async take(key, wanted, epoch) {
      const full = fullWindowsOf(key, wanted, epoch)
      const [last] = full.map(({ state }) => state).toSorted((a, b) => b.endsAt - a.endsAt)
      if (last !== undefined) {
        const current = await checkEpoch(key, full, epoch)
        if (current !== epoch) fullByKey.delete(key)
        return {
          ok: false,
          states: current === epoch ? [last] : [],
          ...(windows.knowsEpochs === undefined || current === undefined ? {} : { epoch: current }),
        }
      }
      const taken = await windows.take(key, wanted, epoch)
      const isSameEpoch = taken.epoch === undefined || epoch === undefined || taken.epoch === epoch
      if (!taken.ok && isSameEpoch) remember(key, taken.states, epoch)
      const { giveBack } = taken
      if (giveBack === undefined) return taken
      return { ...taken, giveBack: () => giveBack().finally(() => fullByKey.delete(key)) }
    },
    look: (key, wanted) => windows.look(key, wanted),
    async erase(key, wanted) {
      fullByKey.delete(key)
      await windows.erase(key, wanted)
    },
    forget(key) {
      fullByKey.delete(key)
      windows.forget?.(key)
    },
  }
}
