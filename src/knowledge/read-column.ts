import type { PlaceOwner } from '../domain/access/fair-places.ts'
import type { ColumnValues } from '../domain/ask/knowledge.ts'
import type { GuardRules } from '../domain/guard/guard-rules.ts'
import { isBusy, isDatabaseTimeout } from '../domain/problem.ts'
import type { Engine } from '../engines/engine.ts'

/** A database as its values are read: always through the guard. */
export interface ReadSource {
  readonly engine: Pick<Engine, 'dialect' | 'guard' | 'run'>
  readonly address: string
  readonly rules: GuardRules
  /** For whom it is read: places are shared by organization, tenant and caller. */
  readonly owner: PlaceOwner
}

const VALUES_MAX = 2_000
/** Longer texts are prose, and nobody quotes them in a question. */
const LENGTH_MAX = 60
const TIMEOUT_MS = 3_000
/** Nobody's question waits for it as long: it is at hand the next time. */
const WAIT_MS = 3_000
const BYTES_MAX = 1024 * 1024

/**
 * The distinct values of one column, read as any other query is, through the guard, so that they can only ever be
 * the caller's own. Empty and incomplete where the guard or the database refuses, or where waiting for a place, connecting
 * or reading takes too long: questions can be answered without.
 *
 * @throws Problem `database_unreachable`
 */
export const readColumn = async (
  { engine, address, rules, owner }: ReadSource,
  { table, column }: { readonly table: string; readonly column: string },
  signal: AbortSignal,
): Promise<ColumnValues> => {
  const unread: ColumnValues = { table, column, values: [], complete: false }
  const draft = engine.dialect.draftDistinct({ table, column, valuesMax: VALUES_MAX + 1, lengthMax: LENGTH_MAX })
  const guarded = await engine.guard(draft, rules, owner)
  if (!guarded.ok) return unread
  const bounds = { timeoutMs: TIMEOUT_MS, waitMs: WAIT_MS, rowsMax: VALUES_MAX, bytesMax: BYTES_MAX }
  const limits = { ...bounds, owner, signal, turnId: 'knowledge' }
  const found = await engine.run(address, guarded.query, limits).catch(unlessLate)
  if (!found?.ok) return unread
  const values = found.result.rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))
  return { table, column, values, complete: !found.result.truncated }
}

const unlessLate = (error: unknown): undefined => {
  if (!isDatabaseTimeout(error) && !isBusy(error)) throw error
}
