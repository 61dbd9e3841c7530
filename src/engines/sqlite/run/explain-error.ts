import { type Refusal, UNKNOWN_NAME } from '../../../guard/guarded-query.ts'
import { restoreDraftedNames } from '../../sql/names.ts'

/** Messages about names and syntax of the query; all others may quote data. */
const NAME_LEVEL: readonly RegExp[] = [
  /^no such column: /,
  /^no such function: /,
  /^no such table: /,
  /^no such window: /,
  /^ambiguous column name: /,
  /^misuse of (aggregate|aliased aggregate|window function|aliased window function)/,
  /^wrong number of arguments to function /,
  /^(circular reference|multiple references to recursive table|recursive reference in a subquery): /,
  /^multiple recursive references: /,
  /^near ".*": syntax error$/,
  /^SELECTs to the left and right of .* do not have the same number of result columns$/,
  /^sub-select returns \d+ columns - expected \d+$/,
  /^row value misused$/,
  /^all VALUES must have the same number of terms$/,
  /^table .* has \d+ values for \d+ columns$/,
  /^(a GROUP BY clause is required before HAVING|HAVING clause on a non-aggregate query)$/,
  /^\d+(st|nd|rd|th) (ORDER|GROUP) BY term (out of range|does not match any column)/,
  /^aggregate functions are not allowed in the GROUP BY clause$/,
  /^(DISTINCT|FILTER|ORDER BY) .*(aggregate|function)/,
  /^cannot join using column .* - column not present in both tables$/,
  /^a NATURAL join may not have an ON or USING clause$/,
  /^(frame|unsupported frame|RANGE with offset)/,
  /^too many (columns|terms|arguments|levels|FROM)/i,
  /^(LIMIT|ORDER BY) clause should come after .* not before$/,
  /^parser stack overflow$/,
  /^Expression tree is too large/,
]

/** Advice that SQLite appends for quoted names. */
const ADVICE = / - should this be a string literal in single-quotes\?$/

/**
 * The refusal for a statement that SQLite rejected. A message is passed on only if it is about names and all names in
 * it occur in the statement; any other message might quote a value.
 */
export const explainError = (original: string, statement: string): Refusal => {
  const message = original.replace(ADVICE, '')
  const known = NAME_LEVEL.some((pattern) => pattern.test(message))
  const names =
    message
      .split(': ')
      .slice(1)
      .join(': ')
      .match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
  const lower = statement.toLowerCase()
  if (known && names.every((name) => lower.includes(name.toLowerCase()) || MESSAGE_WORDS.has(name)))
    return {
      reason: /^no such (column|table): /.test(message) ? UNKNOWN_NAME : 'invalid_query',
      hint: `SQLite rejected the query: ${restoreDraftedNames(message).slice(0, 200)}.`,
      repairable: true,
    }
  return { reason: 'execution_failed', hint: 'The database could not run the query.', repairable: false }
}

const MESSAGE_WORDS: ReadonlySet<string> = new Set(['syntax', 'error'])
