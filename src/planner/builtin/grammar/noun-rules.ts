import type { Noun } from './part.ts'
import { cueAt, DONE, isDoneBy, nounsAt, pastDeterminers, type Sentence, SHOWING, wordAt } from './phrases.ts'
import type { Found, State } from './state.ts'

/** "stadium names", "the country": something of the database, in whatever role. */
const named = (sentence: Sentence, { at, clause }: State): Found[] =>
  nounsAt(sentence, at)
    .filter(({ noun, end }) => end > at + 1 || !(isOrder(sentence, at) || isDone(sentence, at, noun, clause)))
    .map(({ noun, end, weight, distinct }) => ({ body: { kind: 'noun', noun, distinct }, end, weight }))

/** "Show the names", "please show": the verb that begins a sentence, whatever a table is called. */
const isOrder = (sentence: Sentence, at: number): boolean =>
  (at === 0 || /^(please|kindly|you|[.?!;])$/.test(wordAt(sentence, at - 1))) && SHOWING.has(wordAt(sentence, at))

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
  const isNumber = (isVarious || isEach) && /^numbers? of$/.test(phraseOf(sentence, at + lead, at + lead + 2))
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
    for (const name of ['who', 'where', 'when'] as const) {
      const cue = cueAt(sentence, at, name)
      if (cue !== undefined)
        found.push({ body: { kind: 'mark', mark: MARKS[name] }, end: at + cue.length, weight: 0.8 })
    }
    const whether = cueAt(sentence, at, 'whether')
    if (whether !== undefined && at === 0)
      found.push({ body: { kind: 'mark', mark: 'whether' }, end: at + whether.length, weight: 0.5 })
  }
  if (word === 'on' && wordAt(sentence, at + 1) === 'average')
    found.push({ body: { kind: 'mark', mark: 'average' }, end: at + 2, weight: 1.8 })
  const distinct = cueAt(sentence, at, 'distinct')
  if (distinct !== undefined)
    found.push({ body: { kind: 'mark', mark: 'distinct' }, end: at + distinct.length, weight: 0.8 })
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
