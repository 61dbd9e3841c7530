import {
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  defineUpdate,
  setHandler,
} from '@temporalio/workflow'
import { askingReply } from '../src/ask/rules/asking-reply.ts'
import type { Ending } from '../src/ask/rules/ending.ts'
import type { ExploreBudget, ExploreResult } from '../src/ask/rules/explore-command.ts'
import { exploreBudgetAfter, nextExplore, nextStep } from '../src/ask/rules/next-step.ts'
import { reviewRows } from '../src/ask/rules/review-rows.ts'
import type { OpenTurnResult, RefusedQuery } from '../src/ask/rules/steps.ts'
import { ANSWER_UPDATE, type ClosedTurn, type TurnInput, type TurnResult } from '../src/ask/rules/turn.ts'
import type { WebhookEvent } from '../src/manage/webhooks/rules/webhook-event.ts'
import { failureEnding } from './failure-ending.ts'
import { showEnding, showStep } from './for-operators.ts'
import { reviewSteps } from './review-steps.ts'
import { before, spend, type TokensSpent } from './spent.ts'
import { stepsOf, tellEvent } from './steps.ts'

const answer = defineUpdate<TurnResult>(ANSWER_UPDATE)

/** One turn: one question and its one stored answer, through crashes of every process. */
export async function answerQuestion(input: TurnInput): Promise<TurnResult> {
  let result: TurnResult | undefined
  setHandler(answer, async () => {
    await uncancelled(() => result !== undefined)
    if (result === undefined) throw ApplicationFailure.nonRetryable('the turn has no result')
    return result
  })
  const { untold, ...closed } = await takeTurn(input)
  result = closed
  showEnding(input, result)
  if (untold !== undefined) await tellLater(input, untold)
  await uncancelled(allHandlersFinished)
  if (result.kind !== 'failed') return result
  throw ApplicationFailure.nonRetryable(result.failure.message, result.failure.problem, result.failure)
}

/** Readers of a turn get its ending, also when it was cancelled. */
const uncancelled = (isSo: () => boolean): Promise<void> => CancellationScope.nonCancellable(() => condition(isSo))

/** Readers have the answer by now. An event that cannot be emitted for a day does not change the ending of the turn. */
const tellLater = async ({ question }: TurnInput, event: WebhookEvent): Promise<void> => {
  const { organizationId } = question.caller
  await CancellationScope.nonCancellable(() => tellEvent({ organizationId, event }).catch(() => undefined))
}

const takeTurn = async (input: TurnInput): Promise<ClosedTurn> => {
  const { question, claim, keyed, timeoutMs, isAlone = false } = input
  const { openTurn, closeTurn } = stepsOf(input)
  const spent: TokensSpent = {}
  let ending: Ending
  try {
    const opened = await CancellationScope.nonCancellable(() => openTurn({ question, claim, timeoutMs, isAlone }))
    if (opened.kind === 'refused') return opened
    ending = await answerInTime(input, opened, spent)
  } catch (error) {
    ending = failureEnding(error, spent.usage)
  }
  return await CancellationScope.nonCancellable(() => closeTurn({ question, claim, keyed, ending }))
}

/** What its conversation gives to a question. */
type Asked = Omit<Extract<OpenTurnResult, { kind: 'opened' }>, 'kind'>

/** Each step ends by the turn's deadline, by its own time limit: a timer is two events and a write more. */
const answerInTime = async (
  input: TurnInput,
  { recentTurns, clarifies, elapsedMs = 0 }: Asked,
  spent: TokensSpent,
): Promise<Ending> => {
  const { question, queryTimeoutMs, timeoutMs } = input
  // Counted from the first attempt of the first step: a workflow task that timed out begins again, as if nothing had been.
  const end = Date.now() + timeoutMs - elapsedMs
  const leftMs = () => end - Date.now()
  const steps = () => stepsOf(input, leftMs)
  let refused: RefusedQuery | undefined
  const found: ExploreResult[] = []
  for (let repairs = 0; ; ) {
    const draft = await steps().draftQuery({
      question,
      recentTurns,
      ...(clarifies === undefined ? {} : { clarifies }),
      ...(refused === undefined ? {} : { refused }),
      ...looking(input, found, callsOf(spent)),
      ...before(spent),
    })
    spend(spent, draft.usage)
    showStep(input, draft)
    if (draft.mode === 'look') {
      const next = nextExplore(found.length)
      if (next !== 'explore') return { kind: 'failed', problem: next.problem, ...spent }
      const seen = await steps().exploreSchema({ question, looks: draft.looks })
      showStep(input, seen)
      found.push(seen)
      continue
    }
    if (draft.mode === 'accept') return { kind: 'failed', problem: 'model_failed', ...spent }
    if (draft.mode !== 'query') return { kind: 'replied', draft, ...spent }
    const outcome = await steps().runQuery({ question, draft, queryTimeoutMs })
    showStep(input, outcome)
    const next = nextStep(outcome, { repairs, calls: callsOf(spent) }, draft)
    if (next.do === 'give-up') return { kind: 'failed', problem: next.problem, ...spent }
    if (next.do === 'ask') return { kind: 'replied', draft: askingReply(draft, next.outcome.choices), ...spent }
    if (next.do === 'answer') {
      const ran = { draft, outcome: next.outcome, doubt: next.outcome.doubt, parts: 0 }
      const review = reviewSteps({ input, recentTurns, spent, leftMs })
      const soFar = { found, runs: repairs + 1 }
      // Only models have something to mend: a planner that needs no network has compared its readings.
      const { draft: answered, outcome } = input.offlinePlanner ? ran : await reviewRows(review, ran, soFar)
      const rowsBy = outcome.writer
      const composition = await steps().composeAnswer({ question, draft: answered, rowsBy, ...before(spent) })
      spend(spent, composition.usage)
      return { kind: 'composed', draft: answered, composition, rowsBy, ...spent }
    }
    refused = { query: draft.query, refusal: next.outcome.refusal }
    repairs += 1
  }
}

/** Of models, in this turn so far. */
const callsOf = ({ usage }: TokensSpent): number => usage?.calls ?? 0

/** Only models look: a planner that needs no network knows all there is. */
const looking = (
  { offlinePlanner }: TurnInput,
  found: readonly ExploreResult[],
  calls: number,
): { readonly looking?: ExploreBudget } => (offlinePlanner ? {} : { looking: exploreBudgetAfter(found, calls) })
