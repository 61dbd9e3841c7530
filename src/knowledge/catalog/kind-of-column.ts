import type { CataloguedColumn } from '../../domain/ask/catalog.ts'
import { nameWords } from '../../words/index.ts'

/** What was seen of one column, by whose rows they were. */
export interface ColumnSample {
  readonly table: string
  readonly column: string
  readonly byTenant: boolean
  /** For each tenant that was asked for; one where nobody's rows differ. */
  readonly parts: readonly SamplePart[]
}

export interface SamplePart {
  /** In how many rows each text is. */
  readonly times: ReadonlyMap<string, number>
  /** Whether there were no more texts, and no more rows, than were looked at. */
  readonly isWhole: boolean
  /** Whether there were no more texts. */
  readonly hasAllTexts: boolean
}

/** A text that so many tenants have is nobody's secret. */
export const TENANTS_MIN = 3
/** A column of more has names. */
const CATEGORIES_MAX = 50
const CATEGORY_LENGTH_MAX = 40
/** Rows that a kind has at the least, on average. */
const ROWS_PER_KIND = 1.5
/** What people are called and how they are reached is never a kind, however few there are. */
const OF_PEOPLE =
  /^(person|people|contact|e?mail|phone|telephone|mobile|fax|address|street|user|username|login|owner|author|firstname|lastname|surname|forename|fullname|birth|ssn|iban|passport|token|password|secret)$/i

/**
 * What a column holds. Of its texts it keeps those of a kind that are no single tenant's: all where rows are the same
 * for everybody, otherwise those that at least three of the tenants have.
 */
export const kindOfColumn = ({ table, column, byTenant, parts }: ColumnSample): CataloguedColumn => {
  const seen = parts.filter(({ times }) => times.size > 0)
  const of = byTenant ? 'tenants' : 'everybody'
  const named = { table, column, of, values: [], complete: false } as const
  if (seen.length === 0) return { ...named, kind: 'name' }
  const isFew = seen.every(({ times, hasAllTexts }) => hasAllTexts && times.size <= CATEGORIES_MAX) && repeats(seen)
  const texts = new Map<string, number>()
  for (const { times } of seen) for (const text of times.keys()) texts.set(text, (texts.get(text) ?? 0) + 1)
  const isShort = [...texts.keys()].every(({ length }) => length <= CATEGORY_LENGTH_MAX)
  if (!isFew || !isShort || nameWords(column).some((word) => OF_PEOPLE.test(word))) return { ...named, kind: 'name' }
  const kept = [...texts].filter(([, tenants]) => !byTenant || tenants >= TENANTS_MIN).map(([text]) => text)
  const values = kept.toSorted().slice(0, CATEGORIES_MAX)
  // A tenant that was not asked for may have kinds of its own.
  const complete = !byTenant && values.length === texts.size && seen.every(({ isWhole }) => isWhole)
  return { table, column, of, kind: 'category', values, complete }
}

const repeats = (seen: readonly SamplePart[]): boolean => {
  const rows = seen.flatMap(({ times }) => [...times.values()]).reduce((sum, count) => sum + count, 0)
  return rows >= ROWS_PER_KIND * seen.reduce((sum, { times }) => sum + times.size, 0)
}
