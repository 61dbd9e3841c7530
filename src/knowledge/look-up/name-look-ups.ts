import { columnKey } from '../../ask/rules/knowledge.ts'
import type { DatabaseMemory } from '../../platform/memory/database-memory.ts'
import type { Shelf } from '../../platform/memory/shelf.ts'
import type { TextColumn } from '../text-columns.ts'
import { weightOf } from '../weight-of.ts'
import type { AskedName } from './asked-names.ts'
import { boundKey, type CallerRows, LOOK_UP_MS, LOOKED_UP_KEPT_MS, readSourceOf } from './caller-rows.ts'
import { type LookedUp, lookUpNames } from './look-up-names.ts'

const NOTHING: LookedUp = { found: [], read: new Set() }

/** Looks names up among the rows of callers, once for the same names of callers who see the same rows. */
export class NameLookUps {
  readonly #names: Shelf<LookedUp>
  readonly #closing = new AbortController()
  readonly #lookUpMs: number

  constructor(memory: DatabaseMemory, lookUpMs = LOOK_UP_MS) {
    this.#names = memory.shelf('names', LOOKED_UP_KEPT_MS)
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
    // Others may wait for the same: whoever leaves does not end it.
    const { signal } = this.#closing
    const looked = await this.#names.read(key, async () => {
      const value = await lookUpNames(readSourceOf(rows), names, columns, { timeoutMs: this.#lookUpMs, signal })
      return { value, bytes: weightOf(value.found) + value.read.size * KEY_BYTES }
    })
    if (looked.isLate) this.#names.delete(key)
    return looked
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#names.held
  }

  /** Ends those that are under way. */
  close(): void {
    this.#closing.abort()
  }
}

/** The key of a column. */
const KEY_BYTES = 150
