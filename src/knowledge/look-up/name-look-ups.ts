import { columnKey } from '../../ask/rules/knowledge.ts'
import type { CacheMemory } from '../../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../../platform/memory/weighed-cache.ts'
import type { TextColumn } from '../text-columns.ts'
import { weightOf } from '../weight-of.ts'
import type { AskedName } from './asked-names.ts'
import { boundKey, type CallerRows, LOOK_UP_MS, LOOK_UP_TTL_MS, readSourceOf } from './caller-rows.ts'
import { type LookedUp, lookUpNames } from './look-up-names.ts'

const NOTHING: LookedUp = { found: [], read: new Set() }

/** Looks up names in rows of callers, cached for equal names of callers who see the same rows. */
export class NameLookUps {
  readonly #names: WeighedCache<LookedUp>
  readonly #closing = new AbortController()
  readonly #lookUpMs: number

  constructor(memory: CacheMemory, lookUpMs = LOOK_UP_MS) {
    this.#names = memory.cache('names', LOOK_UP_TTL_MS)
    this.#lookUpMs = lookUpMs
  }

  /** @param columns as for `lookUpNames` @throws Problem `database_unreachable` */
  async of(rows: CallerRows, names: readonly AskedName[], columns: readonly TextColumn[]): Promise<LookedUp> {
    if (names.length === 0 || columns.length === 0) return NOTHING
    const { restriction, digest } = rows
    const byTenant = columns.some((column) => column.byTenant)
    const byScope = columns.some((column) => column.byScope)
    const key = JSON.stringify([
      [digest, columns.map(columnKey), names],
      byTenant ? boundKey(restriction.tenant) : null,
      byScope ? boundKey(restriction.scope) : null,
    ])
    // Other callers may wait for the same look-up: an aborted caller does not abort it.
    const { signal } = this.#closing
    const lookedUp = await this.#names.read(key, async () => {
      const value = await lookUpNames(readSourceOf(rows), names, columns, { timeoutMs: this.#lookUpMs, signal })
      return { value, bytes: weightOf(value.found) + value.read.size * KEY_BYTES }
    })
    if (lookedUp.isLate) this.#names.delete(key)
    return lookedUp
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#names.size
  }

  /** Aborts running look-ups. */
  close(): void {
    this.#closing.abort()
  }
}

/** Memory of a column's key. */
const KEY_BYTES = 150
