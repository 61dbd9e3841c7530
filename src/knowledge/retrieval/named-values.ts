import { normalWords, type Token, type ValueHit, type ValueIndex } from '../words/index.ts'

/** Words of a question that values are looked for in. */
const WORDS_MAX = 150
/** Words that one value may have in a question. */
const SPAN_MAX = 8
/** Values that the same words may mean. */
const HITS_PER_SPAN = 12
const HITS_MAX = 40
/** One short word in small letters is hardly ever a name. */
const PLAIN_LENGTH_MIN = 3

/**
 * The values that a question names, the likeliest first: longest words first, each word once; parts of a value and
 * misspelt ones only where the word is written as a name (quoted, or with a capital).
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
  // The first word of a question has its capital from there.
  const isName = span.every(({ quoted, capital }) => quoted || (capital && !isFirst))
  if (!isName) return []
  const among = values.containing(words)
  return among.length > 0 ? among : values.similar(words.join(' '))
}
