import type { TurnFailure, TurnView as TurnState } from '../../../clients/typescript/src/index.ts'

/** A question with its answer, as far as it has arrived. */
export interface TurnView extends TurnState {
  /** Why it waits to be sent or followed again; the turn continues. */
  readonly delay?: TurnFailure | undefined
}
