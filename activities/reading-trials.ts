import type { QueryResult } from '../src/ask/rules/outcome.ts'
import type { ComparedStatement } from '../src/ask/rules/receipt.ts'
import type { RunLimits } from '../src/engines/engine.ts'
import type { TryReading } from './compare-readings.ts'
import { describeStatement, type Opened, runStatement } from './run-statement.ts'
import type { Step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { TimeLeft } from './time-left.ts'

/** Runs statements only to compare what they give, and notes each that was run. */
interface ReadingTrials {
  readonly compared: readonly ComparedStatement[]
  readonly tryReading: TryReading
}

/** @param limits those of the answer's own statement */
export const readingTrials = (
  { observe }: Pick<StepParts, 'observe'>,
  opened: Opened,
  limits: Omit<RunLimits, 'timeoutMs'>,
  begin: Step['begin'],
): ReadingTrials => {
  const { engine, rules } = opened
  const { turnId } = limits
  const compared: ComparedStatement[] = []
  const refused = (by: 'guard' | 'database', reason: string): void =>
    observe({ kind: 'query_refused', turnId, engine: engine.name, refusedBy: by, reason })
  const tryReading = async (drafted: string, leftMs: number, signal: AbortSignal): Promise<QueryResult | undefined> => {
    const time = new TimeLeft(leftMs)
    const guarded = await time.for(engine.guard(drafted, rules, limits.owner), signal)
    if (!guarded.ok) {
      refused('guard', guarded.refusal.reason)
      return undefined
    }
    const timeoutMs = time.ms()
    const statement = { ...describeStatement(opened, guarded.query), drafted }
    const at = compared.push(statement) - 1
    const began = performance.now()
    const within = { ...limits, timeoutMs, waitMs: timeoutMs, signal }
    const ran = await runStatement(opened, guarded.query, within, begin)
    if (!ran.ok) {
      refused('database', ran.refusal.reason)
      return undefined
    }
    const { rowCount } = ran.result
    compared[at] = { ...statement, rowCount }
    observe({ kind: 'query_executed', turnId, engine: engine.name, durationMs: performance.now() - began, rowCount })
    return ran.result
  }
  return { compared, tryReading }
}
