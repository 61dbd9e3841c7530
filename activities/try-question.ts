import { organizationCaller } from '../src/access/rules/caller.ts'
import { RECENT_TURNS_MAX, type RecentTurn } from '../src/ask/rules/question.ts'
import type { EvaluatedQuestion } from '../src/manage/evaluation/rules/evaluated-question.ts'
import type { TrialInput } from '../src/manage/evaluation/rules/evaluation-input.ts'
import type { Trial } from '../src/manage/evaluation/rules/trial.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { draftUntilRun, type TrialParts } from './draft-until-run.ts'
import { goldAnswers } from './gold-answers.ts'
import { judgeTrial } from './judge-trial.ts'
import type { Asker } from './run-compared.ts'
import { wordTrial } from './word-trial.ts'

interface Trying {
  readonly signal: AbortSignal
  /** Whether an earlier attempt may have left a statement running. */
  readonly again: boolean
}

/**
 * Asks a question as a turn does, in its order and with as many repairs, and compares the result with gold. Nothing of
 * it is stored or counted, and it has no conversation and no events.
 *
 * @throws Problem that keeps a turn from its answer, with the tokens that were spent; `turn_timeout` when the
 * question's time is over; the signal's reason
 */
export const tryQuestion = async (
  app: TrialParts,
  question: EvaluatedQuestion,
  input: TrialInput,
  { signal, again }: Trying,
): Promise<Trial> => {
  const { limits } = input
  const asker: Asker = {
    caller: organizationCaller(input.organizationId, question),
    databaseId: input.databaseId,
    turnId: trialId(input),
  }
  const golds = question.expected.kind === 'rows' ? question.expected.golds : []
  const gold = await goldAnswers(app, asker, golds, { queryMs: limits.queryMs, signal, again })
  if (typeof gold === 'string')
    return { verdict: 'failed', isAnswered: false, durationMs: 0, repairs: 0, message: gold }
  const recentTurns = await recentTurnsOf(app, input, question)
  const over = AbortSignal.timeout(limits.questionMs)
  const began = performance.now()
  const reached = await draftUntilRun(app, { ...asker, text: question.text }, recentTurns, {
    queryMs: limits.queryMs,
    again,
    signal: AbortSignal.any([signal, over]),
  }).catch((error: unknown) => {
    if (!over.aborted || signal.aborted) throw error
    throw new Problem('turn_timeout', { cause: error, usage: error instanceof Problem ? error.usage : undefined })
  })
  const durationMs = Math.round(performance.now() - began)
  const judged = await judgeTrial(question, reached, gold).catch((error: unknown) => {
    throw error instanceof Problem ? error.withUsage(reached.usage) : error
  })
  const trial = { ...judged, durationMs }
  if (input.words !== true || reached.kind !== 'rows') return trial
  return await wordTrial(app, { ...asker, text: question.text }, reached, trial, signal)
}

/** What stands for the id of a turn. */
export const trialId = ({ evaluationId, index, repetition }: TrialInput): string =>
  `eval-${evaluationId.slice(0, 24)}-${index}-${repetition}`

/** The questions that this one follows up, oldest first, as far as they were answered when they were asked in this run. */
const recentTurnsOf = async (
  { store }: Pick<TrialParts, 'store'>,
  input: TrialInput,
  { after }: EvaluatedQuestion,
): Promise<readonly RecentTurn[]> => {
  const turns: RecentTurn[] = []
  let at = after
  for (let back = 0; at !== undefined && back < RECENT_TURNS_MAX; back++) {
    const earlier = await store.evaluations.find({ ...input, index: at })
    if (earlier?.trial?.turn !== undefined) turns.unshift(earlier.trial.turn)
    at = earlier?.question.after
  }
  return turns
}
