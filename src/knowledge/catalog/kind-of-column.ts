import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import { dateFormatOf } from '../../ask/rules/date-format.ts'
import { nameWords } from '../words/index.ts'
import { TENANTS_MIN, TENANTS_MIN_IF_NEW } from './publishing-threshold.ts'

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

/** A column of more has names. */
const CATEGORIES_MAX = 50
const CATEGORY_LENGTH_MAX = 40
/** Rows that a kind has at the least, on average. */
const ROWS_PER_KIND = 1.5
/** So many rows that do not repeat are names. */
const ROWS_THAT_SHOW = 10
/** What people are called and how they are reached is never a kind, however few there are. */
const OF_PEOPLE =
  /^(person|people|contact|e?mail|phone|telephone|mobile|fax|address|street|user|username|login|owner|author|firstname|lastname|givenname|familyname|middlename|surname|forename|fullname|nickname|birth|ssn|iban|passport|token|password|secret)$/i

/**
 * What a column holds. Of its texts it keeps those of a kind that are no single tenant's: all where rows are the same
 * for everybody, otherwise those that at least three of the tenants have. A text that was not published when the column
 * was read before needs three beside any two: the owner of two tenants learns nothing about others by adding a text to
 * both.
 *
 * @param before what was known of the column, under the same rules
 */
export const kindOfColumn = (
  { table, column, byTenant, parts }: ColumnSample,
  before?: CataloguedColumn,
): CataloguedColumn => {
  const seen = parts.filter(({ times }) => times.size > 0)
  const of = byTenant ? 'tenants' : 'everybody'
  const dateFormat = byTenant && seen.length < TENANTS_MIN ? undefined : dateFormatOf(seen.flatMap(textsOf))
  const named = {
    ...({ table, column, of, values: [], complete: false, tenants: seen.length } as const),
    ...(dateFormat === undefined ? {} : { dateFormat }),
  }
  const votes = seen.map((part) => ({ part, vote: voteOf(part) }))
  const words = nameWords(column)
  const isOfPeople = [...words, words.join('')].some((word) => OF_PEOPLE.test(word))
  if (isOfPeople || !isCategory(votes, byTenant)) return { ...named, kind: 'name' }
  const texts = new Map<string, number>()
  for (const { part, vote } of votes)
    if (vote !== 'name') for (const text of part.times.keys()) texts.set(text, (texts.get(text) ?? 0) + 1)
  const published = new Set(before?.values)
  // Where too few had texts, nothing was published that a new one could be told from.
  const isFirst = before === undefined || (before.tenants ?? 0) < TENANTS_MIN
  const tenantsMin = (text: string) => (isFirst || published.has(text) ? TENANTS_MIN : TENANTS_MIN_IF_NEW)
  const kept = [...texts].filter(([text, tenants]) => !byTenant || tenants >= tenantsMin(text)).map(([text]) => text)
  const values = kept.toSorted().slice(0, CATEGORIES_MAX)
  // A tenant that was not asked for may have kinds of its own.
  const complete = !byTenant && values.length === texts.size && seen.every(({ isWhole }) => isWhole)
  return { ...named, kind: 'category', values, complete }
}

const textsOf = ({ times }: SamplePart): readonly string[] => [...times.keys()]

type Vote = 'category' | 'name' | 'undecided'

/** What one part shows by itself: few rows that differ show nothing. */
const voteOf = ({ times, hasAllTexts }: SamplePart): Vote => {
  const isShort = [...times.keys()].every(({ length }) => length <= CATEGORY_LENGTH_MAX)
  if (!hasAllTexts || times.size > CATEGORIES_MAX || !isShort) return 'name'
  const rows = [...times.values()].reduce((sum, count) => sum + count, 0)
  if (rows >= ROWS_PER_KIND * times.size) return 'category'
  return rows >= ROWS_THAT_SHOW ? 'name' : 'undecided'
}

/** Of tenants' rows so many must show it, and twice as many as show the contrary: no tenant decides for others. */
const isCategory = (votes: readonly { readonly vote: Vote }[], byTenant: boolean): boolean => {
  const [forIt, against] = (['category', 'name'] as const).map(
    (vote) => votes.filter((one) => one.vote === vote).length,
  )
  if (forIt === undefined || against === undefined) return false
  return byTenant ? forIt >= TENANTS_MIN && forIt >= 2 * against : forIt > 0
}
