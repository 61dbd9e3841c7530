import { CUE_WORDS_MAX, CUES, type Cue, smallNumber } from '../../words/index.ts'
import type { Mention, Words } from '../links/index.ts'
import type { Noun } from './part.ts'

/** A question's words with the fixed phrases of the language among them. */
export interface Sentence extends Words {
  /** Fixed phrases that begin at each token, longest first. */
  readonly cues: readonly (readonly { readonly length: number; readonly cue: Cue }[])[]
}

export const sentenceOf = (words: Words): Sentence => ({
  ...words,
  cues: words.tokens.map((_, at) =>
    Array.from({ length: CUE_WORDS_MAX }, (_, n) => CUE_WORDS_MAX - n).flatMap((length) => {
      const slice = words.tokens.slice(at, at + length)
      if (slice.length < length || slice.some(({ quoted }) => quoted)) return []
      const cue = CUES.get(slice.map(({ lower }) => lower).join(' '))
      return cue === undefined ? [] : [{ length, cue }]
    }),
  ),
})

export const wordAt = ({ tokens }: Words, at: number): string => {
  const token = tokens[at]
  return token === undefined || token.quoted ? '' : token.lower
}

/** The longest fixed phrase of a kind that begins here. */
export const cueAt = <Name extends Cue['cue']>(
  sentence: Sentence,
  at: number,
  name: Name,
): { readonly length: number; readonly cue: Extract<Cue, { cue: Name }> } | undefined => {
  for (const { length, cue } of sentence.cues[at] ?? []) if (isCue(cue, name)) return { length, cue }
  return undefined
}

const isCue = <Name extends Cue['cue']>(cue: Cue, name: Name): cue is Extract<Cue, { cue: Name }> => cue.cue === name

/** An integer or decimal, in digits or as a word. */
export const numberAt = ({ tokens }: Words, at: number): number | undefined => smallNumber(tokens[at])

/** Small words that relate what follows to what precedes: "live in". */
export const RELATING = /^(in|to|by|with|from|at|on|for)$/

const DETERMINERS = new Set(
  'the a an all any some every each its their his her our my your of these those this that such own them given other'.split(
    ' ',
  ),
)
/** Verbs that ask to show something. */
export const SHOWING = new Set(['give', 'show', 'list', 'find', 'return', 'display', 'tell'])

const SORTED = /^(sorted|ordered|grouped|ranked|listed|arranged|divided|separated|split|followed|broken)$/
export const DONE =
  /(ed|wn|ght|ought)$|^(made|given|sold|won|written|held|sung|led|run|built|paid|sent|taken|kept|lent|written|drawn|came|began|begun|went|gone|left|met|grew|grown|flew|flown|fell|fallen|broke|broken|chose|chosen)$/

/** "Taught by": an agent, not a group. */
export const isDoneBy = (words: Words, at: number): boolean => {
  // The original spelling: a verb may have been corrected to a similar noun.
  const before = words.tokens[at - 1]?.text.toLowerCase() ?? ''
  return wordAt(words, at) === 'by' && DONE.test(before) && !SORTED.test(before)
}

/** "Who placed an order": a date column is seldom asked for by a verb alone. */
export const isVerb = (sentence: Sentence, at: number, { kind }: Noun): boolean =>
  kind === 'column' &&
  (sentence.mentions[at] ?? []).some(({ meaning }) => meaning.kind === 'date' && isDoing(sentence, at, meaning.weight))

/** Whether a word for a date column is a verb: by its form, or by the word before it. */
export const isDoing = (sentence: Sentence, at: number, weight: number): boolean => {
  const before = wordAt(sentence, at - 1)
  if (/^(the|a|an|their|its|our|my|your|of|by|per|each|every)$/.test(before)) return false
  return (
    weight < VERB_LIKE ||
    DONE.test(sentence.tokens[at]?.text.toLowerCase() ?? '') ||
    /^(do|does|did|we|they|you|i|to|never|not)$/.test(before)
  )
}
/** A verb similar to a column's name is a weaker link than the name. */
const VERB_LIKE = 0.9

const DISTINCT = new Set(['different', 'distinct', 'unique', 'various'])

export interface NounPhrase {
  readonly noun: Noun
  readonly end: number
  readonly weight: number
  readonly distinct: boolean
}

const nounOf = ({ meaning }: Mention): Noun | null => {
  switch (meaning.kind) {
    case 'table':
      return { kind: 'table', table: meaning.table }
    case 'column':
      return { kind: 'column', options: meaning.options }
    case 'columns':
      return { kind: 'columns', columns: meaning.columns }
    case 'measure':
      return { kind: 'measure', measures: meaning.measures }
    default:
      return null
  }
}

/** The token after articles, where a noun may begin. */
export const pastDeterminers = (words: Words, at: number): { readonly at: number; readonly distinct: boolean } => {
  let distinct = false
  let next = at
  for (; next < words.tokens.length; next++) {
    const word = wordAt(words, next)
    // "That are private" begins a clause.
    if (word === 'that' && /^(is|are|was|were)$/.test(wordAt(words, next + 1))) break
    if (DISTINCT.has(word)) distinct = true
    else if (!DETERMINERS.has(word)) break
  }
  return { at: next, distinct }
}

/** The tables, columns and measures that a phrase here may name, with preceding articles and "different". */
export const nounsAt = (words: Words, start: number): readonly NounPhrase[] => {
  const { at, distinct } = pastDeterminers(words, start)
  return (words.mentions[at] ?? []).flatMap((mention): NounPhrase[] => {
    const noun = nounOf(mention)
    if (noun === null) return []
    return [{ noun, end: at + mention.length, weight: mention.meaning.weight * mention.length, distinct }]
  })
}
