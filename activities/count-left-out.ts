import { countDraft } from '../src/ask/rules/count-draft.ts'
import type { QueryResult } from '../src/ask/rules/outcome.ts'
import type { Engine, RunLimits } from '../src/engines/engine.ts'
import type { GuardRules } from '../src/guard/guard-rules.ts'

interface CountedQuery {
  readonly engine: Engine
  readonly address: string
  readonly rules: GuardRules
  readonly draft: string
  readonly result: QueryResult
}

/** Counting reads all that the query would have read: a query that took longer is not run again for a number. */
const COUNTED_MS_MAX = 500
const COUNT_MS = 1_000
const COUNT_WAIT_MS = 100

/**
 * How many rows the database had beyond those that were kept, counted under the same guard; undefined where nothing was
 * left out, and where that cannot be known in a second.
 *
 * @throws the reason of `limits.signal` when it aborts
 */
export const countLeftOut = async (
  { engine, address, rules, draft, result }: CountedQuery,
  limits: Pick<RunLimits, 'owner' | 'signal' | 'turnId' | 'timeoutMs'>,
): Promise<number | undefined> => {
  if (!result.truncated || result.executionTimeMs > COUNTED_MS_MAX) return undefined
  const counting = countDraft(engine.language, draft)
  if (counting === undefined) return undefined
  try {
    const guarded = await engine.guard(counting, rules, limits.owner)
    if (!guarded.ok) return undefined
    const timeoutMs = Math.min(COUNT_MS, limits.timeoutMs)
    const ran = await engine.run(address, guarded.query, {
      ...limits,
      timeoutMs,
      waitMs: COUNT_WAIT_MS,
      rowsMax: 1,
      bytesMax: 1_024,
    })
    const count = ran.ok ? Number(ran.result.rows[0]?.n) : Number.NaN
    // Rows may have gone since.
    return count > result.rowCount ? count - result.rowCount : undefined
  } catch {
    limits.signal.throwIfAborted()
    return undefined
  }
}
