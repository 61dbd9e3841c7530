import type { LearnedProposal, ProposedEntry } from './proposal.ts'

/** One or two words of letters only: numbers, addresses and sentences of users are never proposed to managers. */
const PLAIN = /^\p{L}{2,}(?: \p{L}{2,})?$/u
const LENGTH_MAX = 40

/**
 * The unknown words of a question, if a choice may explain them: one or two adjacent plain words.
 * @param unknown the words that were not understood, in the order of the question
 * @returns the phrase; undefined if it must not be shown to a manager
 */
export const teachablePhrase = (question: string, unknown: readonly string[]): string | undefined => {
  const phrase = unknown.join(' ')
  const isPlain = PLAIN.test(phrase) && phrase.length <= LENGTH_MAX
  return isPlain && withPhraseReplaced(question, phrase, '') !== question ? phrase : undefined
}

/** Replaces a phrase of a question; returns the question unchanged if it does not contain the phrase. */
export const withPhraseReplaced = (question: string, phrase: string, text: string): string =>
  question.replace(new RegExp(`(?<![\\p{L}\\p{N}])${phrase}(?![\\p{L}\\p{N}])`, 'u'), () => text)

/** The phrase that an entry defines. */
export const phraseOf = (entry: ProposedEntry): string =>
  entry.of === 'phrase' ? entry.gloss.phrase : (entry.gloss.synonyms[0] ?? '')

/** An entry with another phrase. */
export const withPhrase = (entry: ProposedEntry, phrase: string): ProposedEntry =>
  entry.of === 'phrase'
    ? { of: 'phrase', gloss: { ...entry.gloss, phrase } }
    : entry.of === 'table'
      ? { of: 'table', gloss: { ...entry.gloss, synonyms: [phrase] } }
      : { of: 'column', gloss: { ...entry.gloss, synonyms: [phrase] } }

/** The proposal for an entry learned from a choice. */
export const learnedProposal = (entry: ProposedEntry): LearnedProposal => {
  const phrase = phraseOf(entry)
  const { about, meant, says } = meaningOf(entry)
  return {
    kind: 'choice',
    about,
    entry,
    says: says ?? `also called "${phrase}"`,
    evidence: `A question had the unknown word "${phrase}", and the user chose the interpretation with ${meant}.`,
  }
}

interface Meaning {
  readonly about: string
  /** Completes "the interpretation with". */
  readonly meant: string
  readonly says?: string
}

const meaningOf = (entry: ProposedEntry): Meaning => {
  const { table } = entry.gloss
  if (entry.of === 'table') return { about: table, meant: `the table ${table}` }
  if (entry.of === 'column') {
    const about = `${table}.${entry.gloss.column}`
    return { about, meant: `the column ${about}` }
  }
  const { filter, phrase } = entry.gloss
  if (filter === undefined) return { about: table, meant: `a measure of ${table}`, says: `"${phrase}": a measure` }
  const about = `${table}.${filter.column}`
  return { about, meant: `"${filter.value}" of ${about}`, says: `"${phrase}": ${filter.column} = '${filter.value}'` }
}
