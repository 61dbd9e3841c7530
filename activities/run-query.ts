import type { App } from '../src/app.ts'
import type { QueryDraft } from '../src/domain/ask/draft.ts'
import { BYTES_MAX, type Outcome, type QueryResult, type Receipt, ROWS_MAX } from '../src/domain/ask/outcome.ts'
import type { StepInput } from '../src/domain/ask/steps.ts'
import type { GuardedQuery, Refusal } from '../src/domain/guard/guarded-query.ts'
import { type Restriction, restrict } from '../src/domain/guard/restriction.ts'
import { step } from './step.ts'

export interface RunQueryInput extends StepInput {
  readonly draft: QueryDraft
  readonly queryTimeoutMs: number
}

/** Guards a draft and runs it: one activity, because the proof that a query is guarded does not survive JSON. */
export const runQuery = (app: App) =>
  step<RunQueryInput, Outcome>(app, 'runQuery', async ({ question, draft, queryTimeoutMs }, { signal, emit }) => {
    const { caller, turnId, databaseId } = question
    const { database, engine, address, schema } = await app.openDatabase(caller, databaseId)
    const refused = (by: 'guard' | 'database', refusal: Refusal): Outcome => {
      app.observe({ kind: 'query-refused', turnId, engine: engine.name, by, reason: refusal.reason })
      return { kind: 'refused', by, refusal }
    }
    await emit({ type: 'status', status: 'validating_query' })
    const restriction = restrict(caller, database)
    const guarded = engine.guard(draft.query, { schema, policy: database.policy, restriction })
    if (!guarded.ok) return refused('guard', guarded.refusal)
    await emit(queryEvent(turnId, engine, draft, guarded.query), { type: 'status', status: 'executing_query' })
    const ran = await engine.run(address, guarded.query, {
      timeoutMs: queryTimeoutMs,
      rowsMax: ROWS_MAX,
      bytesMax: BYTES_MAX,
      signal,
      turnId,
    })
    if (!ran.ok) return refused('database', ran.refusal)
    const filters = boundFilters(restriction, guarded.query)
    const receipt = receiptOf(databaseId, draft, guarded.query, ran.result, filters)
    await app.store.putResult(caller, question, { result: ran.result, receipt })
    await emit({ type: 'results', queryId: turnId, result: ran.result })
    return { kind: 'rows', rowCount: ran.result.rowCount, truncated: ran.result.truncated }
  })

/** A scope binds nothing where the policy lets tables without the scope column pass: only what was bound is claimed. */
const boundFilters = (restriction: Restriction, { parameters }: GuardedQuery): Receipt['filters'] =>
  (['tenant', 'scope'] as const).filter((name) => {
    const bound = restriction[name]
    return bound !== undefined && parameters.includes(bound.value)
  })

const queryEvent = (
  turnId: string,
  engine: { language: 'sql' | 'mongodb'; name: string },
  draft: QueryDraft,
  query: GuardedQuery,
) =>
  ({
    type: 'query',
    queryId: turnId,
    language: engine.language,
    dialect: engine.name,
    statement: draft.query,
    explanation: draft.explanation,
    tables: query.tables,
  }) as const

const receiptOf = (
  databaseId: string,
  draft: QueryDraft,
  query: GuardedQuery,
  result: QueryResult,
  filters: Receipt['filters'],
): Receipt => ({
  databaseId,
  engine: query.engine,
  drafted: draft.query,
  statement: query.statement,
  tables: query.tables,
  filters,
  rowCount: result.rowCount,
  truncated: result.truncated,
  executedAt: new Date().toISOString(),
})
