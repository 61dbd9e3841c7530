import type { GuardedQuery } from '../guard/guarded-query.ts'
import type { QueryDraft } from './draft.ts'
import type { QueryResult, Receipt } from './outcome.ts'

export interface Executed {
  readonly databaseId: string
  readonly draft: Pick<QueryDraft, 'query'>
  readonly query: GuardedQuery
  readonly result: QueryResult
  readonly executedAt: Date
}

/** What was run for an answer. A restriction that filtered nothing is not claimed. */
export const receiptOf = ({ databaseId, draft, query, result, executedAt }: Executed): Receipt => ({
  databaseId,
  engine: query.engine,
  drafted: draft.query,
  statement: query.statement,
  tables: query.tables,
  filters: query.filters,
  rowCount: result.rowCount,
  truncated: result.truncated,
  executedAt: executedAt.toISOString(),
})
