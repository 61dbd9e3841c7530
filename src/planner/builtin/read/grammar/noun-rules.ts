import type { Noun } from './part.ts'
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
import type { Found, State } from './state.ts'
import { superlativeAt } from './superlative.ts'

/** "stadium names", "the country": something of the database, in whatever role. */
const named = (sentence: Sentence, { at, clause }: State): Found[] =>
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

/** "In stock", "live in": what a small word begins or ends is nothing to be shown. */
const isRelation = (sentence: Sentence, at: number, end: number): boolean => {
  const from = pastDeterminers(sentence, at).at
  return end > from + 1 && (RELATING.test(wordAt(sentence, from)) || RELATING.test(wordAt(sentence, end - 1)))
}
const VERB_SHOWN = 0.6

/** "Show the names", "please show": the verb that begins a sentence, whatever a table is called. */
const isOrder = (sentence: Sentence, at: number): boolean =>
  (at === 0 || /^(please|kindly|you|[.?!;])$/.test(wordAt(sentence, at - 1))) &&
  (SHOWING.has(wordAt(sentence, at)) ||
    (wordAt(sentence, at) === 'name' && /^(the|all|any|every)$/.test(wordAt(sentence, at + 1))))

/** "How many cars were made": what was done, and no column `make`. */
const isDone = (sentence: Sentence, at: number, { kind }: Noun, clause: number): boolean =>
  clause === 0 &&
  kind === 'column' &&
  /^(was|were|been|being)$/.test(wordAt(sentence, at - 1)) &&
  DONE.test(sentence.tokens[at]?.text.toLowerCase() ?? '')

const EACH = new Set(['each', 'every', 'per'])
const BEFORE_EACH = new Set(['for', 'in', 'of', 'from', 'by', 'at', 'to', 'on', 'with', 'across', 'within'])

/** "for each stadium", "per month", "by country": what rows are grouped by. */
const grouped = (sentence: Sentence, { at }: State): Found[] => {
  const first = wordAt(sentence, at)
  const isEach = EACH.has(first) || (BEFORE_EACH.has(first) && EACH.has(wordAt(sentence, at + 1)))
  if (isDoneBy(sentence, at)) return []
  const cue = cueAt(sentence, at, 'group')
  const isVarious = first === 'for' && /^(different|various)$/.test(wordAt(sentence, at + 1))
  const lead = isVarious ? 2 : isEach ? (EACH.has(first) ? 1 : 2) : (cue?.length ?? 0)
  // "For different numbers of cylinders", "for each number of gears"
  const isNumber =
    (isVarious || isEach || first === 'by') && /^numbers? of$/.test(phraseOf(sentence, at + lead, at + lead + 2))
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

const MARKS = { who: 'who', where: 'where', when: 'when', distinct: 'distinct' } as const

const marked = (sentence: Sentence, { at, parts }: State): Found[] => {
  const found: Found[] = []
  const word = wordAt(sentence, at)
  if (at === 0 || parts.length === 0) {
    if (/^(people|persons|those) who$/.test(phraseOf(sentence, at, at + 2)))
      found.push({ body: { kind: 'mark', mark: 'who' }, end: at + 1, weight: 0.8 })
    for (const name of ['who', 'where', 'when'] as const) {
      const cue = cueAt(sentence, at, name)
      if (cue !== undefined)
        found.push({ body: { kind: 'mark', mark: MARKS[name] }, end: at + cue.length, weight: 0.8 })
    }
    const whether = cueAt(sentence, at, 'whether')
    if (whether !== undefined && at === 0)
      found.push({ body: { kind: 'mark', mark: 'whether' }, end: at + whether.length, weight: 0.5 })
  }
  if (/^(usually|typically|normally)$/.test(word))
    found.push({ body: { kind: 'mark', mark: 'average' }, end: at + 1, weight: 0.9 })
  if (word === 'on' && wordAt(sentence, at + 1) === 'average')
    found.push({ body: { kind: 'mark', mark: 'average' }, end: at + 2, weight: 1.8 })
  const distinct = cueAt(sentence, at, 'distinct')
  if (distinct !== undefined)
    found.push({ body: { kind: 'mark', mark: 'distinct' }, end: at + distinct.length, weight: 0.8 })
  // "How many people work there."
  if (/^(people|persons)$/.test(word) && parts.at(-1)?.kind === 'count')
    found.push({ body: { kind: 'mark', mark: 'who' }, end: at + 1, weight: 1 })
  if (/^in total\b/.test(phraseOf(sentence, at, at + 2)))
    found.push({ body: { kind: 'mark', mark: 'altogether' }, end: at + 2, weight: 1.2 })
  if (/^(total|sum)$/.test(word) && wordAt(sentence, at - 1) !== 'in') {
    const isOf = wordAt(sentence, at + 1) === 'of'
    found.push({
      body: { kind: 'mark', mark: isOf ? 'total of' : 'total' },
      end: at + (isOf ? 2 : 1),
      weight: isOf ? 1.8 : 0.8,
    })
  }
  const much = cueAt(sentence, at, 'how-much')
  if (much !== undefined)
    found.push({ body: { kind: 'mark', mark: 'much' }, end: at + much.length, weight: much.length * 0.9 })
  const long = cueAt(sentence, at, 'how-long')
  if (long !== undefined)
    found.push({ body: { kind: 'mark', mark: 'long' }, end: at + long.length, weight: long.length * 0.9 })
  // "More in the store or on the web?"
  if (
    /^(more|less|fewer|higher|lower|better|bigger)$/.test(word) &&
    wordAt(sentence, at + 1) !== 'than' &&
    sentence.tokens.slice(at).some(({ lower }) => lower === 'or' || lower === 'than')
  )
    found.push({ body: { kind: 'mark', mark: 'versus' }, end: at + 1, weight: 0.9 })
  const versus = cueAt(sentence, at, 'versus')
  if (versus !== undefined)
    found.push({ body: { kind: 'mark', mark: 'versus' }, end: at + versus.length, weight: versus.length * 0.9 })
  const share = cueAt(sentence, at, 'share')
  if (share !== undefined)
    found.push({ body: { kind: 'mark', mark: 'share' }, end: at + share.length, weight: share.length })
  const start = word === 'all' || word === 'the' ? pastDeterminers(sentence, at).at : at
  if (
    /^(information|info|details?|everything|data|columns|fields|records?)$/.test(wordAt(sentence, start)) &&
    start > at
  )
    found.push({ body: { kind: 'mark', mark: 'everything' }, end: start + 1, weight: 0.9 })
  return found
}

export const nounRules = [named, grouped, marked] as const
