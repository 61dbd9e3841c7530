import { VERDICTS, type Verdict } from './trial.ts'

/** Whose evaluation it is: one id for the same questions and options of one database. */
export interface EvaluationId {
  readonly organizationId: number
  readonly evaluationId: string
}

/** Input of the workflow `evaluateQuestions`: what the command, the workflow and the worker agree on. */
export interface EvaluationInput extends EvaluationId {
  readonly databaseId: string
  readonly questions: number
  /** How often each of them is asked. */
  readonly repeat: number
  readonly limits: TrialLimits
  /** Whether answers are worded too. */
  readonly words?: true
  /** History begins anew after so many, so that it stays short however many there are. */
  readonly trialsPerHistory: number
  /** What was done before it did. */
  readonly progress?: EvaluationProgress
}

/** In ms. */
export interface TrialLimits {
  /** For a question, from its draft to its rows. */
  readonly questionMs: number
  readonly queryMs: number
}

/** How far an evaluation is; and when it is done, how it ended. */
export interface EvaluationProgress {
  /** Which start of it this is: what earlier ones have found is none of it. */
  readonly run: string
  readonly done: number
  readonly verdicts: Readonly<Record<Verdict, number>>
}

/** Asks an evaluation for its progress. */
export const PROGRESS_QUERY = 'progress'

export const TRIALS_PER_HISTORY = 300

/** Where an evaluation is found in Temporal. */
export const evaluationWorkflowId = ({ organizationId, evaluationId }: EvaluationId): string =>
  `evaluate/${organizationId}/${evaluationId}`

/** One question of an evaluation, asked once. */
export interface TrialInput extends EvaluationId {
  readonly databaseId: string
  readonly run: string
  /** Which question, and for which time, from 0. */
  readonly index: number
  readonly repetition: number
  readonly limits: TrialLimits
  readonly words?: true
}

export const notBegun = (run: string): EvaluationProgress => ({
  run,
  done: 0,
  verdicts: { right: 0, declined: 0, wrong: 0, failed: 0 },
})

/** The trial that comes next: every question once, and then all of them again. */
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

export const counted = ({ run, done, verdicts }: EvaluationProgress, verdict: Verdict): EvaluationProgress => ({
  run,
  done: done + 1,
  verdicts: { ...verdicts, [verdict]: verdicts[verdict] + 1 },
})

/** `12 of 30: 10 right, 1 declined, 1 wrong` */
export const progressText = ({ done, verdicts }: EvaluationProgress, total: number): string => {
  const parts = VERDICTS.flatMap((verdict) => (verdicts[verdict] === 0 ? [] : [`${verdicts[verdict]} ${verdict}`]))
  return `${done} of ${total}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}
