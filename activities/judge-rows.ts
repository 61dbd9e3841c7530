import type { Doubt } from '../src/ask/rules/doubt.ts'
import type { PlannerOutput, QueryDraft } from '../src/ask/rules/draft.ts'
import type { QueryResult } from '../src/ask/rules/outcome.ts'
import type { SeenResult } from '../src/ask/rules/prompts/seen-text.ts'
import type { Question } from '../src/ask/rules/question.ts'
import type { TableFilter } from '../src/guard/table-filters.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { type Drafting, draftFor } from './draft-for.ts'
import { rowsRuleOf } from './rows-rule-of.ts'

/** A query and what it gave. */
interface Judged {
  readonly draft: QueryDraft
  readonly doubt: Doubt
  readonly result: QueryResult
  /** What stands beside it. */
  readonly parts?: SeenResult['parts']
  /** Of all of them. */
  readonly tables: readonly Pick<TableFilter, 'table'>[]
}

/**
 * Has a planner judge what its query gave: it accepts that, mends the query, or looks first. The rows are there: a
 * planner that fails is one that accepts.
 *
 * @throws an AbortError when the signal aborts
 */
export const judgeRows = async (
  app: Parameters<typeof draftFor>[0],
  database: Pick<DatabaseSettings, 'rows' | 'glossary'>,
  question: Pick<Question, 'caller' | 'databaseId' | 'text' | 'askedAt' | 'epoch'>,
  { draft, doubt, result, parts, tables }: Judged,
  drafting: Drafting,
): Promise<PlannerOutput> => {
  const { planner, confidence, query } = draft
  const rows = rowsRuleOf(database, tables)
  const seen = {
    query,
    doubt,
    result,
    ...(parts === undefined ? {} : { parts }),
    ...(rows === undefined ? {} : { rows }),
  }
  try {
    return await draftFor(app, question, { ...drafting, seen })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const usage = error.usage === undefined ? {} : { usage: error.usage }
    return { mode: 'accept', planner, confidence, assumptions: [], ...usage }
  }
}
