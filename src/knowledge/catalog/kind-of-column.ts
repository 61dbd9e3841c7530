import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import { dateFormatOf } from '../../ask/rules/date-format.ts'
import { nameWords } from '../words/index.ts'
import { TENANTS_MIN, TENANTS_MIN_IF_NEW } from './publishing-threshold.ts'

/** The texts sampled from one column, per tenant. */
export interface ColumnSample {
  readonly table: string
  readonly column: string
  readonly byTenant: boolean
  /** One per sampled tenant; a single one if all callers see the same rows. */
  readonly parts: readonly SamplePart[]
}

export interface SamplePart {
  /** Number of rows per text. */
  readonly times: ReadonlyMap<string, number>
  /** Whether all texts and all rows were read. */
  readonly isWhole: boolean
  /** Whether all texts were read. */
  readonly hasAllTexts: boolean
}

/** A column with more distinct texts holds names. */
const CATEGORIES_MAX = 50
const CATEGORY_LENGTH_MAX = 40
/** Minimum of rows per distinct text, on average, of a category column. */
const ROWS_PER_KIND = 1.5
/** This many rows without a repeated text show that a column holds names. */
const DISTINCT_ROWS_MIN = 10
/** Names and contact data of people are never categories, however few there are. */
const PERSONAL_NAMES =
  /^(person|people|contact|e?mail|phone|telephone|mobile|fax|address|street|user|username|login|owner|author|firstname|lastname|givenname|familyname|middlename|surname|forename|fullname|nickname|birth|ssn|iban|passport|token|password|secret)$/i

/**
 * Classifies a column and selects its published values: the categories that belong to no single tenant, which are all
 * of them if all callers see the same rows, else those of at least three tenants. A text that was not published at the
 * previous indexing needs three tenants beside any two: the owner of two tenants learns nothing about others by adding
 * a text to both.
 *
 * @param before the previous entry of the column, under the same rules
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
  const isOfPeople = [...words, words.join('')].some((word) => PERSONAL_NAMES.test(word))
  if (isOfPeople || !isCategory(votes, byTenant)) return { ...named, kind: 'name' }
  const texts = new Map<string, number>()
  for (const { part, vote } of votes)
    if (vote !== 'name') for (const text of part.times.keys()) texts.set(text, (texts.get(text) ?? 0) + 1)
  const published = new Set(before?.values)
  // With too few tenants before, nothing was published, so every text counts as known.
  const isFirst = before === undefined || (before.tenants ?? 0) < TENANTS_MIN
  const tenantsMin = (text: string) => (isFirst || published.has(text) ? TENANTS_MIN : TENANTS_MIN_IF_NEW)
  const kept = [...texts].filter(([text, tenants]) => !byTenant || tenants >= tenantsMin(text)).map(([text]) => text)
  const values = kept.toSorted().slice(0, CATEGORIES_MAX)
  // A tenant that was not sampled may have other categories.
  const complete = !byTenant && values.length === texts.size && seen.every(({ isWhole }) => isWhole)
  return { ...named, kind: 'category', values, complete }
}

const textsOf = ({ times }: SamplePart): readonly string[] => [...times.keys()]

type Vote = 'category' | 'name' | 'undecided'

/** The vote of one sample: few distinct rows are no evidence. */
const voteOf = ({ times, hasAllTexts }: SamplePart): Vote => {
  const isShort = [...times.keys()].every(({ length }) => length <= CATEGORY_LENGTH_MAX)
  if (!hasAllTexts || times.size > CATEGORIES_MAX || !isShort) return 'name'
  const rows = [...times.values()].reduce((sum, count) => sum + count, 0)
  if (rows >= ROWS_PER_KIND * times.size) return 'category'
  return rows >= DISTINCT_ROWS_MIN ? 'name' : 'undecided'
}

/** Enough tenants must vote for it, and twice as many as against it: no single tenant decides for others. */
const isCategory = (votes: readonly { readonly vote: Vote }[], byTenant: boolean): boolean => {
  const [forIt, against] = (['category', 'name'] as const).map(
    (vote) => votes.filter((one) => one.vote === vote).length,
  )
  if (forIt === undefined || against === undefined) return false
  return byTenant ? forIt >= TENANTS_MIN && forIt >= 2 * against : forIt > 0
}
