import type { App } from '../src/app.ts'
import type { QueryDraft } from '../src/domain/ask/draft.ts'
import { draftedQuery } from '../src/domain/ask/drafted-query.ts'
import { BYTES_MAX, type Outcome, ROWS_MAX } from '../src/domain/ask/outcome.ts'
import { receiptOf } from '../src/domain/ask/receipt.ts'
import type { StepInput } from '../src/domain/ask/steps.ts'
import type { Refusal } from '../src/domain/guard/guarded-query.ts'
import { restrict } from '../src/domain/guard/restriction.ts'
import { step } from './step.ts'
import { TimeLeft } from './time-left.ts'

export interface RunQueryInput extends StepInput {
  readonly draft: QueryDraft
  /** For opening the database, waiting and running together: less than Temporal gives the step. */
  readonly queryTimeoutMs: number
}

/** Guards a draft and runs it: one activity, because the proof that a query is guarded does not survive JSON. */
export const runQuery = (app: App) =>
  step<RunQueryInput, Outcome>(app, 'runQuery', async ({ question, draft, queryTimeoutMs }, { signal, emit }) => {
    const { caller, turnId, databaseId } = question
    const time = new TimeLeft(queryTimeoutMs)
    const opening = app.openDatabase(caller, databaseId)
    const { database, engine, address, schema } = await time.for(opening, signal)
    const refused = (by: 'guard' | 'database', refusal: Refusal): Outcome => {
      app.observe({ kind: 'query-refused', turnId, engine: engine.name, by, reason: refusal.reason })
      return { kind: 'refused', by, refusal }
    }
    await emit({ type: 'status', status: 'validating_query' })
    const restriction = restrict(caller, database)
    const rules = { schema, policy: database.policy, restriction }
    const guarded = await time.for(engine.guard(draft.query, rules, caller), signal)
    if (!guarded.ok) return refused('guard', guarded.refusal)
    const { query } = guarded
    const { explanation } = draft
    await emit(
      { type: 'query', queryId: turnId, ...draftedQuery(engine, draft), explanation, tables: query.tables },
      { type: 'status', status: 'executing_query' },
    )
    const ran = await engine.run(address, query, {
      timeoutMs: time.ms(),
      owner: caller,
      rowsMax: ROWS_MAX,
      bytesMax: BYTES_MAX,
      signal,
      turnId,
    })
    if (!ran.ok) return refused('database', ran.refusal)
    const { result } = ran
    const receipt = receiptOf({ databaseId, draft, query, result, executedAt: new Date() })
    await app.store.putResult(caller, question, { result, receipt })
    await emit({ type: 'results', queryId: turnId, result })
    return { kind: 'rows', rowCount: result.rowCount, truncated: result.truncated }
  })
