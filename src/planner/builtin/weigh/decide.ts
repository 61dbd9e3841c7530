import { CHOICES_MAX } from '../../../ask/rules/choice.ts'
import type { Weighed } from './weigh.ts'

/** What becomes of a question: its likeliest query is run, the likeliest are offered, or it is declined. */
export type Decision =
  | {
      readonly kind: 'answer'
      readonly answer: Weighed
      /** Further readings that may be meant, likeliest first: they are tried before the answer. */
      readonly others: readonly Weighed[]
    }
  | { readonly kind: 'ask'; readonly between: readonly Weighed[] }
  | { readonly kind: 'decline' }

/** From here on an answer is worth its risk. */
const ANSWERED_FROM = 0.8
/** A reading that is less likely is not worth a statement. */
const TRIED_FROM = 0.3
/** A reading that is less likely is not worth being offered. */
const OFFERED_FROM = 0.1

/** @param weighed likeliest first */
export const decide = (weighed: readonly Weighed[]): Decision => {
  const [first, ...others] = weighed
  if (first === undefined) return { kind: 'decline' }
  if (first.probability >= ANSWERED_FROM)
    return { kind: 'answer', answer: first, others: others.filter(({ probability }) => probability >= TRIED_FROM) }
  const between = weighed.filter(({ probability }) => probability >= OFFERED_FROM).slice(0, CHOICES_MAX)
  return between.length > 0 ? { kind: 'ask', between } : { kind: 'decline' }
}
