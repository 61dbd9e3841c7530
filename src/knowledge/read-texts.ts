import type { PlaceOwner } from '../domain/access/fair-places.ts'
import type { GuardRules } from '../domain/guard/guard-rules.ts'
import { isBusy, isDatabaseTimeout } from '../domain/problem.ts'
import type { TextsWanted } from '../engines/dialect.ts'
import type { Engine } from '../engines/engine.ts'

/** A database as its values are read: always through the guard. */
export interface ReadSource {
  readonly engine: Pick<Engine, 'dialect' | 'guard' | 'run'>
  readonly address: string
  readonly rules: GuardRules
  /** For whom it is read: places are shared by organization, tenant and caller. */
  readonly owner: PlaceOwner
}

/** A text of one of the columns that were wanted. */
export interface FoundText {
  /** The place of the column among them. */
  readonly place: number
  readonly value: string
  /** In how many of the rows that were looked at. */
  readonly times: number
}

/** More than the texts of one statement come to. */
const BYTES_MAX = 8 * 1024 * 1024

/**
 * Texts of columns, read by one statement as any other query is, so that they can only ever be those of the restriction.
 * Undefined where the guard or the database refuses, or where waiting for a place, connecting or reading takes longer
 * than `timeoutMs`: questions can be answered without.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const readTexts = async (
  { engine, address, rules, owner }: ReadSource,
  wanted: TextsWanted,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<readonly FoundText[] | undefined> => {
  const found = await readTogether({ engine, address, rules, owner }, wanted, { timeoutMs, signal })
  if (found !== 'refused') return found
  // Documents of several collections are read by one command where the server can (MongoDB 4.4).
  if (engine.dialect.sql !== null || wanted.columns.length === 1) return undefined
  const each: FoundText[] = []
  const deadline = performance.now() + timeoutMs
  for (const [place, column] of wanted.columns.entries()) {
    const left = Math.floor(deadline - performance.now())
    if (left <= 0) break
    const own = await readTogether(
      { engine, address, rules, owner },
      { ...wanted, columns: [column] },
      { timeoutMs: left, signal },
    )
    if (own !== undefined && own !== 'refused') each.push(...own.map((text) => ({ ...text, place })))
  }
  return each
}

const readTogether = async (
  { engine, address, rules, owner }: ReadSource,
  wanted: TextsWanted,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<readonly FoundText[] | 'refused' | undefined> => {
  const guarded = await engine.guard(engine.dialect.draftTexts(wanted), rules, owner)
  if (!guarded.ok) return 'refused'
  const rowsMax = wanted.columns.length * wanted.valuesMax
  const limits = { timeoutMs, waitMs: timeoutMs, rowsMax, bytesMax: BYTES_MAX, owner, signal, turnId: 'knowledge' }
  const found = await engine.run(address, guarded.query, limits).catch(unlessLate)
  if (found === undefined) return undefined
  if (!found.ok) return 'refused'
  return found.result.rows.flatMap(({ place, value, times }) =>
    typeof value === 'string' ? [{ place: Number(place), value, times: Number(times) }] : [],
  )
}

const unlessLate = (error: unknown): undefined => {
  if (!isDatabaseTimeout(error) && !isBusy(error)) throw error
}
