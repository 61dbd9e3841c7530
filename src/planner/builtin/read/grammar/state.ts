import type { Part, PartBody } from './part.ts'

/** How far a question has been read in one way of reading it. Immutable: every step makes a new one. */
export interface State {
  readonly at: number
  readonly parts: readonly Part[]
  /** Better readings first: what is explained, less what is passed over. */
  readonly score: number
  readonly clause: number
  readonly lead: string
  readonly negated: boolean
  readonly both: boolean
  readonly before: readonly string[]
  /** Places of words that no part has used. */
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

/** A phrase found at the place where a state stands. */
export interface Found {
  readonly body: PartBody
  readonly end: number
  readonly weight: number
  /** Where it says itself which small word leads it: "for each stadium". */
  readonly lead?: string
  /** Where it says that it is no condition of what went before: "give me the names". */
  readonly clause?: number
  readonly negated?: boolean
}

/** Every part should be worth having: long phrases are better than the same words in pieces. */
const PART_COST = 0.3

export const withPart = (state: State, { body, end, weight, lead, clause, negated }: Found): State => {
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
