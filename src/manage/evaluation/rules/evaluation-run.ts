import type { Verdict } from './trial.ts'

export const EVALUATION_STATUSES = ['running', 'finished', 'stopped', 'failed'] as const
type EvaluationStatus = (typeof EVALUATION_STATUSES)[number]

/** An evaluation run; its questions and trials are stored separately under its id. */
export interface EvaluationRun {
  readonly id: string
  readonly databaseId: string
  /** Digest of questions and options; prevents concurrent runs of the same ones. */
  readonly digest: string
  readonly status: EvaluationStatus
  readonly questions: number
  /** How often each question is asked. */
  readonly repeat: number
  /** Whether a model also words the answers. */
  readonly words: boolean
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt?: string
  /** Absent while it runs and no worker reports progress. */
  readonly outcome?: EvaluationOutcome
}

/** The summary of a run. */
export interface EvaluationOutcome {
  /** Trials so far, of `questions × repeat`. */
  readonly done: number
  readonly verdicts: Readonly<Record<Verdict, number>>
  /** `builtin`, or `model:<name>`; empty while it runs. */
  readonly planners: readonly string[]
  /** Null if nothing was answered, and while it runs. */
  readonly precision: number | null
}

/** The end of a run. */
export interface EvaluationEnding {
  readonly status: Exclude<EvaluationStatus, 'running'>
  readonly finishedAt: string
  readonly outcome: EvaluationOutcome
}
