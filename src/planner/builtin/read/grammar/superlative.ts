import type { Sense } from './part.ts'
import { cueAt, type Sentence, wordAt } from './phrases.ts'

/** A superlative at a place: which end it means, and what of, if it says so itself. */
interface Superlative {
  readonly length: number
  readonly descending: boolean
  readonly sense: Sense | null
  readonly word: string
}

const AGES: ReadonlyMap<string, boolean> = new Map([
  ['oldest', true],
  ['youngest', false],
  ['eldest', true],
])

/** The superlative that begins at a place. */
export const superlativeAt = (sentence: Sentence, at: number): Superlative | undefined => {
  const word = wordAt(sentence, at)
  // "How long do visits last?"
  if (word === 'last' && /^(|on|for|[?.!])$/.test(wordAt(sentence, at + 1)) && sentence.tokens.slice(0, at).some(isDo))
    return undefined
  const age = AGES.get(word)
  if (age !== undefined) return { length: 1, descending: age, sense: 'age', word }
  const adjective = cueAt(sentence, at, 'adjective')
  const extreme = cueAt(sentence, at, 'extreme')
  if (adjective !== undefined && adjective.length >= (extreme?.length ?? 0)) {
    const { length, cue } = adjective
    return { length, descending: cue.descending, sense: cue.sense, word }
  }
  if (extreme !== undefined) return { length: extreme.length, descending: extreme.cue.descending, sense: null, word }
  if (word === 'maximum' || word === 'minimum') return { length: 1, descending: word === 'maximum', sense: null, word }
  return undefined
}

const isDo = ({ lower }: { readonly lower: string }): boolean => /^(do|does|did)$/.test(lower)
