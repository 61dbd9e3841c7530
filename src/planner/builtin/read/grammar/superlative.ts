import type { AdjectiveSense } from '../../words/index.ts'
import { cueAt, type Sentence, wordAt } from './phrases.ts'

/** A superlative: its direction, and what it measures, if the word says so. */
interface Superlative {
  readonly length: number
  readonly descending: boolean
  readonly sense: AdjectiveSense | null
  readonly word: string
}

/** The superlative that begins at a token. */
export const superlativeAt = (sentence: Sentence, at: number): Superlative | undefined => {
  const word = wordAt(sentence, at)
  // "How long do visits last?"
  const isVerb = word === 'last' && /^(|on|for|[?.!])$/.test(wordAt(sentence, at + 1))
  if (isVerb && sentence.tokens.slice(0, at).some(({ lower }) => /^(do|does|did)$/.test(lower))) return undefined
  const adjective = cueAt(sentence, at, 'adjective')
  const extreme = cueAt(sentence, at, 'extreme')
  if (adjective !== undefined && adjective.length >= (extreme?.length ?? 0)) {
    const { descending, sense } = adjective.cue
    return { length: adjective.length, descending, sense, word }
  }
  return extreme && { length: extreme.length, descending: extreme.cue.descending, sense: null, word }
}
