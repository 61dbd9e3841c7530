import type { Token } from '../../../../knowledge/words/index.ts'
import type { Mention, Words } from '../links/index.ts'
import { NEGATIVE, PASSING, SHOWING_WORDS } from './passing-words.ts'
import type { State } from './state.ts'

const NONE: ReadonlySet<string> = new Set()

/** What asks for a day, a place or a person where it begins a question, and joins clauses elsewhere. */
const ASKING = new Set(['when', 'where', 'who'])

/**
 * Places of the words that a way of reading makes nothing of, and that are no mere function words or courtesies.
 *
 * @param named stems of what the query's tables and columns are called: "enrolled" is said by a table of enrolments
 */
export const unusedAt = (
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
    return !PASSING.has(token.lower) && !(SHOWING_WORDS.has(token.lower) && beginsSentence(tokens, at))
  })

/** Whether a word is by itself what something in the database is called: then it is asked for, or of. */
const isName = (mentions: readonly Mention[]): boolean =>
  mentions.some(
    ({ meaning, length }) =>
      length === 1 && (meaning.kind === 'table' || meaning.kind === 'column') && meaning.weight >= NAMED,
  )
const NAMED = 0.95

/** "Both the name and the age", or rows that meet two conditions. */
const isPair = ({ parts }: State, at: number): boolean =>
  parts.some((part) => 'both' in part && part.both) || parts.find((part) => part.at > at)?.clause === 0

/** "Either in Berlin or in Hamburg": values of which any will do follow. */
const hasAlternatives = ({ parts }: State, at: number): boolean =>
  parts.some(
    (part) => part.at > at && ((part.kind === 'value' && part.values.length > 1) || part.before.includes('or')),
  )

/** "Name all singers", "please list": the verb that asks, and no noun that is like it. */
const beginsSentence = (tokens: Words['tokens'], at: number): boolean => {
  const before = tokens[at - 1]
  return (
    tokens.slice(0, at).every((token) => PASSING.has(token.lower) || !isWord(token)) ||
    before === undefined ||
    tokens[at]?.capital === true ||
    !isWord(before) ||
    /^(to|and)$/.test(before.lower) ||
    /^(me|us|the|all|their|its|his|her|each|any|a|an)$/.test(tokens[at + 1]?.lower ?? '')
  )
}

const isWord = ({ text }: Token): boolean => /[\p{L}\p{N}]/u.test(text)

/** Whether a "not" was passed over: then what follows must say it. */
export const deniesInVain = ({ tokens }: Words, { skipped: places }: State): boolean =>
  places.some((at) => NEGATIVE.has(tokens[at]?.lower ?? ''))
