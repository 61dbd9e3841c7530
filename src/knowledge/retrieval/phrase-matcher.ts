import { normalWords, STOP_WORDS, stemOf, type Token } from '../words/index.ts'

/** Longer function words are no abbreviations. */
const ABBREVIATION_LENGTH_MAX = 3

/** Words that precede a verb and no noun: "does it lead to orders", "calls that lead to orders". */
const BEFORE_VERBS: ReadonlySet<string> = new Set(
  'to do does did will would can could may might should not it they that which who what'.split(' '),
)

/**
 * Tests whether a question has the words of a phrase, in any order. A word that is also a function word counts only if
 * written as an abbreviation ("US", "IT"), and a verb does not match a noun: "which campaigns lead to orders" does not
 * match leads.
 */
export const phraseMatcher = (tokens: readonly Token[]): ((phrase: string) => boolean) => {
  const stems = new Set(tokens.filter((_, at) => !isVerb(tokens, at)).map(({ stem }) => stem))
  const abbreviations = new Set(tokens.filter(isInCapitals).map(({ lower }) => lower))
  return (phrase) => {
    const words = normalWords(phrase)
    if (words.length === 0) return false
    return words.every(mayBeAbbreviation)
      ? words.every((word) => abbreviations.has(word))
      : words.every((word) => stems.has(stemOf(word)))
  }
}

const mayBeAbbreviation = (word: string): boolean => STOP_WORDS.has(word) && word.length <= ABBREVIATION_LENGTH_MAX

const isInCapitals = ({ text, lower }: Token): boolean => text !== lower && text === text.toUpperCase()

/** A word before "to" in the position of a verb. */
const isVerb = (tokens: readonly Token[], at: number): boolean => {
  const [before, next] = [tokens[at - 1]?.lower, tokens[at + 1]?.lower]
  return next === 'to' && before !== undefined && (BEFORE_VERBS.has(before) || /[^s]s$/.test(before))
}
