import { LRUCache } from 'lru-cache'
import type { AuthorizationRevision } from '../rules/authorization-revision.ts'
import type { Window, WindowState, Windows } from './windows.ts'

/** A window without units left, with the revision for which it refused. */
interface FullWindow {
  readonly state: WindowState
  readonly revision: AuthorizationRevision | undefined
  /** Unix time in ms until which this process refuses by itself. */
  readonly until: number
  /** When the revision was last compared with that of the store (Unix time in ms). */
  checkedAt: number
}

const KEYS_MAX = 10_000

/** How long this process may refuse by limits that another process has changed. */
const REVISION_CHECK_MS = 1_000

/** How long a full window refuses from memory; another process may give units back, and a window may last a month. */
const REMEMBERED_MS = 60_000

interface RefusedFromMemoryOptions {
  /**
   * Reads the current revision. Absent if windows are counted one after the other: a window may then seem full while a unit is
   * taken and given back, so it refuses from memory for `REVISION_CHECK_MS` only.
   */
  readonly revisionOf?: (key: string) => Promise<AuthorizationRevision>
  readonly now?: () => number
}

/**
 * Windows that refuse from memory for a minute at most after a window was full, so that a refusal is cheaper than an
 * answer. The current revision is read from the store once a second per key, regardless of the number of requests.
 */
export const refusedFromMemory = (
  windows: Windows,
  { revisionOf, now = Date.now }: RefusedFromMemoryOptions = {},
): Windows => {
  const fullByKey = new LRUCache<string, Map<string, FullWindow>>({ max: KEYS_MAX })

  const fullWindowsOf = (
    key: string,
    wanted: readonly Window[],
    revision: AuthorizationRevision | undefined,
  ): readonly FullWindow[] =>
    wanted.flatMap(({ name, units }) => {
      const full = fullByKey.get(key)?.get(name)
      const isValid = full !== undefined && full.revision === revision && full.state.window.units === units
      return isValid && now() < full.until ? [full] : []
    })
  const remember = (key: string, states: readonly WindowState[], revision: AuthorizationRevision | undefined): void => {
    const byWindow = fullByKey.get(key) ?? new Map<string, FullWindow>()
    for (const state of states) {
      const until = Math.min(state.endsAt, now() + (revisionOf === undefined ? REVISION_CHECK_MS : REMEMBERED_MS))
      byWindow.set(state.window.name, { state, revision, until, checkedAt: now() })
    }
    fullByKey.set(key, byWindow)
  }
  /** The current revision if a check is due; otherwise, or if the store does not answer, the given one. */
  const checkRevision = async (
    key: string,
    full: readonly FullWindow[],
    revision?: AuthorizationRevision,
  ): Promise<AuthorizationRevision | undefined> => {
    if (revisionOf === undefined || revision === undefined) return revision
    if (full.some(({ checkedAt }) => now() - checkedAt < REVISION_CHECK_MS)) return revision
    for (const window of full) window.checkedAt = now()
    return await revisionOf(key).catch(() => revision)
  }
  return {
    knowsRevisions: windows.knowsRevisions,
    async take(key, wanted, revision) {
      const full = fullWindowsOf(key, wanted, revision)
      const [last] = full.map(({ state }) => state).toSorted((a, b) => b.endsAt - a.endsAt)
      if (last !== undefined) {
        const current = await checkRevision(key, full, revision)
        if (current !== revision) fullByKey.delete(key)
        return {
          ok: false,
          states: current === revision ? [last] : [],
          ...(windows.knowsRevisions && current !== undefined ? { revision: current } : {}),
        }
      }
      const taken = await windows.take(key, wanted, revision)
      const isSameRevision = taken.revision === undefined || revision === undefined || taken.revision === revision
      if (!taken.ok && isSameRevision) remember(key, taken.states, revision)
      const { refund } = taken
      if (refund === undefined) return taken
      return { ...taken, refund: () => refund().finally(() => fullByKey.delete(key)) }
    },
    read: (key, wanted) => windows.read(key, wanted),
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
