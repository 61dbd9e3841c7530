import type { Pattern } from '../pattern.ts'
import { readQuery } from './query-reading.ts'
import { dayOf } from './query-template.ts'
import { QuestionReading } from './question-reading.ts'
import { type Replacement, replacedSpans } from './replaced-spans.ts'
import { holdsWords, wordsOf } from './words-of.ts'

interface Text {
  readonly start: number
  readonly end: number
  readonly value: string
}

/** What queries say as a text and nobody is called: `date_trunc('month', …)`. */
const CALENDAR = /^(?:second|minute|hour|day|week|month|quarter|year|decade)s?$/i
const PLACE = '<name>'

/**
 * A verified query as an example for others than whoever verified it: texts that stand in both the question and the query are
 * names, which may be another tenant's, and give way to `<name>`.
 *
 * @param isShared whether a text is a category that all tenants share
 */
export const maskedExample = (
  { question, query }: Pick<Pattern, 'question' | 'query'>,
  isShared: (value: string) => boolean,
): Pick<Pattern, 'question' | 'query'> => {
  const asked = wordsOf(question)
  const names = textsIn(query).filter(
    ({ value }) => holdsWords(asked, wordsOf(value)) && !CALENDAR.test(value) && !isShared(value),
  )
  if (names.length === 0) return { question, query }
  return {
    question: withoutNames(question, names),
    query: replacedSpans(
      query,
      names.map((name) => inside(query, name)),
    ),
  }
}

/** The text constants of a query that are no days and no numbers; of one that nobody can read, whatever looks like one. */
export const textsIn = (query: string): readonly Text[] => {
  const literals = readQuery(query)?.literals
  const texts =
    literals?.filter(({ kind }) => kind === 'text') ??
    [...query.matchAll(/'((?:[^']|'')*)'/g)].map(({ 0: written, 1: value = '', index }) => ({
      ...{ kind: 'text' as const, start: index, end: index + written.length, value },
    }))
  return texts.filter((text) => dayOf(text) === undefined && /\p{L}/u.test(text.value))
}

/** A question is read as far as it is told to a model at all. */
const withoutNames = (question: string, names: readonly Text[]): string => {
  const reading = QuestionReading.of(question)
  if (reading === undefined) return PLACE
  const wanted = new Set(names.map(({ value }) => wordsOf(value).join(' ')))
  const places: Replacement[] = []
  for (const span of reading.spans) {
    const isName = span.kind === 'text' && wanted.has(wordsOf(span.value).join(' '))
    if (isName && places.every(({ start, end }) => span.end <= start || end <= span.start))
      places.push({ ...span, written: PLACE })
  }
  return replacedSpans(reading.text, places)
}

const inside = (query: string, { start, end }: Text): Replacement => {
  const isQuoted = /^['"]/.test(query.slice(start, end))
  return { ...(isQuoted ? { start: start + 1, end: end - 1 } : { start, end }), written: PLACE }
}
