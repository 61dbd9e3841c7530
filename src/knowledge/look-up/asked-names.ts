import { EVERYDAY_WORDS, normalWords, SOFT_WORDS, STOP_WORDS, type Token } from '../words/index.ts'

/** Words that may be a name, or part of one. */
export interface AskedName {
  /** As written. */
  readonly text: string
  /** In lower case. */
  readonly words: readonly string[]
  /** Whether it is quoted, capitalized, or introduced as a name: then all columns are searched, not only the most likely ones. */
  readonly isSure: boolean
}

const NAMES_MAX = 8
const WORDS_MAX = 6
const TEXT_MAX = 200
const LETTERS_MIN = 2

const TIMES =
  'year month week quarter day hour minute january february march april may june july august september october november december'
const COMMON = new Set([
  ...STOP_WORDS,
  ...SOFT_WORDS,
  ...EVERYDAY_WORDS,
  ...TIMES.split(' ').flatMap((word) => [word, `${word}s`]),
])

/**
 * The possible names in a question: quoted or capitalized words, and words that are neither common nor of the schema;
 * most likely first, at most eight. Adjacent words form one name.
 *
 * @param isKnown whether a word is of the schema, the glossary or a category
 */
export const askedNames = (tokens: readonly Token[], isKnown: (token: Token) => boolean): readonly AskedName[] => {
  const ranked: { readonly name: AskedName; readonly rank: number }[] = []
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at]
    if (first === undefined) break
    if (first.quoted) {
      ranked.push({ name: nameOf([first], true), rank: 0 })
      continue
    }
    if (!isNaming(tokens, at, isKnown)) continue
    let end = at + 1
    while (end < tokens.length && end - at < WORDS_MAX && continuesName(tokens, end, isKnown)) end++
    const run = tokens.slice(at, end)
    const isSure = run.some(({ capital }) => capital)
    ranked.push({ name: nameOf(run, isSure), rank: isSure ? 1 : 2 })
    at = end - 1
  }
  return ranked
    .filter(({ name }) => name.words.length > 0 && name.text.length <= TEXT_MAX)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, NAMES_MAX)
    .map(({ name }) => name)
}

/** A capital does not count on the first word of a question, unless a number follows; a known word is a name only with a capital. */
const isNaming = (tokens: readonly Token[], at: number, isKnown: (token: Token) => boolean): boolean => {
  const token = tokens[at]
  if (token === undefined || token.quoted || token.number !== undefined || token.lower.length < LETTERS_MIN)
    return false
  if (!/\p{L}/u.test(token.lower)) return false
  const before = tokens[at - 1]
  const isFirst = (before === undefined || /^[.?!:]$/.test(before.text)) && tokens[at + 1]?.number === undefined
  if (COMMON.has(token.lower)) return false
  return (token.capital && !isFirst) || !isKnown(token)
}

/** Numbers belong to the name before them, and small words between two words of a name belong to it. */
const continuesName = (tokens: readonly Token[], at: number, isKnown: (token: Token) => boolean): boolean => {
  const token = tokens[at]
  if (token === undefined || token.quoted) return false
  // A capitalized word is a name separate from adjacent unknown words: "owns Foxhollow".
  if (isNaming(tokens, at, isKnown)) return tokens[at - 1]?.capital === token.capital || token.number !== undefined
  if (token.number !== undefined) return tokens[at - 1]?.capital === true
  const [before, next] = [tokens[at - 1], tokens[at + 1]]
  return STOP_WORDS.has(token.lower) && token.lower.length <= 3 && before?.capital === true && next?.capital === true
}

const nameOf = (run: readonly Token[], isSure: boolean): AskedName => ({
  isSure,
  text: run.map(({ text }) => text).join(' '),
  words: run.flatMap(({ text }) => normalWords(text)),
})
