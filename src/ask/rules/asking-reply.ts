import { type Choice, choiceLine } from './choice.ts'
import type { QueryDraft, ReplyDraft } from './draft.ts'

/** Asks which reading of a question is meant. The choices are in the text too, for clients that do not support choices. */
const askingText = (choices: readonly Choice[], unknown: string | null = null): string =>
  [`${reasonOf(choices, unknown)} ${WHICH[choices.length] ?? WHICH_OF_SEVERAL}`, ...choices.map(choiceLine)].join('\n')

const WHICH_OF_SEVERAL = 'Which one do you mean?'
const WHICH: Readonly<Record<number, string>> = { 1: 'Do you mean this?' }

/** @param unknown quoted words that no reading could interpret */
const reasonOf = (choices: readonly Choice[], unknown: string | null): string =>
  unknown !== null
    ? `I am not sure what to make of ${unknown}.`
    : choices.length === 1
      ? 'I am not sure that I read that rightly.'
      : 'That can be read in several ways.'

/** The reply that offers the readings of a drafted query for selection. */
export const askingReply = (
  { planner, confidence }: Pick<QueryDraft, 'planner' | 'confidence'>,
  choices: readonly Choice[],
  unknown: string | null = null,
): ReplyDraft => ({
  planner,
  mode: 'clarify',
  reply: askingText(choices, unknown),
  suggestions: [],
  choices,
  assumptions: [],
  confidence,
})
