import pluralize from 'pluralize'
import type { Sliced } from '../../../domain/sliced.ts'
import { type Mention, TOKENS_MAX, type Words } from '../links/index.ts'
import type { Token } from '../tokenise.ts'
import { SOFT_WORDS, STOP_WORDS } from '../vocabulary.ts'
import { WAY_ENDS } from '../way-words.ts'
import type { Part } from './part.ts'
import { DETERMINERS, isDoneBy, type Sentence, SHOWING, sentenceOf, wordAt } from './phrases.ts'
import { phrasesAt } from './rules.ts'
import { type Found, START, type State, withPart } from './state.ts'

/**
 * The second stage: ways to read a question as a sequence of phrases. Each rule proposes what may stand at a place; a
 * beam keeps the ways that explain most. None of them is taken before all are compared.
 */
export type { Fold, Mark, Noun, Part, RankBy, Sense } from './part.ts'
export type { State } from './state.ts'

const BEAM = 40
const WAY_STEMS = new Set(WAY_ENDS.flat())

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
const NEGATIVE = new Set(['not', 'no', 'never', 'without', 'except', 'excluding', 'nor', 'neither', 'lack', 'lacking'])
const LEADS = new Set(
  'of for in at from to into by on with without as and or but during than per between via about through'.split(' '),
)
/** Words that change the answer when nobody reads them. */
const SIGNIFICANT = new Set(
  'only under over above below between before after since until than both each every more less most least fewest same other others again half twice median average avg mean growth increase decrease rate ratio difference never not no except without ago top bottom first last rank per either also consecutive percentage percent share cumulative running'.split(
    ' ',
  ),
)

/** "Across all", "among"; and verbs of a way, which say which of two keys is meant. */
const isWay = ({ lower, stem }: Token): boolean =>
  /^(across|among|amongst|throughout|aged)$/.test(lower) || WAY_STEMS.has(stem)

const skipCost = (sentence: Sentence, at: number): number => {
  const token = sentence.tokens[at]
  if (token === undefined) return 0
  if (token.quoted) return 3
  if (token.number !== undefined) return 2.5
  if (NEGATIVE.has(token.lower)) return 0.1
  if (SIGNIFICANT.has(token.lower)) return 1.6
  if (STOP_WORDS.has(token.lower) || /^[^\p{L}\p{N}]+$/u.test(token.text)) return 0
  if (SOFT_WORDS.has(token.lower) || isWay(token)) return 0.3
  return token.capital && at > 0 ? 2.2 : 1.8
}

/** Words that a way of reading has passed over, by what it means that they were. */
export interface PassedOver {
  readonly plain: number
  /** Verbs, that join what stands before and behind them as the keys of a database do. */
  readonly verbs: number
  readonly significant: number
  readonly soft: number
  /** Numbers, quoted texts and names. */
  readonly named: number
  /** Words right before a noun, that say which of its rows are meant. */
  readonly narrowing: number
  /** "How many", where nothing is counted for it. */
  readonly asked: number
}

/** Whether a word is what something in the database is called. */
const isName = (mentions: readonly Mention[]): boolean =>
  mentions.some(
    ({ meaning, length }) =>
      length === 1 && (meaning.kind === 'table' || meaning.kind === 'column') && meaning.weight >= 0.95,
  )

/** Before these words a verb says what was done, and not which rows are meant. */
const AUXILIARY = new Set('do does did has have had been who that which not never ever also already'.split(' '))

const DOING = new Set(['do', 'does', 'did', 'has', 'have', 'had'])

/** Behind these one thing is the subject of a verb: "which sailor owns". */
const LEADING_ONE = new Set(['which', 'what', 'whose', 'the', 'a', 'an', 'each', 'every', 'this', 'that'])
const SAYING_WHICH = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being', 'the', 'a', 'an', 'any', 'not'])

/** What a verb may stand behind: "how many major cities" has none before "cities". */
const isSubject = (part: Part): boolean => part.kind !== 'mark' && !(part.kind === 'count' && part.noun === null)

export const passedOver = ({ tokens, mentions }: Words, { skipped: places, parts }: State): PassedOver => {
  const counts = { plain: 0, verbs: 0, significant: 0, soft: 0, named: 0, narrowing: 0, asked: 0 }
  const nouns = new Set(parts.flatMap((part) => (part.kind === 'noun' || part.kind === 'fold' ? [part.at] : [])))
  for (const at of places) {
    const token = tokens[at]
    if (token === undefined || NEGATIVE.has(token.lower) || token.lower === 'both') continue
    if (token.quoted || token.number !== undefined) counts.named++
    // Who asks how many is not shown which.
    else if (token.lower === 'how' && tokens[at + 1]?.lower === 'many' && places.includes(at + 1)) counts.asked++
    else if (SIGNIFICANT.has(token.lower)) counts.significant++
    else if (STOP_WORDS.has(token.lower) || /^[^\p{L}\p{N}]+$/u.test(token.text)) continue
    else if ((SOFT_WORDS.has(token.lower) || isWay(token)) && (at === 0 || !isName(mentions[at] ?? []))) counts.soft++
    else if (token.capital && at > 0) counts.named++
    else {
      const next = tokens[at + 1]?.lower ?? ''
      const isPassive = SAYING_WHICH.has(tokens[at - 1]?.lower ?? '') && LEADS.has(next)
      const isActive =
        (parts.some((part) => part.end === at && isSubject(part)) || AUXILIARY.has(tokens[at - 1]?.lower ?? '')) &&
        (next === '' ||
          next === '?' ||
          next === '.' ||
          DETERMINERS.has(next) ||
          LEADS.has(next) ||
          parts.some((part) => part.at === at + 1))
      if (isPassive || isActive) counts.verbs++
      else counts.plain++
      const isNext = nouns.has(at + 1) || (tokens[at + 1]?.lower === 'time' && nouns.has(at + 2))
      // "Airlines serving flights": a verb has its subject right before it.
      const isVerb = parts.some(({ end, kind }) => end === at && kind === 'noun')
      const before = tokens[at - 1]?.lower ?? ''
      // "How many order items": of two nouns the second says what is asked for.
      const first = parts.find(({ end, kind }) => end === at && kind !== 'mark')
      const isHead =
        first !== undefined &&
        pluralize.isPlural(token.lower) &&
        pluralize.isSingular(before) &&
        !LEADING_ONE.has(tokens[first.at - 1]?.lower ?? '')
      // "Who have not treated any dogs": what was not done, where what it was not done to is read.
      const isDenied =
        isActive &&
        (before === 'never' || (before === 'not' && DOING.has(tokens[at - 2]?.lower ?? ''))) &&
        parts.some((part) => part.at === at + 1 && part.negated)
      // "Who were quarantined", "the quarantined ones", "that are not paid".
      if (
        isHead ||
        (isNext && !isVerb && !isActive) ||
        (SAYING_WHICH.has(before) && !isPassive && !isDenied) ||
        (NEGATIVE.has(before) && !isDenied)
      )
        counts.narrowing++
    }
  }
  return counts
}

/** Whether a "not" was passed over: then what follows must say it. */
export const deniesInVain = ({ tokens }: Words, { skipped: places }: State): boolean =>
  places.some((at) => NEGATIVE.has(tokens[at]?.lower ?? ''))

const QUESTION = new Set(['which', 'what', 'who', 'how'])

/** Whether a question begins with what it is asked of: "for the cars with 4 cylinders, which". */
const leadsIn = (sentence: Sentence): boolean =>
  /^(for|among|amongst|of)$/.test(wordAt(sentence, 0)) &&
  sentence.tokens.some(({ lower }, at) => lower === ',' && QUESTION.has(wordAt(sentence, at + 1)))

/** The state that has passed over a word; small words say what is next. */
const skipped = (sentence: Sentence, state: State): State => {
  const word = wordAt(sentence, state.at)
  const hasSubject = state.parts.some(({ kind }) => kind !== 'mark')
  // "Together with their owners", "along with the price": more to show, and no condition.
  const isMore =
    word === 'with' &&
    (/^(together|along)$/.test(wordAt(sentence, state.at - 1)) ||
      /^(its|their|his|her)$/.test(wordAt(sentence, state.at + 1)))
  const isRelative = RELATIVE.has(word) && hasSubject && !isMore
  const asksMore = hasSubject && state.lead === 'and' && (word === 'what' || word === 'how')
  // "For the cars with 4 cylinders, which model"
  const asksLate = QUESTION.has(word) && leadsIn(sentence) && wordAt(sentence, state.at - 1) === ','
  // "Give me the names": what follows belongs to the main clause again.
  const isAgain = (SHOWING.has(word) && hasSubject) || asksLate
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

/** The likeliest ways to read a question, best first. */
export function* readPhrases(words: Words): Sliced<readonly State[]> {
  if (words.tokens.length > TOKENS_MAX) return []
  const sentence = sentenceOf(words)
  const waiting: State[][] = Array.from({ length: words.tokens.length + 1 }, () => [])
  waiting[0]?.push(leadsIn(sentence) ? { ...START, clause: 1 } : START)
  for (let at = 0; at < words.tokens.length; at++) {
    const states = kept(waiting[at] ?? [])
    const found = new Map<string, readonly Found[]>()
    for (const state of states) {
      const key = standingOf(state)
      const phrases = found.get(key) ?? phrasesAt(sentence, state)
      found.set(key, phrases)
      const next = [skipped(sentence, state), ...phrases.map((phrase) => withPart(state, phrase))]
      for (const one of next) waiting[one.at]?.push(one)
    }
    yield
  }
  return kept(waiting.at(-1) ?? [])
}

/** All of a state that rules look at: states that are alike in it may go on alike. */
const standingOf = ({ clause, negated, both, parts }: State): string => {
  const last = parts.at(-1)
  const noun = last?.kind === 'noun' ? `${last.at}-${last.end}${last.noun.kind}` : ''
  return [clause > 0, negated, both, parts.length === 0, last?.lead === 'by', noun].join()
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
