import { CHOICES_MAX } from '../../../ask/rules/choice.ts'
import type { WeighedQuery } from './weigh.ts'

/** The decision on a question: the most likely query is run, several are offered, or the question is declined. */
export type Decision =
  | {
      readonly kind: 'answer'
      readonly answer: WeighedQuery
      /** Further readings, most likely first: they are run before the answer. */
      readonly others: readonly WeighedQuery[]
    }
  | { readonly kind: 'ask'; readonly between: readonly WeighedQuery[] }
  | { readonly kind: 'decline' }

/** Minimum probability for an answer. */
const ANSWERED_FROM = 0.8
/** Minimum probability for running a reading. */
const TRIED_FROM = 0.3
/** Minimum probability for offering a reading. */
const OFFERED_FROM = 0.1

/** @param weighed most likely first */
export const decide = (weighed: readonly WeighedQuery[]): Decision => {
  const [first, ...others] = weighed
  if (first === undefined) return { kind: 'decline' }
  if (first.probability >= ANSWERED_FROM)
    return { kind: 'answer', answer: first, others: others.filter(({ probability }) => probability >= TRIED_FROM) }
  const between = weighed.filter(({ probability }) => probability >= OFFERED_FROM).slice(0, CHOICES_MAX)
  return between.length > 0 ? { kind: 'ask', between } : { kind: 'decline' }
}
