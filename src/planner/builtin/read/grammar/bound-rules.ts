import { amountAt, amountsAt, COMPARING, comparatorAt, pastCopula } from './comparators.ts'
import type { Noun } from './part.ts'
import { cueAt, type NounPhrase, nounsAt, type Sentence, wordAt } from './phrases.ts'
import type { Found, State } from './state.ts'

/** "over 20", "at least two courses", "age above 20", "between 5000 and 10000". */
export const bounded = (sentence: Sentence, state: State): Found[] => [
  ...oftenAt(sentence, state),
  ...boundAt(sentence, state, { noun: null, end: state.at, weight: 0, distinct: false }, state.at),
  ...nounsAt(sentence, state.at).flatMap((phrase) => {
    // "Singers below 30": the number is not one of singers.
    if (phrase.noun.kind === 'columns' || phrase.noun.kind === 'table') return []
    const { at, negated, both } = pastCopula(sentence, phrase.end, COMPARING)
    return boundAt(sentence, { ...state, negated: negated || state.negated, both: both || state.both }, phrase, at)
  }),
]

type Bounding = Omit<NounPhrase, 'noun'> & { readonly noun: Noun | null }

const boundAt = (sentence: Sentence, { both, negated }: State, phrase: Bounding, at: number): Found[] => {
  const space = 0.5 * (at - phrase.end)
  const between = cueAt(sentence, at, 'between')
  if (between !== undefined) {
    const low = amountAt(sentence, at + between.length)
    const and = low === undefined ? '' : wordAt(sentence, low.end)
    const high = low === undefined || !/^(and|to)$/.test(and) ? undefined : amountAt(sentence, low.end + 1)
    if (low === undefined || high === undefined) return []
    const bounds = [
      { op: '>=', value: low.value, unit: low.unit },
      { op: '<=', value: high.value, unit: high.unit },
    ] as const
    const weight = phrase.weight + space + high.end - at
    return nounAfter(sentence, phrase, high.end).map(({ noun, end, weight: more }) => ({
      body: { kind: 'bound', noun, sense: null, bounds, among: [], both, times: false },
      end,
      weight: weight + more,
      negated,
    }))
  }
  const compared = comparatorAt(sentence, at)
  if (compared === undefined) return equalAt(sentence, { both, negated }, phrase, at)
  const from = at + compared.length
  const found: Found[] = []
  const against = averageAt(sentence, from)
  if (against !== undefined)
    for (const { noun, end, weight } of against.nouns)
      found.push({
        body: { kind: 'against', noun: phrase.noun ?? noun, sense: compared.sense, op: compared.op, fold: 'avg' },
        end,
        weight: phrase.weight + space + (from - at) + weight,
        negated,
      })
  // "above age 20"
  const named = phrase.noun === null ? nounsAt(sentence, from).filter(({ noun }) => noun.kind === 'column') : []
  for (const { noun, end, weight } of named) {
    const amount = amountAt(sentence, end)
    if (amount === undefined) continue
    found.push({
      body: {
        kind: 'bound',
        noun,
        sense: null,
        bounds: [{ op: compared.op, value: amount.value, unit: amount.unit }],
        among: [],
        both,
        times: false,
      },
      end: amount.end,
      weight: weight + (from - at) + amount.end - end,
      negated,
    })
  }
  const amount = amountAt(sentence, from)
  if (amount === undefined) return found
  const weight = phrase.weight + space + (amount.end - at)
  for (const { noun, end, weight: more } of nounAfter(sentence, phrase, amount.end))
    found.push({
      body: {
        kind: 'bound',
        noun,
        sense: compared.sense,
        bounds: [{ op: amount.op ?? compared.op, value: amount.value, unit: amount.unit }],
        among: [],
        both,
        times: false,
      },
      end,
      weight: weight + more,
      negated,
    })
  return found
}

/** What a number is of, where nothing before it said so: "more than 10 matches". */
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
): Found[] => {
  const amount = amountAt(sentence, at)
  const list = amountsAt(sentence, at)
  if (amount === undefined) return []
  const make = (
    op: '=' | '>=' | '<=' | '>' | '<' | '<>',
    among: readonly number[],
    end: number,
    noun: Noun | null,
    more: number,
  ): Found => ({
    body: {
      kind: 'bound',
      noun,
      sense: null,
      bounds: among.length > 1 ? [] : [{ op, value: amount.value, unit: amount.unit }],
      among: among.length > 1 ? among : [],
      both,
      times: false,
    },
    end,
    weight: phrase.weight + 0.4 * (at - phrase.end) + (amount.end - at) * 0.8 + more,
    negated,
  })
  if (amount.op !== null)
    return nounAfter(sentence, phrase, amount.end).flatMap(({ noun, end, weight }) =>
      noun === null ? [] : [make(amount.op ?? '=', [], end, noun, weight + 0.5)],
    )
  // "The names of the 2 largest": so many, and nothing called 2.
  const isCounting = wordAt(sentence, at - 1) === 'the'
  if (phrase.noun !== null)
    return list === undefined || isCounting
      ? []
      : [make('=', list.values, list.end, phrase.noun, list.values.length - 1)]
  // "with 3 doors": a number of things that something has.
  return nounAfter(sentence, phrase, amount.end).flatMap(({ noun, end, weight }) => {
    const after = noun === null ? undefined : cueAt(sentence, end, 'compare-after')
    if (noun === null) return []
    return [make(after?.cue.op ?? '=', [], end + (after?.length ?? 0), noun, weight - 0.2)]
  })
}

/** "the average", "the average number of products". */
const averageAt = (sentence: Sentence, at: number): { readonly nouns: readonly Bounding[] } | undefined => {
  let next = at
  while (/^(the|an?|of|all|their|its)$/.test(wordAt(sentence, next))) next++
  if (!/^(average|avg|mean)$/.test(wordAt(sentence, next))) return undefined
  const end = wordAt(sentence, next + 1) === 'of' ? next + 2 : next + 1
  const weight = end - at
  const nouns = nounsAt(sentence, end).filter(({ noun }) => noun.kind === 'column')
  return {
    nouns: [
      ...nouns.map((one) => ({ ...one, weight: weight + one.weight })),
      // "More than the average treatment": what is compared is the thing itself.
      ...nounsAt(sentence, end).flatMap(({ noun, end: last, weight: more }) =>
        noun.kind === 'table' ? [{ noun: null, end: last, weight: weight + more, distinct: false }] : [],
      ),
      { noun: null, end: next + 1, weight, distinct: false },
    ],
  }
}

const OFTEN: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
])

/** "More than 10 times", "only once": how often. */
const oftenAt = (sentence: Sentence, { at, both }: State): Found[] => {
  const compared = comparatorAt(sentence, at)
  const from = at + (compared?.length ?? 0)
  const often = OFTEN.get(wordAt(sentence, from))
  const amount = amountAt(sentence, from)
  const isTimes = amount !== undefined && /^times?$/.test(wordAt(sentence, amount.end))
  const value = often ?? (isTimes ? amount.value : undefined)
  if (value === undefined) return []
  const end = often === undefined ? (amount?.end ?? from) + 1 : from + 1
  const bounds = [{ op: compared?.op ?? amount?.op ?? '=', value, unit: null }] as const
  return [
    {
      body: { kind: 'bound', noun: null, sense: null, bounds, among: [], both, times: true },
      end,
      weight: end - at + 0.3,
    },
  ]
}
