import pluralize from 'pluralize'
import type { Token } from '../../../../words/index.ts'
import { SOFT_WORDS, STOP_WORDS } from '../../../../words/index.ts'
import type { Mention, Words } from '../links/index.ts'
import type { Part } from './part.ts'
import { isWay, LEADS, NEGATIVE, SIGNIFICANT } from './passing-words.ts'
import { DETERMINERS } from './phrases.ts'
import type { State } from './state.ts'

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

const DOING = new Set(['do', 'does', 'did', 'has', 'have', 'had'])

/** Before these words a verb says what was done, and not which rows are meant. */
const AUXILIARY = new Set([...DOING, ...'been who that which not never ever also already'.split(' ')])

/** Behind these one thing is the subject of a verb: "which sailor owns". */
const LEADING_ONE = new Set(['which', 'what', 'whose', 'the', 'a', 'an', 'each', 'every', 'this', 'that'])
const BEING = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being'])
const WHENCE = new Set(['of', 'from', 'for', 'about', 'by', 'with', 'in', 'at', 'on'])
const SAYING_WHICH = new Set([...BEING, 'the', 'a', 'an', 'any', 'not'])

const isEnd = (word: string): boolean => word === '' || word === '?' || word === '.'

/** "Which countries do they serve?": the last word is a verb where something before it asks for one. */
const isAuxiliated = (tokens: readonly Token[], at: number): boolean =>
  AUXILIARY.has(tokens[at - 1]?.lower ?? '') || tokens.slice(0, at).some(({ lower }) => ASKS_VERB.has(lower))
const ASKS_VERB = new Set([...DOING, 'who', 'that', 'which', 'whom'])

/** "The maximum capacity and the average": asked for as well. */
const isAfterAnd = (tokens: readonly Token[], at: number): boolean =>
  [tokens[at - 1], tokens[at - 1]?.lower === 'the' ? tokens[at - 2] : undefined].some((token) => token?.lower === 'and')

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
    else if (/^(average|avg|mean|median)$/.test(token.lower) && isAfterAnd(tokens, at)) counts.narrowing++
    else if (SIGNIFICANT.has(token.lower) || (at === 0 && /^(when|where|who)$/.test(token.lower))) counts.significant++
    else if (STOP_WORDS.has(token.lower) || /^[^\p{L}\p{N}]+$/u.test(token.text)) continue
    else if ((SOFT_WORDS.has(token.lower) || isWay(token)) && (at === 0 || !isName(mentions[at] ?? []))) counts.soft++
    else if (token.capital && at > 0) counts.named++
    else {
      const next = tokens[at + 1]?.lower ?? ''
      const isPassive = BEING.has(tokens[at - 1]?.lower ?? '') && LEADS.has(next)
      const isActive =
        (parts.some((part) => part.end === at && isSubject(part)) || AUXILIARY.has(tokens[at - 1]?.lower ?? '')) &&
        ((isEnd(next) && isAuxiliated(tokens, at)) ||
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
      // "Revenue from capsules": what follows a small word says which.
      const isOf = WHENCE.has(before) && !isActive && !isPassive && (next === '' || !isVerb)
      // "The ages of losers and winners": what is listed beside what is known is asked for as well.
      const isListed =
        before === 'and' && !isActive && parts.some((part) => part.end === at - 1 && isSubject(part)) && next !== 'by'
      // "Who were quarantined", "the quarantined ones", "that are not paid".
      if (
        isHead ||
        isOf ||
        isListed ||
        (isNext && !isVerb && !isActive) ||
        (SAYING_WHICH.has(before) && !isPassive && !isDenied) ||
        (NEGATIVE.has(before) && !isDenied)
      )
        counts.narrowing++
    }
  }
  return counts
}

/** Places of the words that a way of reading makes nothing of, and that are no small ones. */
export const unreadAt = ({ tokens }: Pick<Words, 'tokens'>, { skipped }: State): readonly number[] =>
  skipped.filter((at) => {
    const token = tokens[at]
    if (token === undefined || !/[\p{L}\p{N}]/u.test(token.text)) return false
    if (token.quoted || token.number !== undefined || SIGNIFICANT.has(token.lower)) return true
    return !STOP_WORDS.has(token.lower) && !SOFT_WORDS.has(token.lower) && !NEGATIVE.has(token.lower) && !isWay(token)
  })

/** Whether a "not" was passed over: then what follows must say it. */
export const deniesInVain = ({ tokens }: Words, { skipped: places }: State): boolean =>
  places.some((at) => NEGATIVE.has(tokens[at]?.lower ?? ''))
