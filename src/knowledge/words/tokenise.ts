import pluralize from 'pluralize'
import { stemmer } from 'stemmer'
import { plainWidth } from '../../ask/rules/read-question.ts'
import { numberOf, withNumbers } from './numbers.ts'

/** One word, number, sign or quoted string of a question. */
export interface Token {
  /** As written. */
  readonly text: string
  /** Lower case, without accents. */
  readonly lower: string
  readonly stem: string
  readonly quoted: boolean
  readonly capital: boolean
  readonly number?: number
}

/** Unbounded repetitions are limited, which avoids quadratic backtracking. */
const PATTERN =
  /"([^"]{1,200})"|“([^”]{1,200})”|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}|\d{1,20}(?:st|nd|rd|th)(?![\p{L}\p{N}])|(?:(?<![\p{L}\p{N}.)])[-−])?(?:\d{1,3}(?:,\d{3}){1,8}(?:\.\d{1,20})?|\d{1,20}(?:\.\d{1,20})?|(?<![\p{L}\p{N}.])\.\d{1,20})(?:e[+-]?\d{1,3}|k|[½¼¾])?(?![\p{L}\p{N}])|[½¼¾]|[\p{L}\p{N}]+(?:['’]\p{L}+)?|>=|<=|<>|!=|[><=€$£%,;]/gu

const CONTRACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["can't", ['can', 'not']],
  ["won't", ['will', 'not']],
  ["what's", ['what', 'is']],
  ["who's", ['who', 'is']],
  ["where's", ['where', 'is']],
  ["when's", ['when', 'is']],
  ["how's", ['how', 'is']],
  ["that's", ['that', 'is']],
  ["there's", ['there', 'is']],
  ["it's", ['it', 'is']],
  ["let's", ['let', 'us']],
  ["i'm", ['i', 'am']],
  ["i'd", ['i', 'would']],
  ["we've", ['we', 'have']],
  ["we're", ['we', 'are']],
  ["i've", ['i', 'have']],
  ["they've", ['they', 'have']],
])

/** Past forms whose stem differs from the present's. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sold: 'sell',
    bought: 'buy',
    paid: 'pay',
    spent: 'spend',
    sent: 'send',
    made: 'make',
    gave: 'give',
    given: 'give',
    got: 'get',
    came: 'come',
    won: 'win',
    lost: 'lose',
    brought: 'bring',
    written: 'write',
    wrote: 'write',
    taken: 'take',
    took: 'take',
    taught: 'teach',
    left: 'leave',
    held: 'hold',
    begun: 'begin',
    began: 'begin',
    departure: 'depart',
    people: 'person',
    cancelled: 'cancel',
    canceled: 'cancel',
    cancelling: 'cancel',
  }),
)

/** Longer words are not stemmed. */
export const WORD_LENGTH_MAX = 40
const WORDS_MAX = 20_000
const singulars = new Map<string, string>()

/** Caches a form. A full cache is cleared, so that words of other questions never evict those of a schema permanently. */
const remember = (known: Map<string, string>, word: string, form: string): string => {
  if (known.size >= WORDS_MAX) known.clear()
  // A copy: a slice of a question would keep the whole question in memory.
  known.set(Array.from(word).join(''), form)
  return form
}

/** The singular of a noun; other words are returned unchanged. */
export const singularOf = (lower: string): string => {
  if (lower.length > WORD_LENGTH_MAX) return lower
  return singulars.get(lower) ?? remember(singulars, lower, pluralize.singular(lower))
}

const ASCII = /^[\x20-\x7e]*$/

/** Lower case without accents, and ASCII for full-width forms. */
const fold = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : foldAll(text))

const foldAll = (text: string): string =>
  plainWidth(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')

const WHOLE = new Set(['one', 'ones', 'us', 'as', 'is', 'was', 'has', 'his', 'this', 'yes', 'does'])

const stems = new Map<string, string>()

/** A stem shared by the inflections of a word. */
export const stemOf = (lower: string): string => {
  if (lower.length > WORD_LENGTH_MAX) return lower
  const known = stems.get(lower)
  if (known !== undefined) return known
  const base = IRREGULAR.get(lower) ?? lower
  // "ones" must not become "on", nor "us" become "u".
  if (base.length <= 4 && WHOLE.has(base)) return base
  return remember(stems, lower, /^[a-z]+$/.test(base) ? stemmer(pluralize.singular(base)) : base)
}

const token = (text: string, quoted = false): Token => {
  const lower = fold(text)
  const number = quoted ? undefined : numberOf(lower)
  const base = { text, lower, stem: stemOf(lower), quoted, capital: /^\p{Lu}/u.test(text) }
  return number === undefined ? base : { ...base, number }
}

const split = (text: string): Token[] => {
  const plain = text.replace('’', "'")
  const lower = fold(plain)
  const parts = CONTRACTIONS.get(lower)
  if (parts !== undefined) return parts.map((part) => token(part))
  const negated = /^(.+)n't$/.exec(lower)
  if (negated?.[1] !== undefined) return [token(negated[1]), token('not')]
  const owner = /^(.+)'s$/i.exec(plain)
  return [token(owner?.[1] ?? text)]
}

/** Splits a question into tokens; quoted text is one token, contractions are expanded. */
export const tokenise = (question: string): Token[] =>
  withNumbers(
    [...question.matchAll(PATTERN)].flatMap((match) => {
      const quote = match[1] ?? match[2] ?? match[3]
      return quote === undefined ? split(match[0]) : token(quote.trim(), true)
    }),
  )

/** The words of a name or value as indexed. */
export const normalWords = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
