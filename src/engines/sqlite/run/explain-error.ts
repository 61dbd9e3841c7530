import { type Refusal, UNKNOWN_NAME } from '../../../guard/guarded-query.ts'
import { asDrafted } from '../../sql/names.ts'

/** Messages about names and forms, which are those of the query; every other message may quote data. */
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

/** What SQLite says of a quoted name: advice in words that are not the statement's. */
const ADVICE = / - should this be a string literal in single-quotes\?$/

/**
 * What a planner may be told about a statement that SQLite rejected. A message about names holds names of the
 * statement only, and only when every name in it occurs there; anything else might quote a value.
 */
export const explainError = (said: string, statement: string): Refusal => {
  const message = said.replace(ADVICE, '')
  const known = NAME_LEVEL.some((pattern) => pattern.test(message))
  const names =
    message
      .split(': ')
      .slice(1)
      .join(': ')
      .match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
  const lower = statement.toLowerCase()
  if (known && names.every((name) => lower.includes(name.toLowerCase()) || EXPLAINING.has(name)))
    return {
      reason: /^no such (column|table): /.test(message) ? UNKNOWN_NAME : 'invalid_query',
      hint: `SQLite rejected the query: ${asDrafted(message).slice(0, 200)}.`,
      repairable: true,
    }
  return { reason: 'execution_failed', hint: 'The database could not run the query.', repairable: false }
}

const EXPLAINING: ReadonlySet<string> = new Set(['syntax', 'error'])
