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

/** What the guard may find wrong. `hint` is for the planner only: names of the query itself, never data. */
export interface Refusal {
  /** A stable word for logs and tests, for example `denied_table`, `unknown_function`, `not_a_select`. */
  readonly reason: string
  readonly hint: string
  /** Whether another draft by the planner may help: a syntax slip does, an attack does not. */
  readonly repairable: boolean
}

/**
 * Of a database that has rejected names of a query which the guard had let through: what is known of its tables may be out
 * of date.
 */
export const UNKNOWN_NAME = 'unknown_name'

export type GuardResult =
  | { readonly ok: true; readonly query: GuardedQuery }
  | { readonly ok: false; readonly refusal: Refusal }

/** A guarded query before its proof: what a guard produced and its verifier has yet to judge. */
export type Candidate = Pick<GuardedQuery, 'engine' | 'statement' | 'parameters' | 'tables' | 'filters'>

/**
 * The only constructor of a guarded query: it seals a candidate when an independent verifier, which sees the final
 * statement and not how it came about, finds nothing wrong. What is judged is what is sealed: it cannot change while
 * the verifier waits for its parser.
 *
 * @param verify returns what is wrong with the candidate, or undefined.
 */
export const seal = async (
  { engine, statement, parameters, tables, filters }: Candidate,
  verify: (candidate: Candidate) => Promise<Refusal | undefined>,
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
