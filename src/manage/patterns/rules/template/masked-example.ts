import type { Pattern } from '../pattern.ts'
import { isHarmless } from './constants.ts'
import type { PublishedWords } from './known-values.ts'
import { maskNames } from './masked-names.ts'
import { type MaskPlaceholder, maskedQuestion, placeholderFor } from './masked-question.ts'
import { isCommand, type Literal, readQuery } from './query-reading.ts'
import { type Replacement, replaceSpans } from './replaced-spans.ts'
import { isShowableName } from './showable-names.ts'
import { wordsOf } from './words-of.ts'

/**
 * A verified query as an example for any tenant. It contains only published values, words of the caller's own question, and
 * forms: every other constant, and every other word of its question, is replaced by `<name>`, `<number>` or `<date>`.
 *
 * @param asked the caller's own question
 * @returns undefined if the query cannot be parsed with certainty or contains names that this caller may not see
 */
export const maskedExample = (
  { question, query }: Pick<Pattern, 'question' | 'query'>,
  asked: string,
  known: PublishedWords,
): Pick<Pattern, 'question' | 'query'> | undefined => {
  const reading = readQuery(query)
  if (reading === undefined || reading.literals.length > LITERALS_MAX) return undefined
  const hidden = reading.literals.filter((literal) => isHidden(literal, known.isCategory))
  const hiddenWords = new Set(hidden.flatMap(({ value }) => wordsOf(value)))
  const own = new Set(wordsOf(asked))
  const isShowable = (word: string): boolean => !hiddenWords.has(word) && (own.has(word) || known.isWord(word))
  const isAllowed = (text: string, mayBeName: boolean): boolean => {
    const words = wordsOf(text)
    const isOwn = (word: string): boolean => own.has(word) || known.isPublishedWord(word)
    return words.length > 0 && words.every((word) => isShowable(word) && (!mayBeName || isOwn(word)))
  }
  const names = maskNames(query, reading, {
    isAllowed: (name) => isShowableName(name, isShowable) && !wordsOf(name).some((word) => hiddenWords.has(word)),
    isName: known.isName,
  })
  if (names === undefined) return undefined
  return {
    question: maskedQuestion(question, isAllowed),
    query: replaceSpans(query, [...names, ...hidden.map((literal) => masked(query, literal))]),
  }
}

/** Queries with more literals are too long for an example. */
const LITERALS_MAX = 300

/** The constants of a query that examples do not show; for a query that cannot be parsed, everything that looks like a constant. */
export const hiddenConstants = (query: string, isCategory: PublishedWords['isCategory']): readonly string[] => {
  const reading = readQuery(query)
  const found =
    reading === undefined
      ? [...query.matchAll(/'((?:[^']|'')*)'|"([^"]*)"|(?<![\p{L}\p{N}_])\d[\d.]*/gu)].map(
          ([written, text, quoted]) => text ?? quoted ?? written,
        )
      : reading.literals.filter((literal) => isHidden(literal, isCategory)).map(({ value }) => value)
  return [...new Set(found)]
}

const isHidden = (literal: Literal, isCategory: PublishedWords['isCategory']): boolean =>
  !isHarmless(literal) && !(literal.kind === 'text' && isCategory(literal.value))

const masked = (query: string, { kind, start, end, value }: Literal): Replacement => {
  const placeholder: MaskPlaceholder =
    kind === 'number' ? '<number>' : placeholderFor(value) === '<date>' ? '<date>' : '<name>'
  if (kind === 'number') return { start, end, text: placeholder }
  return { start, end, text: isCommand(query) ? `"${placeholder}"` : `'${placeholder}'` }
}
