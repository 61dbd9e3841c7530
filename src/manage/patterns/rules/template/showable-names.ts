import type { PublishedWords } from './known-values.ts'
import { maskNames } from './masked-names.ts'
import type { QueryReading } from './query-reading.ts'
import { wordsOf } from './words-of.ts'

/** Common words of aliases and subquery names. */
const ALIAS_WORDS: ReadonlySet<string> = new Set(
  `big small large medium tiny huge unknown other none yes no acc agg aggregated all base bucket calc cnt combined counts cte cumulative cur current data date days delta details diff
  difference distinct dt earlier filtered flag freq grand group groups growth high hits id idx inner item items join joined key
  kind label later latest limited low matched matching months name names net num ordinal outer overall pairs part pct per period
  pos position prev prior qty range ranked ranking ranks rec recent res result results rn row rownum rows running score selected
  seq series size sorted source spend spent split stats step steps sub subquery subset sums temp tmp top totals type unique val
  vals values weeks with years yr`.split(/\s+/),
)

/** Aliases too short to reveal anything: `o`, `oi`, `t1`. */
const SHORT = /^[a-z]{1,2}\d?$/i

/** Whether a name defined by a query may be shown. @param isWord whether a word is published or in the caller's question */
export const isShowableName = (name: string, isWord: (word: string) => boolean): boolean => {
  if (SHORT.test(name)) return true
  const words = wordsOf(name)
  const numbers = words.filter((word) => /^\d+$/.test(word))
  // `top_10`; several numbers could be the parts of one.
  if (numbers.length > 1 || numbers.some((number) => number.length > 2 && !isWord(number))) return false
  return words.length > 0 && words.every((word) => ALIAS_WORDS.has(word) || numbers.includes(word) || isWord(word))
}

/**
 * Whether a caller may see all names of a query: tables and columns are in the caller's view, and names defined by the query
 * consist of words that are published or in the caller's question.
 */
export const hasShowableNames = (
  query: string,
  reading: QueryReading,
  asked: string,
  known: Pick<PublishedWords, 'isName' | 'isWord'>,
): boolean => {
  const own = new Set(wordsOf(asked))
  const isAllowed = (name: string) => isShowableName(name, (word) => own.has(word) || known.isWord(word))
  return maskNames(query, reading, { isAllowed, isName: known.isName })?.length === 0
}
