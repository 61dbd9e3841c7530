import type { ColumnConstant } from '../../manage/patterns/rules/template/column-constant.ts'
import type { CacheMemory } from '../../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../../platform/memory/weighed-cache.ts'
import { boundKey, type CallerRows, LOOK_UP_MS, LOOK_UP_TTL_MS, readSourceOf } from './caller-rows.ts'
import { type ConstantsFound, lookUpConstants } from './look-up-constants.ts'

const ENTRY_BYTES = 500

/** Looks up constants of verified queries in rows of callers, cached for callers who see the same rows. */
export class ConstantLookUps {
  readonly #found: WeighedCache<ConstantsFound>
  readonly #closing = new AbortController()
  readonly #lookUpMs: number

  constructor(memory: CacheMemory, lookUpMs = LOOK_UP_MS) {
    this.#found = memory.cache('constants', LOOK_UP_TTL_MS)
    this.#lookUpMs = lookUpMs
  }

  /** Whether the caller's rows contain all these constants; false if unknown. @throws as `lookUpConstants` */
  async holds(rows: CallerRows, constants: readonly ColumnConstant[]): Promise<boolean> {
    const { tenant, scope } = rows.restriction
    const key = JSON.stringify([rows.digest, constants, boundKey(tenant), boundKey(scope)])
    // Other callers may wait for this look-up, so it is not aborted by a caller's signal.
    const { signal } = this.#closing
    const found = await this.#found.read(key, async () => ({
      value: await lookUpConstants(readSourceOf(rows), constants, { timeoutMs: this.#lookUpMs, signal }),
      bytes: ENTRY_BYTES + 2 * key.length,
    }))
    if (found === 'unknown') this.#found.delete(key)
    return found === 'all'
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#found.size
  }

  /** Aborts running look-ups. */
  close(): void {
    this.#closing.abort()
  }
}
