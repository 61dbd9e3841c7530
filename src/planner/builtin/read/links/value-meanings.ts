import type { ValueHit, ValueIndex } from '../../../../knowledge/words/index.ts'
import { normalWords, STOP_WORDS, type Token } from '../../../../knowledge/words/index.ts'
import { CUES, DEMONYMS } from '../../words/index.ts'
import type { Meaning, ValueOption } from './word.ts'

/** Words written as a name are a stronger sign than words that may be ordinary English. */
const NAMED = 1.02
const PLAIN = 0.85
const OPTIONS_MAX = 60

/** Values stored as a letter, tried if no value matches the word. */
const SEXES: ReadonlyMap<string, string> = new Map([
  ...['female', 'females', 'woman', 'women', 'girl', 'girls'].map((word) => [word, 'f'] as const),
  ...['male', 'males', 'man', 'men', 'boy', 'boys'].map((word) => [word, 'm'] as const),
])

const meaningOf = (hits: readonly ValueHit[], weight: number): Meaning[] => {
  if (hits.length === 0 || hits.length > OPTIONS_MAX) return []
  const options = hits.map(
    ({ table, column, value, weight: own }): ValueOption => ({
      column: { table, column },
      value,
      weight: own * weight,
    }),
  )
  return [{ kind: 'value', options, weight: Math.max(...options.map((option) => option.weight)) }]
}

/** Values that a span of words may match: exactly, as a demonym, in part, or misspelt. */
export const valueMeanings = (values: ValueIndex, tokens: readonly Token[], isFirst: boolean): readonly Meaning[] => {
  const words = tokens.flatMap((token) => normalWords(token.text))
  const [first = ''] = words
  const isQuoted = tokens.length === 1 && tokens[0]?.quoted === true
  if (words.length === 0 || (!isQuoted && words.every((word) => STOP_WORDS.has(word) || /^\d+$/.test(word)))) return []
  if (!isQuoted && [tokens[0], tokens.at(-1)].some((token) => token === undefined || !/[\p{L}\p{N}]/u.test(token.text)))
    return []
  // "No" is a country, or an answer, only if capitalized or quoted.
  if (CUES.get(first)?.cue === 'not' && words.length === 1 && !isQuoted && tokens[0]?.capital !== true) return []
  // One letter is a value only if capitalized or quoted.
  if (!isQuoted && words.join('').length < 2 && tokens[0]?.capital !== true) return []
  const isNamed = isQuoted || (!isFirst && tokens.every((token) => token.capital || token.number !== undefined))
  const found = meaningOf(values.lookup(words), isNamed || words.length > 1 ? NAMED : PLAIN)
  if (found.length > 0) return found
  const place = words.length === 1 ? DEMONYMS.get(first) : undefined
  const there = place === undefined ? [] : meaningOf(values.lookup(place.split(' ')), 0.95)
  if (there.length > 0) return there
  const sex = words.length === 1 ? SEXES.get(first) : undefined
  const people = sex === undefined ? [] : values.lookup([sex]).filter(({ column }) => /gender|sex/i.test(column))
  if (people.length > 0) return meaningOf(people, 0.95)
  if (!isNamed || words.join('').length < 3) return []
  const part = meaningOf(values.containing(words), 1)
  if (part.length > 0) return part
  return meaningOf(values.similar(words.join(' ')), 1)
}
