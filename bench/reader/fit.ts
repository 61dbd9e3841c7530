import LogisticRegression from 'ml-logistic-regression'
import { Matrix } from 'ml-matrix'
import { FEATURES, probabilityOf } from '../../src/planner/builtin/weigh/index.ts'
import type { Samples } from './sample.ts'

interface Row {
  readonly features: readonly number[]
  readonly isRight: boolean
}

const STEPS = 1_200
const GAINS = new Set(['constant', 'one value'])

/**
 * Logistic regression over feature rows. Features of shortcomings must not raise a probability: a positive weight of one
 * is overfitting to few databases, and the feature is dropped from the next fit.
 *
 * @param mayGain indexes of features that may raise the probability
 */
const fitRows = (rows: readonly Row[], mayGain: ReadonlySet<number>): readonly number[] => {
  const width = rows[0]?.features.length ?? 0
  // The library identifies classes by number, and needs both.
  if (new Set(rows.map(({ isRight }) => isRight)).size < 2) return Array.from({ length: width }, () => 0)
  let kept = Array.from({ length: width }, (_, index) => index)
  for (;;) {
    const weights = fitted(
      rows.map(({ features, isRight }) => ({ features: kept.map((at) => features[at] ?? 0), isRight })),
    )
    const sound = kept.filter((at, place) => mayGain.has(at) || (weights[place] ?? 0) <= 0)
    if (sound.length === kept.length) return Array.from({ length: width }, (_, at) => weights[kept.indexOf(at)] ?? 0)
    kept = sound
  }
}

const fitted = (rows: readonly Row[]): readonly number[] => {
  const regression = new LogisticRegression({ numSteps: STEPS, learningRate: 1.5 / rows.length })
  regression.train(
    new Matrix(rows.map(({ features }) => [...features])),
    Matrix.columnVector(rows.map(({ isRight }) => Number(isRight))),
  )
  return regression.classifiers[0]?.weights.getRow(0) ?? []
}

/** Fits one weight per feature for readings of questions. */
export const fitReader = (samples: readonly Samples[]): readonly number[] => {
  const gains = new Set(FEATURES.flatMap((name, at) => (GAINS.has(name) ? [at] : [])))
  return fitRows(
    balanced(samples).flatMap(({ readings }) => readings),
    gains,
  )
}

/** Weighs databases without a glossary like the demo, regardless of their numbers of questions. */
const balanced = (samples: readonly Samples[]): readonly Samples[] => {
  const demo = samples.filter(({ group }) => group.startsWith('demo'))
  const unseen = samples.filter(({ group }) => !group.startsWith('demo'))
  const times = unseen.length === 0 ? 1 : Math.max(1, Math.round(demo.length / unseen.length))
  return [...demo, ...Array.from({ length: times }, () => unseen).flat()]
}

/** The most likely reading of a question with its probability, and whether it is right. */
export interface Outcome {
  readonly group: string
  readonly probability: number
  readonly isRight: boolean
}

/** The reading that would be chosen; null if there is none. */
const chosen = ({ group, readings }: Samples, weights: readonly number[]): Outcome | null => {
  const outcomes = readings.map(({ features, trust, isRight }): Outcome => {
    return { group, probability: probabilityOf(weights, features, trust), isRight }
  })
  return outcomes.toSorted((a, b) => b.probability - a.probability)[0] ?? null
}

/**
 * Leave-one-group-out fits, with the results for the group left out. Platt scaling is applied to the weights, fitted on
 * groups held out of development, because the grammar was made with knowledge of the others.
 *
 * @param aside groups used for the scaling only; if empty, the groups left out are used
 */
export const leaveOneOutFits = (
  samples: readonly Samples[],
  toFit: (samples: readonly Samples[]) => readonly number[],
  aside: readonly Samples[],
): { readonly weights: readonly number[]; readonly outcomes: readonly Outcome[] } => {
  const raw = [...new Set(samples.map(({ group }) => group))].flatMap((group) => {
    const without = toFit(samples.filter((one) => one.group !== group))
    return samples.filter((one) => one.group === group).flatMap((one) => chosen(one, without) ?? [])
  })
  const whole = toFit(samples)
  const unseen = aside.flatMap((one) => chosen(one, whole) ?? [])
  const scale = scaleOf(unseen.length > 0 ? unseen : raw.filter(({ group }) => !group.startsWith('demo')))
  return {
    weights: scaled(whole, scale),
    outcomes: [...raw, ...unseen].map((one) => ({
      ...one,
      probability: sigmoid(moved(logit(one.probability), scale)),
    })),
  }
}

interface Scale {
  readonly shift: number
  readonly factor: number
}

const logit = (probability: number): number => {
  const bounded = Math.min(0.9999, Math.max(0.0001, probability))
  return Math.log(bounded / (1 - bounded))
}
const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
const moved = (value: number, { shift, factor }: Scale): number => shift + factor * value

/** Platt scaling, from the probabilities of groups left out. */
const scaleOf = (outcomes: readonly Outcome[]): Scale => {
  if (new Set(outcomes.map(({ isRight }) => isRight)).size < 2) return { shift: 0, factor: 1 }
  const [shift = 0, factor = 1] = fitted(
    outcomes.map(({ probability, isRight }) => ({ features: [1, logit(probability)], isRight })),
  )
  return { shift, factor }
}

const scaled = (weights: readonly number[], { shift, factor }: Scale): readonly number[] =>
  weights.map((weight, index) => weight * factor + (index === 0 ? shift : 0))
