import type { QueryDraft } from '../ask/rules/draft.ts'
import type { Filled, VerifiedQuery } from '../manage/patterns/rules/pattern.ts'

/** Somebody has said which query answers this question. @param planner who drafts it */
export const verifiedDraft = (planner: string, { question, query, filled, state }: VerifiedQuery): QueryDraft => ({
  planner,
  mode: 'query',
  query,
  explanation: question.replace(/[?!]$/, '').trimEnd(),
  assumptions: [filled === undefined ? 'A verified query answers this question.' : filledText(filled)],
  confidence: 1,
  verified: true,
  ...(state === undefined ? {} : { pattern: state }),
})

/** Which verified query it is, with which values: those that were verified may be another tenant's, and are not told. */
const filledText = ({ template, values }: Filled): string => {
  const listed = values.map(({ name, value }) => `${name} ${value}`).join(', ')
  return `The verified query of “${template}” answers this question, with ${listed}.`
}
