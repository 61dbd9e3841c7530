import type { VerifiedQuery } from '../../../manage/patterns/rules/pattern.ts'
import { cutText } from '../../../platform/values/cut-text.ts'
import type { TurnWithAnswer } from '../question.ts'
import { estimatedTokens } from '../question-context.ts'
import { plainName } from './names-text.ts'
import { oneLine, quoted } from './quoted.ts'
import { rowsText } from './rows-text.ts'

const QUESTION_LENGTH_MAX = 500
const ANSWER_LENGTH_MAX = 1_000
const QUERY_LENGTH_MAX = 4_000
const COLUMNS_MAX = 30
/** For the few rows that are shown. */
const ROWS_BOUNDS = { cellsMax: 36, lengthMax: 40 }

/** Earlier questions and answers, oldest first; if they exceed the tokens, the oldest are left out. */
export const earlierText = (turns: readonly TurnWithAnswer[], tokensMax: number): string =>
  fitting(turns.toReversed().map(turnText), tokensMax).toReversed().join('\n\n')

const turnText = ({ question, query, columns, rowCount, answer, rows = [] }: TurnWithAnswer): string => {
  const asked = `Question: ${oneLine(question, QUESTION_LENGTH_MAX)}`
  const answered = answer === undefined ? [] : [`Your answer: ${quoted(answer, ANSWER_LENGTH_MAX)}`]
  if (query === undefined) return [asked, 'No query.', ...answered].join('\n')
  return [
    asked,
    `Query: ${cutText(query, QUERY_LENGTH_MAX)}`,
    `Columns: ${columns.slice(0, COLUMNS_MAX).map(plainName).join(', ')}`,
    `Rows: ${rowCount}`,
    ...(rows.length === 0 ? [] : [`First rows:\n${rowsText(rows, ROWS_BOUNDS)}`]),
    ...answered,
  ].join('\n')
}

/** Verified queries of similar questions, most similar first. */
export const patternsText = (patterns: readonly VerifiedQuery[], tokensMax: number): string =>
  fitting(
    patterns
      .filter(({ query }) => query.length <= QUERY_LENGTH_MAX)
      .map(({ question, query }) => `Question: ${oneLine(question, QUESTION_LENGTH_MAX)}\nQuery: ${query}`),
    tokensMax,
  ).join('\n\n')

const fitting = (texts: readonly string[], tokensMax: number): readonly string[] => {
  let left = tokensMax
  return texts.filter((text) => {
    const tokens = estimatedTokens(text)
    if (tokens > left) return false
    left -= tokens
    return true
  })
}
