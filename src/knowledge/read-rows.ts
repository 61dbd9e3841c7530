import type { SlotOwner } from '../access/rules/fair-semaphore.ts'
import type { Row } from '../ask/rules/outcome.ts'
import type { Engine } from '../engines/engine.ts'
import type { GuardRules } from '../guard/guard-rules.ts'
import { isBusy, isDatabaseTimeout } from '../platform/problems/problem.ts'

/** A database to read rows from, always through the guard. */
export interface ReadSource {
  readonly engine: Pick<Engine, 'dialect' | 'guard' | 'run'>
  readonly address: string
  readonly rules: GuardRules
  /** Slots are shared by organization, tenant and caller. */
  readonly owner: SlotOwner
}

export interface ReadLimits {
  /** For waiting for a slot, connecting and reading. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Rows of an internal draft, guarded and run like any other query, so that only rows within the restriction are read.
 *
 * @returns `refused` if the guard or the database refuses
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

/** Ignores a timeout of a read: a question can be answered without it. */
export const ignoreTimeout = (error: unknown): undefined => {
  if (!isDatabaseTimeout(error) && !isBusy(error)) throw error
}
