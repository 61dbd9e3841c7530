import { EXPLORE_COMMANDS_MAX, type ExploreKind, type ExploreResult } from '../explore-command.ts'

/** Parts of a model's rules about exploring before it writes, each empty if it may not explore. */
export interface ExploreText {
  readonly mode: string
  readonly key: string
  readonly rule: string
}

const NONE: ExploreText = { mode: '', key: '', rule: '' }

const WITHIN =
  'the column or table "within" (null: anywhere); with an empty "text", what the column "within" holds: its values, or its range'
const AGAIN = 'You are asked again, with what was found.'
const RULES = {
  all: `something that you need may be in the database and is not shown here. "search": tables and columns by the words "text"; "describe": the whole table "text"; "values": texts like "text" in ${WITHIN}. ${AGAIN}`,
  values: `the question names something that is not spelled out here. Texts like "text" are looked up in ${WITHIN}. ${AGAIN}`,
} as const

/** @param offered the kinds that a model may request; equal input gives equal text, so that providers can cache it */
export const exploreText = (offered: readonly ExploreKind[]): ExploreText => {
  if (offered.length === 0) return NONE
  const kinds = offered.map((kind) => `"${kind}"`).join(' | ')
  return {
    mode: ' | "look"',
    key: `,\n  "look": if mode is "look", at most ${EXPLORE_COMMANDS_MAX} of {"kind": ${kinds}, "text": text, "within": text or null}, and all else is null or []; otherwise []`,
    rule: `\n- "look": ${offered.includes('search') ? RULES.all : RULES.values}`,
  }
}

/** Results, oldest first. */
export const foundText = (found: readonly ExploreResult[]): string => found.map(({ text }) => text).join('\n')
