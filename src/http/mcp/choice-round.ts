import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import type { AnswerFound } from './answer-output.ts'
import { followTask } from './task-state.ts'
import { CHOICE, choiceRequest } from './turn-task.ts'
import { isDeclined, takeChoice } from './turn-tasks.ts'

const Declared = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z
      .object({ form: z.unknown().optional(), url: z.unknown().optional() })
      .refine(({ form, url }) => form !== undefined || url === undefined),
  }),
})

/**
 * Asks the question that the user chose, once however often the call is repeated.
 *
 * @returns its turn; that of the choice if the user did not choose; undefined for a call that continues none
 */
export const chosenTurn = async (
  app: RouteParts,
  exchange: Exchange,
  { mcpReq }: ServerContext,
): Promise<string | undefined> => {
  const turnId = mcpReq.requestState()
  if (typeof turnId !== 'string') return undefined
  const followed = await followTask(app, exchange, turnId)
  if (followed === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such choice.')
  const { progress, open } = followed
  const response = mcpReq.inputResponses?.[CHOICE]
  if (open === undefined) return progress.kind === 'asked' ? progress.turnId : turnId
  return response === undefined || isDeclined(response) ? open.turnId : await takeChoice(app, exchange, open, response)
}

/** The choice as a form, for a client that shows forms to its user; undefined for other answers and clients. */
export const choiceRound = (
  { status, turn_id: requestState, answer = '', choices = [] }: AnswerFound,
  { mcpReq: { envelope, inputResponses } }: ServerContext,
): InputRequiredResult | undefined => {
  if (status !== 'needs_choice' || isDeclined(inputResponses?.[CHOICE])) return undefined
  if (!Declared.safeParse(envelope).success) return undefined
  const labels = choices.map(({ label }) => label)
  return inputRequired({ inputRequests: { [CHOICE]: choiceRequest(answer, labels) }, requestState })
}
