import type { Weighed } from './weigh/index.ts'

/** What becomes of a question: its likeliest query is run, the two likeliest are offered, or it is declined. */
export type Decision =
  | { readonly kind: 'answer'; readonly answer: Weighed }
  | { readonly kind: 'ask'; readonly between: readonly Weighed[] }
  | { readonly kind: 'decline' }

/** From here on an answer is worth its risk; where words were prepared, the rules that know them are seldom wrong to pass. */
const ANSWERED_FROM = { prepared: 0.97, unprepared: 0.75 }
/** Two readings of which one is meant: neither is far behind. */
const ASKED_FROM = 0.5
const ASKED_TOGETHER = 1.1

/**
 * @param weighed likeliest first
 * @param isPrepared whether the database has a glossary
 */
export const decide = (weighed: readonly Weighed[], isPrepared: boolean): Decision => {
  const [first, second] = weighed
  if (first === undefined) return { kind: 'decline' }
  // The rules know what prepared words mean; elsewhere they are heard where the grammar is not sure.
  const byRules = isPrepared ? weighed.find(({ by }) => by === 'rules') : undefined
  if (byRules !== undefined) return { kind: 'answer', answer: byRules }
  if (first.probability >= ANSWERED_FROM[isPrepared ? 'prepared' : 'unprepared'])
    return { kind: 'answer', answer: first }
  const isClose =
    second !== undefined && second.probability >= ASKED_FROM && first.probability + second.probability >= ASKED_TOGETHER
  return isClose ? { kind: 'ask', between: [first, second] } : { kind: 'decline' }
}
