import {
  continueAsNew,
  defineQuery,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import {
  addVerdict,
  type EvaluationInput,
  type EvaluationProgress,
  initialProgress,
  nextTrial,
  PROGRESS_QUERY,
  progressText,
  type TrialInput,
} from '../src/manage/evaluation/rules/evaluation-input.ts'
import type { Verdict } from '../src/manage/evaluation/rules/trial.ts'
import { failureEnding } from './failure-ending.ts'

const askedHowFar = defineQuery<EvaluationProgress>(PROGRESS_QUERY)

/** A worker may die in every attempt; a problem that trying again cannot mend ends them at once. */
const RETRY = { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '5s', maximumAttempts: 10 } as const
/** What became of a question must be stored, however long the store is away. */
const LASTING = { ...RETRY, maximumInterval: '10s', maximumAttempts: 10_000 } as const

/** For gold queries beside the question itself: several statements, each with a wait for a slot. */
const BESIDE_QUESTION_MS = 10 * 60_000

/**
 * Asks the questions of an evaluation one after the other, so that they do not delay those of users, and counts the
 * verdicts. Verdicts that are stored survive a crash.
 */
export async function evaluateQuestions(input: EvaluationInput): Promise<EvaluationProgress> {
  let progress = input.progress ?? initialProgress(workflowInfo().firstExecutionRunId)
  setHandler(askedHowFar, () => progress)
  const total = input.questions * input.repeat
  const until = Math.min(total, progress.done + input.trialsPerHistory)
  while (progress.done < until) {
    const verdict = await verdictOf(nextTrial(input, progress), `Question ${progress.done + 1} of ${total}`)
    progress = addVerdict(progress, verdict)
    setCurrentDetails(progressText(progress, total))
  }
  if (progress.done < total) await continueAsNew<typeof evaluateQuestions>({ ...input, progress })
  return progress
}

/** @throws what ends the whole: it was cancelled, or its questions are gone */
const verdictOf = async (trial: TrialInput, summary: string): Promise<Verdict> => {
  const beating = { heartbeatTimeout: HEARTBEAT_MS, summary }
  const { evaluateQuestion } = proxyActivities<Activities>({
    ...beating,
    retry: RETRY,
    startToCloseTimeout: trial.limits.questionMs + BESIDE_QUESTION_MS,
  })
  try {
    return (await evaluateQuestion(trial)).verdict
  } catch (error) {
    if (isCancellation(error)) throw error
    const ending = failureEnding(error)
    if (ending.kind !== 'failed') throw error
    const { problem, message, usage } = ending
    const { failTrial } = proxyActivities<Activities>({ startToCloseTimeout: '20s', retry: LASTING, summary })
    const failed = await failTrial({
      ...trial,
      problem,
      ...(message === undefined ? {} : { message }),
      ...(usage === undefined ? {} : { usage }),
    })
    return failed.verdict
  }
}
