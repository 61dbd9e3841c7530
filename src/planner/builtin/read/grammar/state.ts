import type { Part, PartBody } from './part.ts'

/** The progress of one reading of a question. Immutable: every step creates a new state. */
export interface State {
  readonly at: number
  readonly parts: readonly Part[]
  /** Higher for better readings: what is explained, minus what is skipped. */
  readonly score: number
  readonly clause: number
  readonly lead: string
  readonly negated: boolean
  readonly both: boolean
  readonly before: readonly string[]
  /** Tokens that no part uses. */
  readonly skipped: readonly number[]
}

export const START: State = {
  at: 0,
  parts: [],
  score: 0,
  clause: 0,
  lead: 'head',
  negated: false,
  both: false,
  before: [],
  skipped: [],
}

/** A phrase found at the position of a state. */
export interface FoundPhrase {
  readonly body: PartBody
  readonly end: number
  readonly weight: number
  /** Its leading small word, if the phrase contains it: "for each stadium". */
  readonly lead?: string
  /** Set if it starts the main clause again: "give me the names". */
  readonly clause?: number
  readonly negated?: boolean
}

/** Cost per part: a long phrase is better than its pieces. */
const PART_COST = 0.3

export const withPart = (state: State, { body, end, weight, lead, clause, negated }: FoundPhrase): State => {
  const part: Part = {
    ...body,
    at: state.at,
    end,
    weight,
    clause: clause ?? state.clause,
    lead: lead ?? state.lead,
    negated: negated ?? state.negated,
    before: state.before,
  }
  return {
    ...state,
    at: end,
    parts: [...state.parts, part],
    score: state.score + weight - PART_COST,
    clause: part.clause,
    lead: 'after',
    negated: body.kind === 'mark' ? state.negated : false,
    both: body.kind === 'mark' || body.kind === 'noun' ? state.both : false,
    before: [],
  }
}
