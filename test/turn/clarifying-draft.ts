import type { Choice } from '../../src/ask/rules/choice.ts'
import type { Draft } from '../../src/ask/rules/draft.ts'

/** The draft for a question with several meanings. */
export const clarifyingDraft = (choices: readonly Choice[], reply: string): Draft => ({
  planner: 'builtin',
  mode: 'clarify',
  suggestions: [],
  assumptions: [],
  confidence: 0.6,
  choices,
  reply,
})
