import type { Verdict } from './trial.ts'

/** The compared part of a report. */
export interface ComparedReport {
  readonly results: readonly { readonly id: string; readonly trials: readonly { readonly verdict: Verdict }[] }[]
}

/** Differences of a later report, over the questions that both contain. */
export interface Comparison {
  /** Fewer right or more wrong answers in total; as shares if questions were repeated. */
  readonly is_worse: boolean
  /** Number of questions in both. */
  readonly compared: number
  /** Questions with fewer right or more wrong answers. */
  readonly worse: readonly Change[]
  /** Questions with more right or fewer wrong answers that are not worse. */
  readonly better: readonly Change[]
}

export interface Change {
  readonly id: string
  readonly before: readonly Verdict[]
  readonly now: readonly Verdict[]
}

/** Tolerance for rounding errors of summed shares. */
const EPSILON = 1e-9

export const compareReports = (before: ComparedReport, now: ComparedReport): Comparison => {
  const earlier = new Map(before.results.map(({ id, trials }) => [id, verdictsOf(trials)]))
  const changes = now.results.flatMap(({ id, trials }): Change[] => {
    const earlierVerdicts = earlier.get(id)
    const verdicts = verdictsOf(trials)
    return earlierVerdicts === undefined || earlierVerdicts.length === 0 || verdicts.length === 0
      ? []
      : [{ id, before: earlierVerdicts, now: verdicts }]
  })
  const gained = (verdict: Verdict) => changes.reduce((sum, change) => sum + gainOf(change, verdict), 0)
  const worse = changes.filter(isWorse)
  const better = changes.filter(
    (change) => !isWorse(change) && (gainOf(change, 'right') > EPSILON || gainOf(change, 'wrong') < -EPSILON),
  )
  return {
    is_worse: gained('right') < -EPSILON || gained('wrong') > EPSILON,
    compared: changes.length,
    worse,
    better,
  }
}

const verdictsOf = (trials: readonly { readonly verdict: Verdict }[]): readonly Verdict[] =>
  trials.map(({ verdict }) => verdict)

const isWorse = (change: Change): boolean => gainOf(change, 'right') < -EPSILON || gainOf(change, 'wrong') > EPSILON

/** Increase of a verdict's share among a question's trials. */
const gainOf = ({ before, now }: Change, verdict: Verdict): number =>
  now.filter((one) => one === verdict).length / now.length -
  before.filter((one) => one === verdict).length / before.length
