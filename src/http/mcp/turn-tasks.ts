import type { CallToolResult } from '@modelcontextprotocol/server'
import { userMessageId } from '../../ask/rules/history/message.ts'
import type { TurnStatus } from '../../ask/rules/turn-event.ts'
import { stopTurn } from '../../ask/turns/stop-turn.ts'
import { turnFailure } from '../../ask/turns/turn-failure.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { statusText } from '../status-text.ts'
import { AnswerOutput } from './answer-output.ts'
import { answerResult } from './answer-result.ts'
import { problemResult, toolResult } from './mcp-tool.ts'
import { type TaskMethods, type TurnTask, turnTask } from './task-methods.ts'
import { CHOICE, choiceRequest, followChoices, isDeclined, takeChoice } from './turn-choice.ts'

/** The turns of a caller as tasks. */
export const turnTasks = (app: RouteParts, exchange: Exchange): TaskMethods => {
  const { caller } = exchange
  const endChoice = ({ turnId }: { readonly turnId: string }) =>
    app.store.messages.cancel(caller, userMessageId(turnId))
  return {
    get: (taskId) => taskState(app, exchange, taskId),
    async update(taskId, responses) {
      const followed = await followChoices(app, exchange, taskId)
      // Input that is not waited for is ignored, as is input that was given before.
      if (followed?.open === undefined || responses[CHOICE] === undefined) return followed !== undefined
      if (isDeclined(responses)) await endChoice(followed)
      else await takeChoice(app, exchange, followed.open, responses)
      return true
    },
    async cancel(taskId) {
      const followed = await followChoices(app, exchange, taskId)
      if (followed === undefined) return false
      const { turnId, progress, open } = followed
      if (open !== undefined) await endChoice(followed)
      else if (progress.kind === 'asked') await stopTurn(app, caller, turnId)
      else await app.turns.cancel({ turnId, conversationId: progress.job.conversationId ?? '', ...caller })
      return true
    },
  }
}

/** The state of a task; undefined if the caller sees no such task. @throws the store's error when it does not answer */
const taskState = async (app: RouteParts, exchange: Exchange, taskId: string): Promise<TurnTask | undefined> => {
  const followed = await followChoices(app, exchange, taskId)
  if (followed === undefined) return undefined
  const { progress, open } = followed
  const times = progress.kind === 'accepted' ? progress.job : { ...progress, createdAt: progress.askedAt }
  const task = (status: TurnTask['status']) => turnTask(taskId, status, times)
  const working = (status: TurnStatus | undefined): TurnTask => ({
    ...task('working'),
    statusMessage: status && statusText({ status }, 'en'),
  })
  const completed = (result: CallToolResult): TurnTask => ({ ...task('completed'), result })
  if (progress.kind === 'accepted') return working('queued')
  const { state } = progress
  switch (state.kind) {
    case 'running':
      return working(state.status)
    case 'waits for a place':
      return working('waiting_for_database')
    case 'cancelled':
      return task('cancelled')
    case 'failed':
      return completed(problemResult(turnFailure(state.failure), exchange.traceId))
    case 'succeeded':
      if (open === undefined)
        return completed(toolResult(AnswerOutput, await answerResult(app, exchange, state.answer)))
      return { ...task('input_required'), inputRequests: { [CHOICE]: choiceRequest(open.message, open.choices) } }
  }
}
