import type { BoundValue } from './restriction.ts'

/** Proof that a query passed the guard; a brand does not survive JSON, so it never crosses an activity boundary. */
declare const guarded: unique symbol

export interface GuardedQuery {
  readonly [guarded]: true
  readonly engine: string
  /** The text or command that the engine runs. */
  readonly statement: string
  /** Bound values, in the order of the placeholders. */
  readonly parameters: readonly BoundValue[]
  /** Tables that it reads, named as in the policy; these become the `sources` of an answer. */
  readonly tables: readonly string[]
  /** Which of the caller's restrictions filter at least one of these tables. */
  readonly filters: readonly ('tenant' | 'scope')[]
}

/** Why the guard refuses a draft. `hint` is for the planner only: names from the query itself, never data. */
export interface Refusal {
  /** A stable code for logs and tests, for example `denied_table`, `unknown_function`, `not_a_select`. */
  readonly reason: string
  readonly hint: string
  /** Whether another draft by the planner may help: true for a syntax error, false for an attack. */
  readonly repairable: boolean
}

/** Reason when the database rejects names in a query that the guard accepted: the stored schema may be out of date. */
export const UNKNOWN_NAME = 'unknown_name'

export type GuardResult =
  | { readonly ok: true; readonly query: GuardedQuery }
  | { readonly ok: false; readonly refusal: Refusal }

/** The output of a guard before its verifier has checked it. */
export type QueryCandidate = Pick<GuardedQuery, 'engine' | 'statement' | 'parameters' | 'tables' | 'filters'>

/**
 * The only constructor of a guarded query: it seals a candidate if an independent verifier, which sees only the final
 * statement, finds nothing wrong. The candidate is frozen, so that it cannot change while the verifier waits for its
 * parser.
 *
 * @param verify returns what is wrong with the candidate, or undefined.
 */
export const seal = async (
  { engine, statement, parameters, tables, filters }: QueryCandidate,
  verify: (candidate: QueryCandidate) => Promise<Refusal | undefined>,
): Promise<GuardResult> => {
  const candidate = Object.freeze({
    engine,
    statement,
    parameters: Object.freeze([...parameters]),
    tables: Object.freeze([...tables]),
    filters: Object.freeze([...filters]),
  })
  const refusal = await verify(candidate)
  return refusal === undefined ? { ok: true, query: candidate as GuardedQuery } : { ok: false, refusal }
}
