import type { Choice } from '../../ask/rules/choice.ts'
import { turnOfMessage, userMessageId } from '../../ask/rules/history/message.ts'
import type { TurnAnswer } from '../../ask/turns/stored-answer.ts'
import { turnFailure } from '../../ask/turns/turn-failure.ts'
import { type TurnProgress, turnProgress } from '../../ask/turns/turn-progress.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { statusText } from '../status-text.ts'
import { AnswerOutput } from './answer-output.ts'
import { answerResult } from './answer-result.ts'
import { problemResult, toolResult } from './mcp-tool.ts'
import { CHOICE, choiceRequest, type DetailedTask, type TurnTask, turnTask } from './turn-task.ts'

type StateParts = Pick<RouteParts, 'cachedReads' | 'charts' | 'config' | 'store' | 'stream' | 'turns'>

/** An answer that asks which of several questions was meant, while it is the last of its conversation. */
export interface OpenChoice extends TurnAnswer {
  readonly choices: readonly Choice[]
}

/** A task may lead from choice to choice: this many are followed. */
const FOLLOWED_MAX = 10

/** Where a task is: a task goes on in the turn of the question that was chosen. */
interface Followed {
  readonly progress: TurnProgress
  readonly open: OpenChoice | undefined
}

/** @returns undefined if the caller sees no such turn */
export const followTask = async (
  app: StateParts,
  { caller }: Exchange,
  taskId: string,
): Promise<Followed | undefined> => {
  let turnId = taskId
  for (let followed = 0; followed < FOLLOWED_MAX; followed++) {
    const progress = await turnProgress(app, caller, turnId)
    const open = progress === undefined ? undefined : openChoice(progress)
    if (progress === undefined || open === undefined) return progress && { progress, open }
    if (await app.store.messages.isCancelled(caller, userMessageId(turnId)))
      return { progress: cancelled(progress), open: undefined }
    const next = await app.store.messages.firstQuestionAfter(caller, open.conversationId, askedAt(progress))
    if (next === undefined) return { progress, open }
    const chosen = open.choices.some(({ question }) => question === next.content) ? turnOfMessage(next.id) : undefined
    // Another question was asked instead: the choice is over.
    if (chosen === undefined) return { progress, open: undefined }
    turnId = chosen
  }
  return undefined
}

/** A choice of which none was taken. */
const cancelled = (progress: TurnProgress): TurnProgress =>
  progress.kind === 'asked' ? { ...progress, state: { kind: 'cancelled' } } : progress

const openChoice = (progress: TurnProgress): OpenChoice | undefined => {
  const answer = progress.kind === 'asked' && progress.state.kind === 'succeeded' ? progress.state.answer : undefined
  return answer?.choices === undefined ? undefined : { ...answer, choices: answer.choices }
}

const askedAt = (progress: TurnProgress): string =>
  progress.kind === 'asked' ? progress.askedAt : progress.job.createdAt

/** The state of a task; undefined if the caller sees no such task. @throws the store's error when it does not answer */
export const taskState = async (
  app: StateParts,
  exchange: Exchange,
  taskId: string,
): Promise<DetailedTask | undefined> => {
  const followed = await followTask(app, exchange, taskId)
  if (followed === undefined) return undefined
  const { progress, open } = followed
  const times =
    progress.kind === 'accepted' ? progress.job : { createdAt: progress.askedAt, updatedAt: progress.updatedAt }
  const task = (status: TurnTask['status'], message?: string) => turnTask(taskId, status, times, message)
  if (progress.kind === 'accepted') return task('working', statusText({ status: 'queued' }, 'en'))
  const { state } = progress
  switch (state.kind) {
    case 'running':
      return task('working', state.status && statusText({ status: state.status }, 'en'))
    case 'waits for a place':
      return task('working', statusText({ status: 'waiting_for_database' }, 'en'))
    case 'cancelled':
      return task('cancelled')
    case 'failed': {
      const result = problemResult(turnFailure(state.failure), exchange.traceId)
      return { ...task('completed'), result: { ...result } }
    }
    case 'succeeded': {
      if (open !== undefined) {
        const labels = open.choices.map(({ label }) => label)
        return { ...task('input_required'), inputRequests: { [CHOICE]: choiceRequest(open.message, labels) } }
      }
      const result = toolResult(AnswerOutput, await answerResult(app, exchange, state.answer))
      return { ...task('completed'), result: { ...result } }
    }
  }
}
