import { distance } from 'fastest-levenshtein'
import type { DatabaseView } from '../../../ask/rules/knowledge.ts'
import type { ValueIndex } from '../../../knowledge/words/index.ts'
import {
  EVERYDAY_WORDS,
  normalWords,
  SOFT_WORDS,
  STOP_WORDS,
  stemOf,
  type Token,
} from '../../../knowledge/words/index.ts'
import { CUES, DAY_WORDS, DEMONYMS, NUMBER_WORDS, WAY_ENDS } from '../words/index.ts'
import { lexiconOf } from './lexicon.ts'

/** Shorter words differ by one letter from too many others. */
const SCHEMA_LENGTH_MIN = 5
const COMMON_LENGTH_MIN = 3
const TWO_EDITS_LENGTH_MIN = 9

const CUE_WORDS = [...CUES.keys()].flatMap((phrase) => phrase.split(' '))
const COMMON = [...new Set([...CUE_WORDS, ...EVERYDAY_WORDS, ...DAY_WORDS])].filter((word) => /^[a-z]+$/.test(word))
const COMMON_SET = new Set([...COMMON, ...STOP_WORDS, ...NUMBER_WORDS])

/** Generic words for columns, and small words of the grammar. */
const NAMES = /^(names?|numbers|ids?|identifiers?|among|amongst)$/

const WAY_STEMS = new Set(WAY_ENDS.flat())

/** Maximum of corrected words: a question with more unknown words is not a misspelt one. */
const MISSPELT_MAX = 12
/** No word of a schema is longer. */
const LENGTH_MAX = 40

const isKnown = (view: DatabaseView, values: ValueIndex, token: Token): boolean =>
  token.quoted ||
  token.number !== undefined ||
  !/^[a-z]+$/.test(token.lower) ||
  COMMON_SET.has(token.lower) ||
  NAMES.test(token.lower) ||
  WAY_STEMS.has(token.stem) ||
  SOFT_WORDS.has(token.lower) ||
  DEMONYMS.has(token.lower) ||
  lexiconOf(view).hasStem(token.stem) ||
  values.lookup(normalWords(token.text)).length > 0 ||
  values.containing(normalWords(token.text)).length > 0

/** Whether two words differ by two transposed letters. */
const isSwap = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false
  const i = [...a].findIndex((letter, k) => letter !== b[k])
  return i >= 0 && a.slice(0, i) + (a[i + 1] ?? '') + (a[i] ?? '') + a.slice(i + 2) === b
}

/** Damerau-Levenshtein distance for words: a lone transposition counts as one edit. */
export const editsBetween = (a: string, b: string): number => (isSwap(a, b) ? 1 : distance(a, b))

const nearest = (word: string, candidates: Iterable<string>, lengthMin: number): string | undefined => {
  if (word.length < lengthMin || word.length > LENGTH_MAX) return undefined
  const allowed = word.length >= TWO_EDITS_LENGTH_MIN && lengthMin === SCHEMA_LENGTH_MIN ? 2 : 1
  let best: { edits: number; word: string } | undefined
  for (const candidate of candidates) {
    if (candidate.length < lengthMin || candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > allowed)
      continue
    const edits = editsBetween(candidate, word)
    if (edits > allowed) continue
    // A short word with a different letter is another word; with a missing letter it is a typo.
    if (word.length < SCHEMA_LENGTH_MIN && candidate.length <= word.length && !isSwap(candidate, word)) continue
    // Letters are omitted more often than added.
    if (best === undefined || edits < best.edits || (edits === best.edits && candidate.length > best.word.length))
      best = { edits, word: candidate }
  }
  return best?.word
}

/** Corrects misspelt words of the schema and of questions; known words stay. */
export const correctSpelling = (
  view: DatabaseView,
  values: ValueIndex,
  tokens: readonly Token[],
): { tokens: readonly Token[]; corrections: readonly string[] } => {
  const corrections: string[] = []
  const { words } = lexiconOf(view)
  const found = new Map<string, string | undefined>()
  const better = (word: string): string | undefined => {
    if (!found.has(word) && found.size < MISSPELT_MAX)
      found.set(word, nearest(word, words, SCHEMA_LENGTH_MIN) ?? nearest(word, COMMON, COMMON_LENGTH_MIN))
    return found.get(word)
  }
  const corrected = tokens.map((token, index): Token => {
    if (isKnown(view, values, token) || (token.capital && index > 0)) return token
    const word = better(token.lower)
    if (word === undefined) return token
    corrections.push(`"${token.text}" read as "${word}"`)
    return { ...token, lower: word, stem: stemOf(word) }
  })
  return { tokens: corrected, corrections }
}
