import type { Pattern } from '../pattern.ts'
import { isHarmless, isRange, sayingOf } from './constants.ts'
import type { KnownValues } from './known-values.ts'
import { type Literal, type QueryReading, readQuery } from './query-reading.ts'
import { columnOf } from './table-column.ts'
import { hasQuotedText } from './unknown-names.ts'

/**
 * Whether a verified query may be shown to a caller as it is. Where callers see rows of their own, each constant must be one
 * that its question says, that is published, that is of rows which all see alike, or that the caller's own rows are known to
 * hold. A query that cannot be read is shown only where all rows are everybody's.
 */
export const isOpenTo = ({ question, query }: Pick<Pattern, 'question' | 'query'>, known: KnownValues): boolean => {
  if (known.ownTables.size === 0) return true
  const reading = readQuery(query)
  if (reading === undefined || hasQuotedText(reading, known)) return false
  const isSaid = sayingOf([question])
  return reading.literals.every(
    (literal) => isHarmless(literal) || isRange(literal) || isSaid(literal) || isKnown(literal, reading, known),
  )
}

const isKnown = (literal: Literal, reading: QueryReading, known: KnownValues): boolean => {
  if (literal.kind === 'text' && known.isCategory(literal.value)) return true
  const column = literal.column === undefined ? undefined : columnOf(reading, literal.column, known.view.schema)
  if (column === undefined) return false
  return !known.ownTables.has(column.table) || known.spelled(column, literal.value).length > 0
}
