import type { Token } from '../../../../knowledge/words/index.ts'
import type { Mention, Words } from '../links/index.ts'
import { IGNORABLE_WORDS, NEGATIVE, SHOWING_WORDS } from './ignorable-words.ts'
import type { State } from './state.ts'

const NONE: ReadonlySet<string> = new Set()

/** Words that ask for a time, place or person at the beginning of a question, and join clauses in other positions. */
const ASKING = new Set(['when', 'where', 'who'])

/**
 * Tokens that a reading does not use and that are not just function words or courtesies.
 *
 * @param named stems of the names of the query's tables and columns: "enrolled" is covered by a table of enrolments
 */
export const unusedTokens = (
  { tokens, mentions }: Pick<Words, 'tokens' | 'mentions'>,
  state: State,
  named: ReadonlySet<string> = NONE,
): readonly number[] =>
  state.skipped.filter((at) => {
    const token = tokens[at]
    if (token === undefined || !isWord(token)) return false
    if (token.quoted || token.number !== undefined) return true
    if (NEGATIVE.has(token.lower)) return false
    if (named.has(token.stem) && !isName(mentions[at] ?? [])) return false
    if (token.lower === 'both') return !isPair(state, at)
    if (token.lower === 'either') return !hasAlternatives(state, at)
    if (at === 0 && ASKING.has(token.lower)) return true
    return !IGNORABLE_WORDS.has(token.lower) && !(SHOWING_WORDS.has(token.lower) && beginsSentence(tokens, at))
  })

/** Whether a word alone is a name in the database: then it asks for it, or restricts by it. */
const isName = (mentions: readonly Mention[]): boolean =>
  mentions.some(
    ({ meaning, length }) =>
      length === 1 && (meaning.kind === 'table' || meaning.kind === 'column') && meaning.weight >= NAMED,
  )
const NAMED = 0.95

/** "Both the name and the age", or rows that meet two conditions. */
const isPair = ({ parts }: State, at: number): boolean =>
  parts.some((part) => 'both' in part && part.both) || parts.find((part) => part.at > at)?.clause === 0

/** "Either in Berlin or in Hamburg": followed by alternative values. */
const hasAlternatives = ({ parts }: State, at: number): boolean =>
  parts.some(
    (part) => part.at > at && ((part.kind === 'value' && part.values.length > 1) || part.before.includes('or')),
  )

/** "Name all singers", "please list": an imperative, not the noun with the same spelling. */
const beginsSentence = (tokens: Words['tokens'], at: number): boolean => {
  const before = tokens[at - 1]
  return (
    tokens.slice(0, at).every((token) => IGNORABLE_WORDS.has(token.lower) || !isWord(token)) ||
    before === undefined ||
    tokens[at]?.capital === true ||
    !isWord(before) ||
    /^(to|and)$/.test(before.lower) ||
    /^(me|us|the|all|their|its|his|her|each|any|a|an)$/.test(tokens[at + 1]?.lower ?? '')
  )
}

const isWord = ({ text }: Token): boolean => /[\p{L}\p{N}]/u.test(text)

/** Whether a "not" was skipped: then the following part must express it. */
export const ignoresNegation = ({ tokens }: Words, { skipped: places }: State): boolean =>
  places.some((at) => NEGATIVE.has(tokens[at]?.lower ?? ''))
