import type { ProposedEntry, TaughtProposal } from './proposal.ts'

/** One or two words of letters alone: numbers, addresses and sentences of a user are never proposed. */
const PLAIN = /^\p{L}{2,}(?: \p{L}{2,})?$/u
const LENGTH_MAX = 40

/**
 * The words of a question that a choice may explain: one or two plain words beside each other.
 *
 * @param unknown the words that nothing was made of, in the order of the question
 * @returns them as the question has them; undefined where a manager is not to be shown them
 */
export const teachablePhrase = (question: string, unknown: readonly string[]): string | undefined => {
  const phrase = unknown.join(' ')
  const isPlain = PLAIN.test(phrase) && phrase.length <= LENGTH_MAX
  return isPlain && withPhraseReplaced(question, phrase, '') !== question ? phrase : undefined
}

/** A question with a phrase replaced by another text; unchanged without the phrase. */
export const withPhraseReplaced = (question: string, phrase: string, text: string): string =>
  question.replace(new RegExp(`(?<![\\p{L}\\p{N}])${phrase}(?![\\p{L}\\p{N}])`, 'u'), () => text)

/** The phrase that an entry explains. */
export const phraseOf = (entry: ProposedEntry): string =>
  entry.of === 'phrase' ? entry.gloss.phrase : (entry.gloss.synonyms[0] ?? '')

/** The same entry for another phrase. */
export const explaining = (entry: ProposedEntry, phrase: string): ProposedEntry =>
  entry.of === 'phrase'
    ? { of: 'phrase', gloss: { ...entry.gloss, phrase } }
    : entry.of === 'table'
      ? { of: 'table', gloss: { ...entry.gloss, synonyms: [phrase] } }
      : { of: 'column', gloss: { ...entry.gloss, synonyms: [phrase] } }

/** What an entry that a choice has taught proposes. */
export const taughtProposal = (entry: ProposedEntry): TaughtProposal => {
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
  /** To be read after "the reading with". */
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
