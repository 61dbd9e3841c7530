import type { ProblemName } from '../problem.ts'
import type { Outcome, RefusedOutcome, RowsOutcome } from './outcome.ts'

export const REPAIRS_MAX = 2

export type NextStep =
  | { readonly do: 'answer'; readonly outcome: RowsOutcome }
  | { readonly do: 'repair'; readonly outcome: RefusedOutcome }
  | { readonly do: 'give-up'; readonly problem: ProblemName }

/** After running a draft: answer, let the planner repair it (at most `REPAIRS_MAX` times), or give up. */
export const nextStep = (outcome: Outcome, repairsDone: number): NextStep => {
  if (outcome.kind === 'rows') return { do: 'answer', outcome }
  if (outcome.refusal.repairable && repairsDone < REPAIRS_MAX) return { do: 'repair', outcome }
  return { do: 'give-up', problem: outcome.by === 'guard' ? 'query_refused' : 'query_failed' }
}
