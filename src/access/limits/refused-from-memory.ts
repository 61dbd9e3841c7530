import { LRUCache } from 'lru-cache'
import type { Epoch } from '../rules/epoch.ts'
import type { Window, WindowState, Windows } from './windows.ts'

/** A window that had nothing left, as those who were refused by it were judged. */
interface Full {
  readonly state: WindowState
  readonly epoch: Epoch | undefined
  /** Unix time in ms until which this process refuses by itself. */
  readonly until: number
  /** When somebody last asked whether the epoch is still the same. */
  looked: number
}

const FULL_MAX = 10_000

/** How long others may not know here that an organization was given other limits elsewhere. */
const LOOK_EVERY_MS = 1_000

/** How long a window that is full is refused from memory: another process may have given units of it back, and a month is long. */
const REMEMBERED_MS = 60_000

export interface RefusedFromMemoryOptions {
  /**
   * The epoch as it is now. Absent where windows are counted one after the other, and what looks full for a moment may
   * not be: then nobody is refused from memory for longer than that.
   */
  readonly epochOf?: (key: string) => Promise<Epoch>
  readonly now?: () => number
}

/**
 * Windows that refuse from memory, once one of them was full, for a minute at most: a refusal must not cost what an answer
 * costs. The store is asked whether the organization is judged otherwise by now, once a second however many ask.
 */
export const refusedFromMemory = (
  windows: Windows,
  { epochOf, now = Date.now }: RefusedFromMemoryOptions = {},
): Windows => {
  const known = new LRUCache<string, Map<string, Full>>({ max: FULL_MAX })

  const fullOf = (key: string, wanted: readonly Window[], epoch: Epoch | undefined): readonly Full[] =>
    wanted.flatMap(({ name, units }) => {
      const full = known.get(key)?.get(name)
      const holds = full !== undefined && full.epoch === epoch && full.state.window.units === units
      return holds && now() < full.until ? [full] : []
    })
  const remember = (key: string, states: readonly WindowState[], epoch: Epoch | undefined): void => {
    const own = known.get(key) ?? new Map<string, Full>()
    for (const state of states) {
      const until = Math.min(state.endsAt, now() + (epochOf === undefined ? LOOK_EVERY_MS : REMEMBERED_MS))
      own.set(state.window.name, { state, epoch, until, looked: now() })
    }
    known.set(key, own)
  }
  /** What the epoch is by now, where it is time to ask; as it was where the store does not answer. */
  const lookedAt = async (key: string, full: readonly Full[], epoch: Epoch | undefined): Promise<Epoch | undefined> => {
    if (epochOf === undefined || epoch === undefined) return epoch
    if (full.some(({ looked }) => now() - looked < LOOK_EVERY_MS)) return epoch
    for (const one of full) one.looked = now()
    return await epochOf(key).catch(() => epoch)
  }
  return {
    ...(windows.knowsEpochs === undefined ? {} : { knowsEpochs: windows.knowsEpochs }),
    async take(key, wanted, epoch) {
      const full = fullOf(key, wanted, epoch)
      const [last] = full.map(({ state }) => state).toSorted((a, b) => b.endsAt - a.endsAt)
      if (last !== undefined) {
        const current = await lookedAt(key, full, epoch)
        if (current !== epoch) known.delete(key)
        return {
          ok: false,
          states: current === epoch ? [last] : [],
          ...(windows.knowsEpochs === undefined || current === undefined ? {} : { epoch: current }),
        }
      }
      const taken = await windows.take(key, wanted, epoch)
      const isJudged = taken.epoch === undefined || epoch === undefined || taken.epoch === epoch
      if (!taken.ok && isJudged) remember(key, taken.states, epoch)
      const { giveBack } = taken
      if (giveBack === undefined) return taken
      return { ...taken, giveBack: () => giveBack().finally(() => known.delete(key)) }
    },
    look: (key, wanted) => windows.look(key, wanted),
    async erase(key, wanted) {
      known.delete(key)
      await windows.erase(key, wanted)
    },
    forget(key) {
      known.delete(key)
      windows.forget?.(key)
    },
  }
}
