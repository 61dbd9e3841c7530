import type { DatabaseSettings } from '../src/domain/access/database-settings.ts'
import type { Doubt } from '../src/domain/ask/doubt.ts'
import type { Drafted, QueryDraft } from '../src/domain/ask/draft.ts'
import type { QueryResult } from '../src/domain/ask/outcome.ts'
import type { Seen } from '../src/domain/ask/prompts/seen-text.ts'
import type { Question } from '../src/domain/ask/question.ts'
import type { TableFilter } from '../src/domain/guard/table-filters.ts'
import { Problem } from '../src/domain/problem.ts'
import { type Drafting, draftFor } from './draft-for.ts'
import { rowsRuleOf } from './rows-rule-of.ts'

/** A query and what it gave. */
interface Judged {
  readonly draft: QueryDraft
  readonly doubt: Doubt
  readonly result: QueryResult
  /** What stands beside it. */
  readonly parts?: Seen['parts']
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
): Promise<Drafted> => {
  const { planner, confidence, query } = draft
  const rows = rowsRuleOf(database, tables)
  const seen = {
    ...{ query, doubt, result },
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
