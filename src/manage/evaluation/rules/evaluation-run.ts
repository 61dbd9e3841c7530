import type { Verdict } from './trial.ts'

export const EVALUATION_STATUSES = ['running', 'finished', 'stopped', 'failed'] as const
export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number]

/** One start of an evaluation: its questions and trials are stored under its id, apart from those of other starts. */
export interface EvaluationRun {
  readonly id: string
  readonly databaseId: string
  /** Of questions and options: the same ones are not started twice at once. */
  readonly digest: string
  readonly status: EvaluationStatus
  readonly questions: number
  /** How often each of them is asked. */
  readonly repeat: number
  /** Whether answers are worded too. */
  readonly words: boolean
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt?: string
  /** Absent while it runs and no worker says how far it is. */
  readonly outcome?: EvaluationOutcome
}

/** What of a run is shown in a list. */
export interface EvaluationOutcome {
  /** Trials that were made, of `questions × repeat`. */
  readonly done: number
  readonly verdicts: Readonly<Record<Verdict, number>>
  /** `builtin`, or `model:<name>`; empty while it runs. */
  readonly planners: readonly string[]
  /** Null where nothing was answered, and while it runs. */
  readonly precision: number | null
}

/** How a run has ended. */
export interface EvaluationEnding {
  readonly status: Exclude<EvaluationStatus, 'running'>
  readonly finishedAt: string
  readonly outcome: EvaluationOutcome
}
