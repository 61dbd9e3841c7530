import type { Weighed } from './weigh.ts'

/** What becomes of a question: its likeliest query is run, the two likeliest are offered, or it is declined. */
export type Decision =
  | { readonly kind: 'answer'; readonly answer: Weighed }
  | { readonly kind: 'ask'; readonly between: readonly Weighed[] }
  | { readonly kind: 'decline' }

/** From here on an answer is worth its risk. */
const ANSWERED_FROM = 0.75
/** Two readings of which one is meant: neither is far behind. */
const ASKED_FROM = 0.5
const ASKED_TOGETHER = 1.1

/** @param weighed likeliest first */
export const decide = (weighed: readonly Weighed[]): Decision => {
  const [first, second] = weighed
  if (first === undefined) return { kind: 'decline' }
  if (first.probability >= ANSWERED_FROM) return { kind: 'answer', answer: first }
  const isClose =
    second !== undefined && second.probability >= ASKED_FROM && first.probability + second.probability >= ASKED_TOGETHER
  return isClose ? { kind: 'ask', between: [first, second] } : { kind: 'decline' }
}
