import type { Pattern } from '../pattern.ts'
import type { ColumnConstant } from './column-constant.ts'
import { isHarmless, questionMatcher, thresholdLiterals } from './constants.ts'
import type { KnownValues } from './known-values.ts'
import { type Literal, readQuery } from './query-reading.ts'
import { hasShowableNames, isShowableName } from './showable-names.ts'
import { columnOf } from './table-column.ts'
import { hasQuotedText } from './unknown-names.ts'

/** Checking a constant takes one query. */
const CONSTANTS_MAX = 8

/**
 * The constants of a verified query that a caller may see only if the caller's own rows contain them. A constant is known if it
 * is in the question, if it is published, or if all callers see the rows of its table.
 *
 * @returns an empty list if the query may be shown; undefined if it may not be shown regardless of rows: it cannot be parsed, a
 *   name is neither in the caller's view nor made of words that are published or in the question, more than `CONSTANTS_MAX`
 *   constants are unknown, or the column of a constant is uncertain
 */
export const unknownConstants = (
  { question, query }: Pick<Pattern, 'question' | 'query'>,
  known: KnownValues,
): readonly ColumnConstant[] | undefined => {
  if (known.restrictedTables.size === 0) return []
  const reading = readQuery(query)
  if (reading === undefined || hasQuotedText(reading, known)) return undefined
  if (!hasShowableNames(query, reading, question, known)) return undefined
  const decided = thresholdLiterals(reading.literals)
  const isInQuestion = questionMatcher([question])
  const unknown = new Map<string, ColumnConstant>()
  for (const literal of reading.literals) {
    if (isHarmless(literal) || decided.has(literal) || isInQuestion(literal)) continue
    if (literal.kind === 'text' && known.isCategory(literal.value)) continue
    if (literal.isLabel === true && !/\d/.test(literal.value) && isShowableName(literal.value, known.isWord)) continue
    const column = literal.column === undefined ? undefined : columnOf(reading, literal.column, known.view.schema)
    if (column === undefined) return undefined
    if (!known.restrictedTables.has(column.table) || known.storedSpellings(column, literal.value).length > 0) continue
    const constant = { ...column, kind: literal.kind, value: signedValue(query, literal) }
    unknown.set(JSON.stringify(constant), constant)
    if (unknown.size > CONSTANTS_MAX) return undefined
  }
  return [...unknown.values()]
}

/** In SQL, the minus sign of a number stands before its literal. */
const signedValue = (query: string, { kind, start, value }: Literal): string =>
  kind === 'number' && query.slice(0, start).trimEnd().endsWith('-') ? `-${value}` : value
