import { amountAt, amountsAt, COMPARING, comparatorAt, pastCopula } from './comparators.ts'
import type { Noun, PartBody } from './part.ts'
import { cueAt, type NounPhrase, nounsAt, type Sentence, wordAt } from './phrases.ts'
import type { FoundPhrase, State } from './state.ts'

type Bound = Extract<PartBody, { kind: 'bound' }>

const boundOf = (noun: Noun | null, bounds: Bound['bounds'], more: Partial<Bound>): Bound => ({
  kind: 'bound',
  noun,
  bounds,
  sense: null,
  among: [],
  both: false,
  times: false,
  ...more,
})

/** "over 20", "at least two courses", "age above 20", "between 5000 and 10000". */
export const bounded = (sentence: Sentence, state: State): FoundPhrase[] => [
  ...oftenAt(sentence, state),
  ...boundAt(sentence, state, { noun: null, end: state.at, weight: 0, distinct: false }, state.at),
  ...nounsAt(sentence, state.at).flatMap((phrase) => {
    // "Singers below 30": the number is no number of singers.
    if (phrase.noun.kind === 'columns' || phrase.noun.kind === 'table') return []
    const { at, negated, both } = pastCopula(sentence, phrase.end, COMPARING)
    return boundAt(sentence, { ...state, negated: negated || state.negated, both: both || state.both }, phrase, at)
  }),
]

type Bounding = Omit<NounPhrase, 'noun'> & { readonly noun: Noun | null }

const boundAt = (sentence: Sentence, { both, negated }: State, phrase: Bounding, at: number): FoundPhrase[] => {
  const start = phrase.weight + 0.5 * (at - phrase.end)
  const between = cueAt(sentence, at, 'between')
  if (between !== undefined) {
    const low = amountAt(sentence, at + between.length)
    const isJoined = low !== undefined && /^(and|to)$/.test(wordAt(sentence, low.end))
    const high = isJoined ? amountAt(sentence, low.end + 1) : undefined
    if (low === undefined || high === undefined) return []
    const bounds = [
      { op: '>=', value: low.value, unit: low.unit },
      { op: '<=', value: high.value, unit: high.unit },
    ] as const
    return nounAfter(sentence, phrase, high.end).map(({ noun, end, weight }) => ({
      body: boundOf(noun, bounds, { both }),
      end,
      weight: start + high.end - at + weight,
      negated,
    }))
  }
  const compared = comparatorAt(sentence, at)
  if (compared === undefined) return equalAt(sentence, { both, negated }, phrase, at)
  const { op, sense } = compared.cue
  const from = at + compared.length
  const against = averageAt(sentence, from).map(
    ({ noun, end, weight }): FoundPhrase => ({
      body: { kind: 'against', noun: phrase.noun ?? noun, sense, op, fold: 'avg' },
      end,
      weight: start + (from - at) + weight,
      negated,
    }),
  )
  // "above age 20"
  const named = phrase.noun === null ? nounsAt(sentence, from).filter(({ noun }) => noun.kind === 'column') : []
  const before = named.flatMap(({ noun, end, weight }): FoundPhrase[] => {
    const amount = amountAt(sentence, end)
    if (amount === undefined) return []
    const body = boundOf(noun, [{ op, value: amount.value, unit: amount.unit }], { both })
    return [{ body, end: amount.end, weight: weight + (from - at) + amount.end - end, negated }]
  })
  const amount = amountAt(sentence, from)
  if (amount === undefined) return [...against, ...before]
  const bounds = [{ op: amount.op ?? op, value: amount.value, unit: amount.unit }]
  const after = nounAfter(sentence, phrase, amount.end).map(
    ({ noun, end, weight }): FoundPhrase => ({
      body: boundOf(noun, bounds, { sense, both }),
      end,
      weight: start + (amount.end - at) + weight,
      negated,
    }),
  )
  return [...against, ...before, ...after]
}

/** The noun after a number, if none precedes it: "more than 10 matches". */
const nounAfter = (sentence: Sentence, phrase: Bounding, end: number): readonly Bounding[] => {
  const none: Bounding = { noun: phrase.noun, end, weight: 0, distinct: false }
  if (phrase.noun !== null) return [none]
  return [...nounsAt(sentence, end).filter(({ noun }) => noun.kind !== 'columns'), { ...none, weight: -0.2 }]
}

/** "aged 32 or 33", "year 2014", "exactly 3 doors", "5 or more orders". */
const equalAt = (
  sentence: Sentence,
  { both, negated }: Pick<State, 'both' | 'negated'>,
  phrase: Bounding,
  at: number,
): FoundPhrase[] => {
  const amount = amountAt(sentence, at)
  const list = amountsAt(sentence, at)
  if (amount === undefined) return []
  const { value, unit } = amount
  const start = phrase.weight + 0.4 * (at - phrase.end) + (amount.end - at) * 0.8
  if (phrase.noun !== null && amount.op === null) {
    // "The names of the 2 largest": a limit, not the value 2.
    if (list === undefined || wordAt(sentence, at - 1) === 'the') return []
    const { values, end } = list
    const body = boundOf(phrase.noun, values.length > 1 ? [] : [{ op: '=', value, unit }], {
      among: values.length > 1 ? values : [],
      both,
    })
    return [{ body, end, weight: start + values.length - 1, negated }]
  }
  // "with 3 doors": a number of related things.
  return nounAfter(sentence, phrase, amount.end).flatMap(({ noun, end, weight }): FoundPhrase[] => {
    if (noun === null) return []
    const after = amount.op === null ? cueAt(sentence, end, 'compare-after') : undefined
    const body = boundOf(noun, [{ op: amount.op ?? after?.cue.op ?? '=', value, unit }], { both })
    const more = amount.op === null ? -0.2 : 0.5
    return [{ body, end: end + (after?.length ?? 0), weight: start + weight + more, negated }]
  })
}

/** What "the average" refers to: "the average", "the average age", and "the average treatment", which is the thing itself. */
const averageAt = (sentence: Sentence, at: number): readonly Bounding[] => {
  let next = at
  while (/^(the|an?|of|all|their|its)$/.test(wordAt(sentence, next))) next++
  if (!/^(average|avg|mean)$/.test(wordAt(sentence, next))) return []
  const end = next + 1
  const bare: Bounding = { noun: null, end, weight: end - at, distinct: false }
  const nouns = nounsAt(sentence, end).flatMap((one): Bounding[] =>
    one.noun.kind === 'column' || one.noun.kind === 'table'
      ? [{ ...one, noun: one.noun.kind === 'table' ? null : one.noun, weight: end - at + one.weight }]
      : [],
  )
  return [...nouns, bare]
}

const OFTEN: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
])

/** "More than 10 times", "only once", "twice or more": how often. */
const oftenAt = (sentence: Sentence, { at }: State): FoundPhrase[] => {
  const compared = comparatorAt(sentence, at)
  const from = at + (compared?.length ?? 0)
  const often = OFTEN.get(wordAt(sentence, from))
  const amount = amountAt(sentence, from)
  const isTimes = amount !== undefined && /^times?$/.test(wordAt(sentence, amount.end))
  const value = often ?? (isTimes ? amount.value : undefined)
  if (value === undefined) return []
  const last = often === undefined ? (amount?.end ?? from) + 1 : from + 1
  const after = compared === undefined ? cueAt(sentence, last, 'compare-after') : undefined
  const end = last + (after?.length ?? 0)
  const bounds = [{ op: compared?.cue.op ?? after?.cue.op ?? amount?.op ?? '=', value, unit: null }] as const
  return [{ body: boundOf(null, bounds, { times: true }), end, weight: end - at + 0.3 }]
}
