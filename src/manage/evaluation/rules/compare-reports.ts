import type { Verdict } from './trial.ts'

/** What of a report is compared with another one. */
export interface ComparedReport {
  readonly results: readonly { readonly id: string; readonly trials: readonly { readonly verdict: Verdict }[] }[]
}

/** How a later report stands to an earlier one, by the questions that both have. */
export interface Comparison {
  /** Fewer right or more wrong, over all these questions: as shares where they were asked more than once. */
  readonly is_worse: boolean
  /** Questions that both have. */
  readonly compared: number
  /** Each with fewer right or more wrong than before. */
  readonly worse: readonly Change[]
  /** Each with more right or fewer wrong, and not worse. */
  readonly better: readonly Change[]
}

export interface Change {
  readonly id: string
  readonly before: readonly Verdict[]
  readonly now: readonly Verdict[]
}

/** Of sums of shares: what is less is how they were added up. */
const SAME = 1e-9

export const compareReports = (before: ComparedReport, now: ComparedReport): Comparison => {
  const earlier = new Map(before.results.map(({ id, trials }) => [id, verdictsOf(trials)]))
  const changes = now.results.flatMap(({ id, trials }): Change[] => {
    const was = earlier.get(id)
    const is = verdictsOf(trials)
    return was === undefined || was.length === 0 || is.length === 0 ? [] : [{ id, before: was, now: is }]
  })
  const gained = (verdict: Verdict) => changes.reduce((sum, change) => sum + gainOf(change, verdict), 0)
  const worse = changes.filter(isWorse)
  const better = changes.filter(
    (change) => !isWorse(change) && (gainOf(change, 'right') > SAME || gainOf(change, 'wrong') < -SAME),
  )
  return {
    is_worse: gained('right') < -SAME || gained('wrong') > SAME,
    compared: changes.length,
    worse,
    better,
  }
}

const verdictsOf = (trials: readonly { readonly verdict: Verdict }[]): readonly Verdict[] =>
  trials.map(({ verdict }) => verdict)

const isWorse = (change: Change): boolean => gainOf(change, 'right') < -SAME || gainOf(change, 'wrong') > SAME

/** How much more of a question's trials have a verdict than before, as a share of them. */
const gainOf = ({ before, now }: Change, verdict: Verdict): number =>
  now.filter((one) => one === verdict).length / now.length -
  before.filter((one) => one === verdict).length / before.length
