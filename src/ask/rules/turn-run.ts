import type { TurnStatus } from './turn-event.ts'

/** State of a turn, for operators. */
export const TURN_STATES = ['running', 'answered', 'failed', 'cancelled'] as const
export type TurnRunState = (typeof TURN_STATES)[number]

/** A turn as a run in Temporal: ids, state and duration, without its question or answer. */
export interface TurnRun {
  readonly turnId: string
  readonly conversationId: string
  readonly organizationId: number
  readonly databaseId: string
  readonly state: TurnRunState
  /** The name of the problem that it ended with; absent if it succeeded, or was terminated in Temporal. */
  readonly problem?: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Absent while it runs. */
  readonly endedAt?: string
  /** Temporal workflow id. */
  readonly workflowId: string
  readonly runId: string
}

/** A filter of runs; all conditions have to match. */
export interface TurnRunFilter {
  readonly organizationId?: number | undefined
  readonly databaseId?: string | undefined
  readonly problem?: string | undefined
  readonly conversationId?: string | undefined
  readonly state?: TurnRunState | undefined
  /** Minimum duration so far. */
  readonly minSeconds?: number | undefined
}

/** The current status of a running turn; undefined if unknown. */
export type TurnStep = TurnStatus | undefined
