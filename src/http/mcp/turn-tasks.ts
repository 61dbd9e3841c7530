import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { userMessageId } from '../../ask/rules/history/message.ts'
import { acceptQuestion } from '../../ask/turns/accept-question.ts'
import { requestDigest } from '../../ask/turns/request-digest.ts'
import { stopTurn } from '../../ask/turns/stop-turn.ts'
import { countInConversation } from '../rate-limit.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import type { TaskMethods } from './task-methods.ts'
import { followTask, type OpenChoice, taskState } from './task-state.ts'
import { CHOICE } from './turn-task.ts'

const Chosen = z.object({ action: z.literal('accept'), content: z.object({ [CHOICE]: z.string() }) })
const Declined = z.object({ action: z.enum(['decline', 'cancel']) })

/** Whether the user of a client took no choice. */
export const isDeclined = (response: unknown): boolean => Declined.safeParse(response).success

/** The turns of a caller as tasks. */
export const turnTasks = (app: RouteParts, exchange: Exchange): TaskMethods => {
  const { caller } = exchange
  return {
    get: async (taskId) => await taskState(app, exchange, taskId),
    async update(taskId, responses) {
      const followed = await followTask(app, exchange, taskId)
      if (followed === undefined) return false
      const response = responses[CHOICE]
      // Input that is not waited for is ignored, as is input that was given before.
      if (followed.open === undefined || response === undefined) return true
      if (isDeclined(response)) await endChoice(app, exchange, followed.open)
      else await takeChoice(app, exchange, followed.open, response)
      return true
    },
    async cancel(taskId) {
      const followed = await followTask(app, exchange, taskId)
      if (followed === undefined) return false
      const { progress, open } = followed
      if (open !== undefined) await endChoice(app, exchange, open)
      else if (progress.kind === 'asked') await stopTurn(app, caller, progress.turnId)
      else await app.turns.cancel({ turnId: taskId, conversationId: progress.job.conversationId ?? '', ...caller })
      return true
    },
  }
}

/** Ends a choice of which none was taken. */
const endChoice = async ({ store }: RouteParts, { caller }: Exchange, { turnId }: OpenChoice): Promise<void> =>
  await store.messages.cancel(caller, userMessageId(turnId))

/** Asks the chosen question, once however often it is chosen. @returns its turn */
export const takeChoice = async (
  app: RouteParts,
  exchange: Exchange,
  { turnId, conversationId, choices }: OpenChoice,
  response: unknown,
): Promise<string> => {
  const chosen = Chosen.safeParse(response).data?.content[CHOICE]
  const choice = choices.find(({ label, question }) => label === chosen || question === chosen)
  if (choice === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${CHOICE}: must be one of the choices`)
  await countInConversation(app.limits, exchange.res, exchange.organization)
  const text = choice.question
  const { input, note } = await acceptQuestion(app, exchange, {
    text,
    conversationId,
    idempotencyKey: `choice of ${turnId}`,
    digest: requestDigest('choice', { turnId, text }),
    joins: false,
  })
  await note()
  return input.question.turnId
}
