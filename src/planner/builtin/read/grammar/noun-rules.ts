import type { Cue } from '../../words/index.ts'
import type { Mark, Noun } from './part.ts'
import {
  cueAt,
  DONE,
  isDoneBy,
  isVerb,
  nounsAt,
  pastDeterminers,
  RELATING,
  type Sentence,
  SHOWING,
  wordAt,
} from './phrases.ts'
import type { FoundPhrase, State } from './state.ts'
import { superlativeAt } from './superlative.ts'

/** "stadium names", "the country": a noun, in any role. */
const named = (sentence: Sentence, { at, clause }: State): FoundPhrase[] =>
  nounsAt(sentence, at)
    .filter(
      ({ noun }) => noun.kind !== 'measure' || superlativeAt(sentence, pastDeterminers(sentence, at).at) === undefined,
    )
    .filter(({ noun, end }) => noun.kind !== 'column' || !isRelation(sentence, at, end))
    .filter(({ noun }) => !(at > 1 && wordAt(sentence, at - 1) === 'who' && isVerb(sentence, at, noun)))
    .filter(({ noun, end }) => end > at + 1 || !(isOrder(sentence, at) || isDone(sentence, at, noun, clause)))
    .map(({ noun, end, weight, distinct }) => ({
      body: { kind: 'noun', noun, distinct },
      end,
      weight: weight - (isVerb(sentence, pastDeterminers(sentence, at).at, noun) ? VERB_SHOWN : 0),
    }))

/** "In stock", "live in": words next to a preposition are not to be shown. */
const isRelation = (sentence: Sentence, at: number, end: number): boolean => {
  const from = pastDeterminers(sentence, at).at
  return end > from + 1 && (RELATING.test(wordAt(sentence, from)) || RELATING.test(wordAt(sentence, end - 1)))
}
const VERB_SHOWN = 0.6

/** "Show the names", "please show": the verb at the beginning, even if a table has that name. */
const isOrder = (sentence: Sentence, at: number): boolean =>
  (at === 0 || /^(please|kindly|you|[.?!;])$/.test(wordAt(sentence, at - 1))) &&
  (SHOWING.has(wordAt(sentence, at)) ||
    (wordAt(sentence, at) === 'name' && /^(the|all|any|every)$/.test(wordAt(sentence, at + 1))))

/** "How many cars were made": a verb, not the column `make`. */
const isDone = (sentence: Sentence, at: number, { kind }: Noun, clause: number): boolean =>
  clause === 0 &&
  kind === 'column' &&
  /^(was|were|been|being)$/.test(wordAt(sentence, at - 1)) &&
  DONE.test(sentence.tokens[at]?.text.toLowerCase() ?? '')

const EACH = new Set(['each', 'every', 'per'])
const BEFORE_EACH = new Set(['for', 'in', 'of', 'from', 'by', 'at', 'to', 'on', 'with', 'across', 'within'])

/** "for each stadium", "per month", "by country": what rows are grouped by. */
const grouped = (sentence: Sentence, { at }: State): FoundPhrase[] => {
  const first = wordAt(sentence, at)
  const isEach = EACH.has(first) || (BEFORE_EACH.has(first) && EACH.has(wordAt(sentence, at + 1)))
  if (isDoneBy(sentence, at)) return []
  const cue = cueAt(sentence, at, 'group')
  const isVarious = first === 'for' && /^(different|various)$/.test(wordAt(sentence, at + 1))
  const lead = isEach ? (EACH.has(first) ? 1 : 2) : isVarious ? 2 : (cue?.length ?? 0)
  // "For each number of gears"
  const isNumber =
    (isEach || isVarious || first === 'by') && /^numbers? of$/.test(phraseOf(sentence, at + lead, at + lead + 2))
  const start = at + lead + (isNumber ? 2 : 0)
  if (start === at || /^(for all|to each|distribution of|across.*)$/.test(phraseOf(sentence, at, start))) return []
  return nounsAt(sentence, start).map(({ noun, end, weight, distinct }) => ({
    body: { kind: 'noun', noun, distinct },
    end,
    weight: weight + 0.9 * (start - at),
    lead: first === 'by' && !isEach ? 'by' : 'each',
  }))
}

const phraseOf = (sentence: Sentence, from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => wordAt(sentence, from + n)).join(' ')

const CUE_MARKS = [
  ['distinct', 'distinct'],
  ['how-much', 'much'],
  ['how-long', 'long'],
  ['versus', 'versus'],
  ['share', 'share'],
] as const

const marked = (sentence: Sentence, { at, parts }: State): FoundPhrase[] => {
  const word = wordAt(sentence, at)
  const mark = (one: Mark, length: number): FoundPhrase => ({
    body: { kind: 'mark', mark: one },
    end: at + length,
    weight: length - 0.2,
  })
  const cued = (cue: Cue['cue'], one: Mark): FoundPhrase[] => {
    const found = cueAt(sentence, at, cue)
    return found === undefined ? [] : [mark(one, found.length)]
  }
  // "More in the store or on the web?"
  const isBeside =
    /^(more|less|fewer|higher|lower|better|bigger)$/.test(word) &&
    wordAt(sentence, at + 1) !== 'than' &&
    sentence.tokens.slice(at).some(({ lower }) => lower === 'or' || lower === 'than')
  const isTotal = /^(total|sum)$/.test(word) && wordAt(sentence, at - 1) !== 'in'
  const total = wordAt(sentence, at + 1) === 'of' ? mark('total of', 2) : mark('total', 1)
  const all = word === 'all' || word === 'the' ? pastDeterminers(sentence, at).at : at
  const isAll = /^(information|info|details?|everything|data|columns|fields|records?)$/.test(wordAt(sentence, all))
  return [
    ...(parts.length === 0 ? [...cued('who', 'who'), ...cued('when', 'when')] : []),
    ...(at === 0 ? cued('whether', 'whether') : []),
    ...CUE_MARKS.flatMap(([cue, one]) => cued(cue, one)),
    ...(phraseOf(sentence, at, at + 2) === 'on average' ? [mark('average', 2)] : []),
    ...(/^(usually|typically|normally)$/.test(word) ? [mark('average', 1)] : []),
    ...(phraseOf(sentence, at, at + 2) === 'in total' ? [mark('altogether', 2)] : []),
    ...(isTotal ? [total] : []),
    ...(isBeside ? [mark('versus', 1)] : []),
    ...(isAll && all > at ? [mark('everything', all + 1 - at)] : []),
  ]
}

export const nounRules = [named, grouped, marked] as const
