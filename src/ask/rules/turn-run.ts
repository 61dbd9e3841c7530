import type { TurnStatus } from './turn-event.ts'

/** How a turn stands, for those who look after the service. */
export const TURN_STATES = ['running', 'answered', 'failed', 'cancelled'] as const
export type TurnRunState = (typeof TURN_STATES)[number]

/** A turn as a run in Temporal: ids, how it stands and how long it took; nothing of what was asked or found. */
export interface TurnRun {
  readonly turnId: string
  readonly conversationId: string
  readonly organizationId: number
  readonly databaseId: string
  readonly state: TurnRunState
  /** The name of the problem that it ended with; absent where it ended without, or was ended from outside. */
  readonly problem?: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Absent while it runs. */
  readonly endedAt?: string
  /** In Temporal. */
  readonly workflowId: string
  readonly runId: string
}

/** Which runs are asked for: those that are all of it. */
export interface TurnRunFilter {
  readonly organizationId?: number | undefined
  readonly databaseId?: string | undefined
  readonly problem?: string | undefined
  readonly conversationId?: string | undefined
  readonly state?: TurnRunState | undefined
  /** Those that took at least as long, or have run for as long. */
  readonly minSeconds?: number | undefined
}

/** What a running turn is at; undefined where nobody can say. */
export type TurnStep = TurnStatus | undefined
