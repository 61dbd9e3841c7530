import type { ColumnProfile, ProfiledColumn } from '../../ask/rules/column-profile.ts'
import type { CacheMemory } from '../../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../../platform/memory/weighed-cache.ts'
import type { Bounds } from '../text-columns.ts'
import { boundKey, type CallerRows, LOOK_UP_MS, LOOK_UP_TTL_MS, readSourceOf } from './caller-rows.ts'
import { readRanges } from './read-ranges.ts'

/** Share of the look-up time for all tables of one question: 300 ms by default. */
const SHARE = 0.6
const PROFILE_BYTES = 400
const KEY_BYTES = 300

/** What determines which rows a caller sees. */
interface ProfiledRows extends CallerRows {
  readonly bounds: ReadonlyMap<string, Bounds>
}

/**
 * Profiles of columns in rows of callers, cached for callers who see the same rows. A timeout is cached as unread, so
 * that a large table is not read again for each question.
 */
export class ColumnProfiles {
  readonly #profiles: WeighedCache<readonly ColumnProfile[]>
  readonly #closing = new AbortController()
  readonly #profileMs: number

  constructor(memory: CacheMemory, lookUpMs = LOOK_UP_MS) {
    this.#profileMs = SHARE * lookUpMs
    this.#profiles = memory.cache('profiles', LOOK_UP_TTL_MS)
  }

  /** @returns profiles of those columns that were read in time @throws Problem `database_unreachable` */
  async of(rows: ProfiledRows, columns: readonly ProfiledColumn[]): Promise<readonly ColumnProfile[]> {
    const deadline = performance.now() + this.#profileMs
    const profiles: ColumnProfile[] = []
    for (const [table, some] of Map.groupBy(columns, (column) => column.table)) {
      const key = this.#key(rows, table, some)
      const make = async () => {
        const value = await this.#read(rows, table, some, Math.floor(deadline - performance.now()))
        return { value, bytes: KEY_BYTES + value.length * PROFILE_BYTES }
      }
      const isOver = performance.now() >= deadline
      profiles.push(...(isOver ? (this.#profiles.get(key) ?? []) : await this.#profiles.read(key, make)))
    }
    return profiles
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#profiles.size
  }

  /** Aborts running reads. */
  close(): void {
    this.#closing.abort()
  }

  /** Callers who see the same rows of a table share its profiles. */
  #key({ restriction, digest, bounds }: ProfiledRows, table: string, columns: readonly ProfiledColumn[]): string {
    const { byTenant = true, byScope = true } = bounds.get(table) ?? {}
    return JSON.stringify([
      [digest, table, columns.map(({ column, codes }) => [column, codes])],
      byTenant ? boundKey(restriction.tenant) : null,
      byScope ? boundKey(restriction.scope) : null,
    ])
  }

  async #read(
    rows: CallerRows,
    table: string,
    columns: readonly ProfiledColumn[],
    timeoutMs: number,
  ): Promise<readonly ColumnProfile[]> {
    const limits = { timeoutMs, signal: this.#closing.signal }
    const ranges = await readRanges(readSourceOf(rows), { table, columns }, limits)
    return (ranges ?? []).flatMap((range) => {
      const column = columns.find((one) => one.column === range.column)
      return column === undefined ? [] : [{ ...column, ...range }]
    })
  }
}
