import type { QueryRun } from '../src/ask/rules/outcome.ts'
import { type Receipt, receiptOf } from '../src/ask/rules/receipt.ts'
import { fastWaitMs } from '../src/ask/rules/time-limits.ts'
import { type Refusal, UNKNOWN_NAME } from '../src/guard/guarded-query.ts'
import type { ExportInput } from '../src/manage/exports/rules/export-input.ts'
import { EXPORT_BYTES_MAX, EXPORT_ROWS_MAX } from '../src/manage/exports/rules/export-limits.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { guardFor } from './guard-for.ts'
import { describeStatement, runStatement } from './run-statement.ts'
import type { StepParts } from './step-parts.ts'
import { TimeLeft } from './time-left.ts'
import { withUnits } from './with-units.ts'

/**
 * Runs the query of an answer once more, as it was written: guarded under the policy, the schema and the rights of this moment,
 * for as many rows as an export may have.
 *
 * @throws Problem `query_refused` where it is not allowed any more, `query_failed`, and as `guardFor` and `Engine.run`
 */
export const runAgain = async (
  app: StepParts,
  input: ExportInput,
  receipt: Receipt,
  { signal, attempt }: { readonly signal: AbortSignal; readonly attempt: number },
): Promise<Pick<QueryRun, 'result' | 'receipt'>> => {
  const { caller, databaseId, jobId, queryTimeoutMs, patience } = input
  const { drafted: query, planner } = receipt
  const time = new TimeLeft(queryTimeoutMs)
  const { guarded, ...opened } = await guardFor(app, input, query, { time, signal })
  const { name: engine } = opened.engine
  const refused = (by: 'guard' | 'database', refusal: Refusal): Problem => {
    app.observe({ kind: 'query_refused', turnId: jobId, engine, refusedBy: by, reason: refusal.reason })
    // A hint has names of the query: a public key may not see them.
    const hint = caller.kind === 'database' ? '' : ` ${refusal.hint}`
    return by === 'guard'
      ? new Problem('query_refused', { message: `The query of this answer is no longer allowed.${hint}` })
      : new Problem('query_failed', { message: `The database could not run the query of this answer again.${hint}` })
  }
  if (!guarded.ok) throw refused('guard', guarded.refusal)
  const began = performance.now()
  const limits = {
    rowsMax: EXPORT_ROWS_MAX,
    bytesMax: EXPORT_BYTES_MAX,
    keepsCellsWhole: true,
    timeoutMs: time.ms(),
    waitMs: patience.waitMs,
    fastWaitMs: fastWaitMs(patience),
    owner: caller,
    signal,
    turnId: jobId,
    again: attempt > 1,
  }
  const ran = await runStatement(opened, guarded.query, limits, (start) =>
    app.tracing.startSpan({ ...start, parent: undefined }),
  )
  if (!ran.ok) {
    if (ran.refusal.reason === UNKNOWN_NAME) await app.databases.outdated(caller, databaseId)
    throw refused('database', ran.refusal)
  }
  const { rowCount } = ran.result
  app.observe({ kind: 'query_executed', turnId: jobId, engine, durationMs: performance.now() - began, rowCount })
  const { tables } = guarded.query
  const columns = withUnits(ran.result.columns, { query, tables, glossary: opened.glossary })
  const result = { ...ran.result, columns }
  const draft = { query, planner: planner ?? 'unknown' }
  const executed = { databaseId, draft, guarded: describeStatement(opened, guarded.query), executedAt: new Date() }
  return { result, receipt: receiptOf({ ...executed, result }) }
}
