import type { PlaceOwner } from '../access/rules/fair-places.ts'
import type { Row } from '../ask/rules/outcome.ts'
import type { Engine } from '../engines/engine.ts'
import type { GuardRules } from '../guard/guard-rules.ts'
import { isBusy, isDatabaseTimeout } from '../platform/problems/problem.ts'

/** A database as its rows are read: always through the guard. */
export interface ReadSource {
  readonly engine: Pick<Engine, 'dialect' | 'guard' | 'run'>
  readonly address: string
  readonly rules: GuardRules
  /** For whom it is read: places are shared by organization, tenant and caller. */
  readonly owner: PlaceOwner
}

export interface ReadLimits {
  /** For waiting for a place, connecting and reading. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Rows of a draft of this product's own, guarded and run as any other query is, so that they can only ever be those of
 * the restriction.
 *
 * @returns `refused` where the guard or the database refuses
 * @throws as `Engine.guard` and `Engine.run`
 */
export const readRows = async (
  { engine, address, rules, owner }: ReadSource,
  draft: string,
  { timeoutMs, signal, ...most }: ReadLimits & { readonly rowsMax: number; readonly bytesMax: number },
): Promise<readonly Row[] | 'refused'> => {
  const deadline = performance.now() + timeoutMs
  const guarded = await engine.guard(draft, rules, owner)
  if (!guarded.ok) return 'refused'
  const leftMs = Math.max(1, Math.floor(deadline - performance.now()))
  const limits = { ...most, timeoutMs: leftMs, waitMs: leftMs, owner, signal, turnId: 'knowledge' }
  const ran = await engine.run(address, guarded.query, limits)
  return ran.ok ? ran.result.rows : 'refused'
}

/** Makes nothing of a read that took too long: a question can be answered without it. */
export const unlessLate = (error: unknown): undefined => {
  if (!isDatabaseTimeout(error) && !isBusy(error)) throw error
}
