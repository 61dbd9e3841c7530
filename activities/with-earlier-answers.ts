import { assistantMessageId } from '../src/ask/rules/history/message.ts'
import { tablesRead } from '../src/ask/rules/outcome.ts'
import type { Question, RecentTurn, TurnWithAnswer } from '../src/ask/rules/question.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import { cutText } from '../src/platform/values/cut-text.ts'
import { rowsRuleOf } from './rows-rule-of.ts'
import type { StepParts } from './step-parts.ts'

/** Rows of the last answer in a prompt. */
const ROWS_MAX = 3
const ANSWER_LENGTH_MAX = 1_000
const REPLY_LENGTH_MAX = 300

/**
 * Earlier turns with what was said in them, for a model: its own replies without a query, and of the last query what its
 * answer said and its first rows, as far as rows of it may be sent. Read when they are needed: rows are in no workflow.
 */
export const withEarlierAnswers = async (
  { store }: Pick<StepParts, 'store'>,
  database: Pick<DatabaseSettings, 'rows' | 'glossary'>,
  { caller, databaseId }: Pick<Question, 'caller' | 'databaseId'>,
  recentTurns: readonly RecentTurn[],
): Promise<readonly TurnWithAnswer[]> => {
  const last = recentTurns.findLast(({ query }) => query !== undefined)
  return await Promise.all(
    recentTurns.map(async (turn): Promise<TurnWithAnswer> => {
      const { turnId, query } = turn
      if (turnId === undefined || (query !== undefined && turn !== last)) return turn
      const message = async (lengthMax: number) => {
        const found = await store.messages.find(caller, assistantMessageId(turnId))
        return found === undefined ? {} : { answer: cutText(found.content, lengthMax) }
      }
      if (query === undefined) return { ...turn, ...(await message(REPLY_LENGTH_MAX)) }
      const run = await store.results.find(caller, turnId)
      if (run === undefined || run.receipt.databaseId !== databaseId) return turn
      const rule = rowsRuleOf(database, tablesRead(run))
      if (rule === 'none') return turn
      return { ...turn, ...(await message(ANSWER_LENGTH_MAX)), rows: run.result.rows.slice(0, ROWS_MAX) }
    }),
  )
}
