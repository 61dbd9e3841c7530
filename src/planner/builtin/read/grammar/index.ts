import { STOP_WORDS } from '../../../../knowledge/words/index.ts'
import type { Sliced } from '../../../../platform/values/sliced.ts'
import { TOKENS_MAX, type Words } from '../links/index.ts'
import { aggregateRules } from './aggregate-rules.ts'
import { conditionRules } from './condition-rules.ts'
import { IGNORABLE_WORDS, LEADS, NEGATIVE, SIGNIFICANT } from './ignorable-words.ts'
import { nounRules } from './noun-rules.ts'
import { orderRules } from './order-rules.ts'
import { isDoneBy, type Sentence, SHOWING, sentenceOf, wordAt } from './phrases.ts'
import { type FoundPhrase, START, type State, withPart } from './state.ts'

/**
 * Reads a question as a sequence of phrases. Each rule proposes phrases for a position; a beam search keeps the
 * readings that explain most, and all of them are compared at the end.
 */
export type { Fold, Mark, Noun, Part, PartBody, RankBy, StatedWindow } from './part.ts'
export { DONE, isDoneBy, SHOWING } from './phrases.ts'
export type { State } from './state.ts'
export { ignoresNegation, unusedTokens } from './unused-tokens.ts'

/** Proposes phrases at the position of a state. */
type Rule = (sentence: Sentence, state: State) => readonly FoundPhrase[]

const RULES: readonly Rule[] = [...nounRules, ...aggregateRules, ...conditionRules, ...orderRules]

const BEAM = 40

const RELATIVE = new Set([
  'who',
  'whom',
  'that',
  'which',
  'whose',
  'where',
  'with',
  'having',
  'has',
  'have',
  'had',
  'without',
])
const skipCost = (sentence: Sentence, at: number): number => {
  const token = sentence.tokens[at]
  if (token === undefined) return 0
  if (token.quoted) return 3
  if (token.number !== undefined) return 2.5
  if (NEGATIVE.has(token.lower)) return 0.1
  if (SIGNIFICANT.has(token.lower)) return 1.6
  if (IGNORABLE_WORDS.has(token.lower) && !STOP_WORDS.has(token.lower)) return 0.3
  if (STOP_WORDS.has(token.lower) || /^[^\p{L}\p{N}]+$/u.test(token.text)) return 0
  return token.capital && at > 0 ? 2.2 : 1.8
}

/** "With the name of the customer": a column without a condition. */
const isShownWith = (sentence: Sentence, at: number): boolean => {
  const from = wordAt(sentence, at) === 'the' ? at + 1 : at
  return (sentence.mentions[from] ?? []).some(({ meaning, length }) => {
    const next = sentence.tokens[from + length]
    const isEnd = next?.quoted !== true && /^(|of|and|[.?!,;])$/.test(next?.lower ?? '')
    return meaning.kind === 'column' && meaning.weight >= WITH_MIN && isEnd
  })
}
const WITH_MIN = 0.95

/** The state after skipping a word; small words announce what follows. */
const skipped = (sentence: Sentence, state: State): State => {
  const word = wordAt(sentence, state.at)
  const hasSubject = state.parts.some(({ kind }) => kind !== 'mark')
  // "Together with their owners", "along with the price": more columns to show, not a condition.
  const isMore =
    word === 'with' &&
    (/^(together|along)$/.test(wordAt(sentence, state.at - 1)) || isShownWith(sentence, state.at + 1))
  const isRelative = RELATIVE.has(word) && hasSubject && !isMore
  const asksMore = hasSubject && state.lead === 'and' && (word === 'what' || word === 'how')
  // "Give me the names": what follows belongs to the main clause again.
  const isAgain = SHOWING.has(word) && hasSubject
  return {
    ...state,
    at: state.at + 1,
    score: state.score - skipCost(sentence, state.at),
    clause: isAgain || asksMore ? 0 : isRelative ? state.clause + 1 : state.clause,
    lead: isAgain
      ? 'head'
      : isMore
        ? 'and'
        : isDoneBy(sentence, state.at)
          ? 'via'
          : LEADS.has(word) || RELATIVE.has(word)
            ? word
            : state.lead,
    negated: state.negated || NEGATIVE.has(word),
    both: state.both || word === 'both',
    before: [...state.before, word],
    skipped: [...state.skipped, state.at],
  }
}

const keyOf = ({ parts }: State): string =>
  parts.map(({ at, end, kind, lead }) => `${kind}${at}-${end}${lead}`).join(' ')

/** The most likely readings of a question, best first. */
export function* readPhrases(words: Words): Sliced<readonly State[]> {
  if (words.tokens.length > TOKENS_MAX) return []
  const sentence = sentenceOf(words)
  const waiting: State[][] = Array.from({ length: words.tokens.length + 1 }, () => [])
  waiting[0]?.push(START)
  for (let at = 0; at < words.tokens.length; at++) {
    const states = kept(waiting[at] ?? [])
    const found = new Map<string, readonly FoundPhrase[]>()
    for (const state of states) {
      const key = continuationKeyOf(state)
      const phrases = found.get(key) ?? RULES.flatMap((rule) => rule(sentence, state))
      found.set(key, phrases)
      const next = [skipped(sentence, state), ...phrases.map((phrase) => withPart(state, phrase))]
      for (const one of next) waiting[one.at]?.push(one)
    }
    yield
  }
  return kept(waiting.at(-1) ?? [])
}

/** The part of a state that rules depend on: states that are equal in it have the same continuations. */
const continuationKeyOf = ({ clause, negated, both, parts }: State): string => {
  const last = parts.at(-1)
  const noun = last?.kind === 'noun' ? `${last.at}-${last.end}${last.noun.kind}` : ''
  return [
    clause > 0,
    negated,
    both,
    parts.every(({ kind }) => kind === 'mark'),
    parts.length,
    last?.kind,
    last?.lead,
    noun,
  ].join()
}

const kept = (states: readonly State[]): readonly State[] => {
  const seen = new Map<string, number>()
  return states
    .toSorted((a, b) => b.score - a.score)
    .filter((state) => {
      const key = keyOf(state)
      const count = seen.get(key) ?? 0
      seen.set(key, count + 1)
      return count < 3
    })
    .slice(0, BEAM)
}
