import { normalWords, type Token, type ValueHit, type ValueIndex } from '../words/index.ts'

/** Maximum of words of a question in which values are searched. */
const WORDS_MAX = 150
/** Maximum of words of a question that form one value. */
const SPAN_MAX = 8
/** Maximum of values for the same words. */
const HITS_PER_SPAN = 12
const HITS_MAX = 40
/** A shorter lower-case word is hardly ever a name. */
const PLAIN_LENGTH_MIN = 3

/**
 * The values that a question names, most likely first: longest matches first, each word once; parts and misspellings of
 * values only if the words are written as a name (quoted, or capitalized).
 */
export const namedValues = (tokens: readonly Token[], values: ValueIndex): readonly ValueHit[] => {
  const words = tokens.slice(0, WORDS_MAX)
  const taken = new Set<number>()
  const hits: ValueHit[] = []
  for (let length = Math.min(SPAN_MAX, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length && hits.length < HITS_MAX; at++) {
      const span = words.slice(at, at + length)
      if (span.some((_, offset) => taken.has(at + offset)) || isDull(span)) continue
      const found = hitsOf(span, at === 0, values)
      if (found.length === 0) continue
      for (let offset = 0; offset < length; offset++) taken.add(at + offset)
      hits.push(...found.slice(0, HITS_PER_SPAN))
    }
  return hits.slice(0, HITS_MAX)
}

const isDull = (span: readonly Token[]): boolean => {
  const [only, more] = span
  if (only === undefined) return true
  return more === undefined && !only.quoted && !only.capital && only.lower.length < PLAIN_LENGTH_MIN
}

const hitsOf = (span: readonly Token[], isFirst: boolean, values: ValueIndex): readonly ValueHit[] => {
  const words = span.flatMap(({ text }) => normalWords(text))
  if (words.length === 0) return []
  const whole = values.lookup(words)
  if (whole.length > 0) return whole
  // The first word of a question is capitalized anyway.
  const isName = span.every(({ quoted, capital }) => quoted || (capital && !isFirst))
  if (!isName) return []
  const among = values.containing(words)
  return among.length > 0 ? among : values.similar(words.join(' '))
}
