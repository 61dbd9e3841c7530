import type { QueryDraft } from '../domain/ask/draft.ts'
import type { VerifiedQuery } from '../domain/ask/pattern.ts'

/** Somebody has said which query answers this very question. @param planner who drafts it */
export const verifiedDraft = (planner: string, { question, query }: VerifiedQuery): QueryDraft => ({
  planner,
  mode: 'query',
  query,
  explanation: question.replace(/[?!]$/, '').trimEnd(),
  assumptions: ['A verified query answers this question.'],
  confidence: 1,
})
