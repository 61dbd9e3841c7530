import { Context } from '@temporalio/activity'
import { dayOf } from '../src/ask/rules/day.ts'
import { addUsage, type Usage } from '../src/ask/rules/draft.ts'
import { monthOf } from '../src/ask/rules/month.ts'
import { spendingOf, totalCost } from '../src/ask/rules/spending.ts'
import type { EvaluatedQuestion } from '../src/manage/evaluation/rules/evaluated-question.ts'
import type { TrialInput } from '../src/manage/evaluation/rules/evaluation-input.ts'
import type { Trial } from '../src/manage/evaluation/rules/trial.ts'
import { Problem, type ProblemName, problemNameOf, problemRow } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'
import { trialId, tryQuestion } from './try-question.ts'

/** All of a trial that travels. */
type Judged = Pick<Trial, 'verdict'>

const BEAT_MS = 1_000

/**
 * Asks one question of an evaluation and stores its verdict; a repeated run finds that stored and asks nothing. It
 * returns the verdict alone: neither query nor row is in workflow history.
 *
 * @throws Problem that kept it from an answer, for the workflow to store with `failTrial`; `job_not_found` when the
 * evaluation was deleted
 */
export const evaluateQuestion =
  (app: StepParts) =>
  async (input: TrialInput): Promise<Judged> => {
    const context = Context.current()
    const { attempt, heartbeatDetails } = context.info
    const spent: Usage | undefined = heartbeatDetails
    // What earlier attempts have spent stays where the next one finds it.
    const beating = setInterval(() => context.heartbeat(spent), BEAT_MS)
    try {
      const { question, trial } = await evaluatedOf(app, input)
      if (trial !== undefined) return { verdict: trial.verdict }
      const made = await tryQuestion(app, question, input, { signal: context.cancellationSignal, again: attempt > 1 })
      const usage = addUsage(spent, made.usage)
      return await storedVerdict(app, input, usage === undefined ? made : { ...made, usage })
    } catch (error) {
      const turnId = `${input.evaluationId}.${input.index}`
      app.observe({
        kind: 'step_failed',
        turnId,
        step: 'evaluateQuestion',
        attempt,
        problem: problemNameOf(error),
        error,
      })
      if (!(error instanceof Problem)) throw error
      const usage = addUsage(spent, error.usage)
      context.heartbeat(usage)
      throw error.withUsage(usage)
    } finally {
      clearInterval(beating)
    }
  }

interface FailTrialInput extends TrialInput {
  readonly problem: ProblemName
  readonly message?: string
  readonly usage?: Usage
}

/** Stores that a question got an error instead of an answer. @throws Problem `job_not_found` when the evaluation is gone */
export const failTrial =
  (app: Pick<StepParts, 'store' | 'config'>) =>
  async ({ problem, message = problemRow(problem).message, usage, ...input }: FailTrialInput): Promise<Judged> =>
    await storedVerdict(app, input, {
      verdict: 'failed',
      isAnswered: false,
      durationMs: 0,
      repairs: 0,
      problem,
      message,
      ...(usage === undefined ? {} : { usage }),
    })

/** What a trial has spent counts for the month as that of a turn does, once, and is kept at the price that it had. */
const storedVerdict = async (
  { store, config: { modelPrices } }: Pick<StepParts, 'store' | 'config'>,
  input: TrialInput,
  trial: Trial,
): Promise<Judged> => {
  const cost = trial.usage === undefined ? {} : { costMicros: totalCost(spendingOf(trial.usage, modelPrices)) }
  const stored = await store.evaluations.putTrial(input, { ...trial, ...cost })
  if (stored === undefined) throw new Problem('job_not_found')
  if (stored.usage !== undefined) {
    const now = new Date().toISOString()
    const spent = { turnId: trialId(input), month: monthOf(now) }
    const spending = spendingOf(stored.usage, modelPrices)
    const used = { id: spent.turnId, day: dayOf(now), databaseId: input.databaseId, counts: {}, spending }
    await Promise.all([store.modelUsage.count(input, spent, spending), store.usageDays.count(input, used)])
  }
  return { verdict: stored.verdict }
}

const evaluatedOf = async (
  { store }: Pick<StepParts, 'store'>,
  input: TrialInput,
): Promise<{ readonly question: EvaluatedQuestion; readonly trial: Trial | undefined }> => {
  const found = await store.evaluations.find(input)
  if (found === undefined) throw new Problem('job_not_found')
  return found
}
