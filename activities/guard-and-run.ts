import type { AuthorizationRevision } from '../src/access/rules/authorization-revision.ts'
import { doubtOf, isEmptyFinding } from '../src/ask/rules/doubt.ts'
import type { QueryDraft } from '../src/ask/rules/draft.ts'
import { draftedQuery } from '../src/ask/rules/drafted-query.ts'
import {
  BYTES_MAX,
  type Outcome,
  PART_BYTES_MAX,
  queryIdOf,
  ROWS_MAX,
  WHOLE_BYTES_MAX,
} from '../src/ask/rules/outcome.ts'
import { receiptOf } from '../src/ask/rules/receipt.ts'
import type { StepInput } from '../src/ask/rules/steps.ts'
import { fastWaitMs } from '../src/ask/rules/time-limits.ts'
import { type Refusal, UNKNOWN_NAME } from '../src/guard/guarded-query.ts'
import { compareReadings, type ResultNotes } from './compare-readings.ts'
import { countLeftOut } from './count-left-out.ts'
import { guardFor } from './guard-for.ts'
import { noteVerified } from './note-verified.ts'
import { readingTrials } from './reading-trials.ts'
import { describeStatement, runStatement } from './run-statement.ts'
import type { Step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { storedBeside } from './stored-beside.ts'
import { TimeLeft } from './time-left.ts'
import { withTitles } from './with-titles.ts'
import { withUnits } from './with-units.ts'

export interface GuardedRun extends StepInput {
  readonly draft: QueryDraft
  /** For opening the database and running together; with the wait for slots, less than Temporal gives the step. */
  readonly queryTimeoutMs: number
  /**
   * Rows of an earlier query of this turn, which are the answer unless these mend it or stand beside them: which run has
   * stored them, and how many parts there are beside them.
   */
  readonly stays?: { readonly writer: number; readonly parts: number }
  /** The revision of the settings that it may use; absent: they are read again. */
  readonly asOf?: AuthorizationRevision | undefined
}

/** Most queries have their slot sooner, and need no status for it. */
const STATUS_DELAY_MS = 200

/** Where a turn's time is over before there is a slot, there is still time to say that it was that. */
const SAID_WITHIN_MS = 2_000

/** Guards a draft and runs it: in one step, because the proof that a query is guarded does not survive JSON. */
export const guardAndRun = async (
  app: StepParts,
  { question, draft, queryTimeoutMs, stays, asOf }: GuardedRun,
  { signal, attempt, writer, leftMs, emit, tell, begin }: Omit<Step, 'spent'>,
): Promise<Outcome> => {
  const { caller, turnId, databaseId, patience } = question
  const time = new TimeLeft(queryTimeoutMs)
  const { guarded, ...opened } = await guardFor(app, question, draft.query, {
    time,
    signal,
    asOf,
    onOpened: () => tell({ type: 'status', status: 'validating_query' }),
  })
  const { engine, address, rules } = opened
  const refused = async (by: 'guard' | 'database', refusal: Refusal): Promise<Outcome> => {
    app.observe({ kind: 'query_refused', turnId, engine: engine.name, refusedBy: by, reason: refusal.reason })
    const outcome = { kind: 'refused', by, refusal } as const
    await noteVerified(app, { question, pattern: draft.pattern, outcome, attempt })
    return outcome
  }
  if (!guarded.ok) return await refused('guard', guarded.refusal)
  const { query } = guarded
  const statement = describeStatement(opened, query)
  const { explanation, partTitle: title } = draft
  const part = title === undefined ? undefined : (stays?.parts ?? 0) + 1
  const queryId = queryIdOf(turnId, part)
  const shown = { queryId, ...draftedQuery(engine, draft), explanation, tables: query.tables }
  const showQuery = () => tell({ type: 'query', ...shown, guarded: statement })
  // A query that may be discarded is not shown in place of the one that stays.
  if (stays === undefined) showQuery()
  const onStopped = () => tell({ type: 'status', status: 'waiting_for_database' })
  const waiting = setTimeout(onStopped, STATUS_DELAY_MS)
  const onRunning = () => {
    clearTimeout(waiting)
    tell({ type: 'status', status: 'executing_query' })
  }
  const waitMs = Math.max(0, Math.min(patience.waitMs, leftMs() - SAID_WITHIN_MS))
  const began = performance.now()
  const limits = {
    rowsMax: ROWS_MAX,
    bytesMax: part === undefined ? BYTES_MAX : PART_BYTES_MAX,
    wholeBytesMax: WHOLE_BYTES_MAX,
    owner: caller,
    signal,
    turnId,
  }
  const waits = { timeoutMs: time.ms(), waitMs, fastWaitMs: fastWaitMs(patience), onRunning, onStopped }
  const first = { ...limits, ...waits, again: attempt > 1 }
  const ran = await runStatement(opened, query, first, begin).finally(() => clearTimeout(waiting))
  if (!ran.ok) {
    if (ran.refusal.reason === UNKNOWN_NAME) await app.databases.outdated(caller, databaseId)
    return await refused('database', ran.refusal)
  }
  const durationMs = performance.now() - began
  app.observe({ kind: 'query_executed', turnId, engine: engine.name, durationMs, rowCount: ran.result.rowCount })
  if (stays !== undefined) {
    if (isEmptyFinding(ran.result)) return { kind: 'kept' }
    showQuery()
  }
  const { compared, tryReading } = readingTrials(app, opened, limits, begin)
  let beside: ResultNotes = {}
  if (stays === undefined) {
    const ranFirst = { result: ran.result, durationMs, signal }
    const comparison = await compareReadings(draft, ranFirst, tryReading, app.comparison)
    if (comparison.kind === 'ask') return { kind: 'asks', choices: comparison.choices }
    beside = comparison.beside
  }
  const counted = { engine, address, rules, draft: draft.query, result: ran.result }
  const leftOut = await countLeftOut(counted, { timeoutMs: time.ms(), owner: caller, signal, turnId })
  const made = { query: draft.query, tables: query.tables, glossary: opened.glossary }
  const columns = withTitles(withUnits(ran.result.columns, made), { ...draft, ...made })
  const result = { ...ran.result, columns, ...(leftOut === undefined ? {} : { leftOut }) }
  const receipt = receiptOf({ databaseId, draft, guarded: statement, result, executedAt: new Date(), compared })
  const stored = await storedBeside(app, question, draft, { result, receipt, ...beside }, stays)
  await app.store.results.put(caller, question, stored, writer)
  await emit({ type: 'results', queryId, result, ...(title === undefined ? {} : { title }) })
  await noteVerified(app, { question, pattern: draft.pattern, attempt })
  const doubt = doubtOf(result, draft)
  const { rowCount, truncated } = result
  return { kind: 'rows', writer, rowCount, truncated, ...(doubt === undefined ? {} : { doubt }) }
}
