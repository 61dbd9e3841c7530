import { VERDICTS, type Verdict } from './trial.ts'

/** Identifies an evaluation run. */
export interface EvaluationId {
  readonly organizationId: number
  readonly evaluationId: string
}

/** Input of the workflow `evaluateQuestions`, shared by command, workflow and worker. */
export interface EvaluationInput extends EvaluationId {
  readonly databaseId: string
  readonly questions: number
  /** How often each question is asked. */
  readonly repeat: number
  readonly limits: TrialLimits
  /** Whether a model also words the answers. */
  readonly words?: true
  /** Trials after which the workflow continues as new, so that its history stays short. */
  readonly trialsPerHistory: number
  /** Progress before it continued as new. */
  readonly progress?: EvaluationProgress
}

/** Time limits in ms. */
interface TrialLimits {
  /** For one question, from its draft to its rows. */
  readonly questionMs: number
  readonly queryMs: number
}

/** Progress of an evaluation, and its result once it has ended. */
export interface EvaluationProgress {
  /** Id of this start; results of earlier starts do not count. */
  readonly run: string
  readonly done: number
  readonly verdicts: Readonly<Record<Verdict, number>>
}

/** Name of the workflow query for the progress. */
export const PROGRESS_QUERY = 'progress'

export const TRIALS_PER_HISTORY = 300

/** The Temporal workflow id of an evaluation. */
export const evaluationWorkflowId = ({ organizationId, evaluationId }: EvaluationId): string =>
  `evaluate/${organizationId}/${evaluationId}`

/** One trial: a question of an evaluation, asked once. */
export interface TrialInput extends EvaluationId {
  readonly databaseId: string
  readonly run: string
  /** Index of the question and of the repetition, from 0. */
  readonly index: number
  readonly repetition: number
  readonly limits: TrialLimits
  readonly words?: true
}

export const initialProgress = (run: string): EvaluationProgress => ({
  run,
  done: 0,
  verdicts: { right: 0, declined: 0, wrong: 0, failed: 0 },
})

/** The next trial: every question once, then all of them again. */
export const nextTrial = (
  { organizationId, evaluationId, databaseId, questions, limits, words }: EvaluationInput,
  { run, done }: EvaluationProgress,
): TrialInput => ({
  organizationId,
  evaluationId,
  databaseId,
  run,
  limits,
  ...(words === undefined ? {} : { words }),
  index: done % questions,
  repetition: Math.floor(done / questions),
})

export const addVerdict = ({ run, done, verdicts }: EvaluationProgress, verdict: Verdict): EvaluationProgress => ({
  run,
  done: done + 1,
  verdicts: { ...verdicts, [verdict]: verdicts[verdict] + 1 },
})

/** `12 of 30: 10 right, 1 declined, 1 wrong` */
export const progressText = ({ done, verdicts }: EvaluationProgress, total: number): string => {
  const parts = VERDICTS.flatMap((verdict) => (verdicts[verdict] === 0 ? [] : [`${verdicts[verdict]} ${verdict}`]))
  return `${done} of ${total}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}
