import type { QueryDraft } from '../ask/rules/draft.ts'
import type { FilledTemplate, VerifiedQuery } from '../manage/patterns/rules/pattern.ts'

/** A draft from a verified query. @param planner name of the planner that returns it */
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

/** Names the verified query and the values filled in; the verified values may belong to another tenant, and are not shown. */
const filledText = ({ template, values }: FilledTemplate): string => {
  const listed = values.map(({ name, value }) => `${name} ${value}`).join(', ')
  return `The verified query of “${template}” answers this question, with ${listed}.`
}
