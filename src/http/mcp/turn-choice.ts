import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Choice } from '../../ask/rules/choice.ts'
import { turnOfMessage, userMessageId } from '../../ask/rules/history/message.ts'
import { acceptQuestion } from '../../ask/turns/accept-question.ts'
import { requestDigest } from '../../ask/turns/request-digest.ts'
import type { TurnAnswer } from '../../ask/turns/stored-answer.ts'
import { type TurnProgress, turnProgress } from '../../ask/turns/turn-progress.ts'
import { countInConversation } from '../rate-limit.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import type { AnswerFound } from './answer-output.ts'

/** The key of the input that a question with several meanings needs, and the field of its form. */
export const CHOICE = 'choice'

/** Asks which of several questions was meant, in a form with one field. */
export const choiceRequest = (message: string, choices: readonly Pick<Choice, 'label'>[]): InputRequest =>
  inputRequired.elicit({
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { [CHOICE]: { type: 'string', title: 'Your choice', enum: choices.map(({ label }) => label) } },
      required: [CHOICE],
    },
  })

type Responses = Readonly<Record<string, unknown>> | undefined

/** Whether the user of a client took no choice. */
export const isDeclined = (responses: Responses): boolean => {
  const response = inputResponse(responses, CHOICE)
  return response.kind === 'elicit' && response.action !== 'accept'
}

/** An answer that asks which of several questions was meant, while it is the last of its conversation. */
interface OpenChoice extends TurnAnswer {
  readonly choices: readonly Choice[]
}

/** Where a turn has led to: from a choice it goes on in the turn of the question that was chosen. */
interface Followed {
  readonly turnId: string
  readonly progress: TurnProgress
  readonly open?: OpenChoice
}

/** A turn may lead from choice to choice: this many are followed. */
const FOLLOWED_MAX = 10

/** @returns undefined if the caller sees no such turn */
export const followChoices = async (
  app: RouteParts,
  { caller }: Exchange,
  firstTurnId: string,
): Promise<Followed | undefined> => {
  const { messages } = app.store
  let turnId = firstTurnId
  for (let followed = 0; followed < FOLLOWED_MAX; followed++) {
    const progress = await turnProgress(app, caller, turnId)
    if (progress === undefined) return undefined
    if (progress.kind === 'accepted' || progress.state.kind !== 'succeeded') return { turnId, progress }
    const { choices, ...answer } = progress.state.answer
    if (choices === undefined) return { turnId, progress }
    if (await messages.isCancelled(caller, userMessageId(turnId)))
      return { turnId, progress: { ...progress, state: { kind: 'cancelled' } } }
    const next = await messages.firstQuestionAfter(caller, answer.conversationId, progress.askedAt)
    if (next === undefined) return { turnId, progress, open: { ...answer, choices } }
    const chosen = choices.some(({ question }) => question === next.content) ? turnOfMessage(next.id) : undefined
    // Another question was asked instead: the choice is over.
    if (chosen === undefined) return { turnId, progress }
    turnId = chosen
  }
  return undefined
}

const Chosen = z.object({ [CHOICE]: z.string() })

/** Asks the chosen question, once however often it is chosen. @returns its turn */
export const takeChoice = async (
  app: RouteParts,
  exchange: Exchange,
  { turnId, conversationId, choices }: OpenChoice,
  responses: Responses,
): Promise<string> => {
  const chosen = acceptedContent(responses, CHOICE, Chosen)?.[CHOICE]
  const choice = choices.find(({ label, question }) => label === chosen || question === chosen)
  if (choice === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${CHOICE}: must be one of the choices`)
  await countInConversation(app.limits, exchange.res, exchange.organization)
  const { question: text } = choice
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

/**
 * The turn that a repeated call goes on with: that of the question that the user chose, which is asked once; that of the
 * choice if the user did not choose.
 *
 * @returns undefined for a call that continues none
 */
export const chosenTurn = async (
  app: RouteParts,
  exchange: Exchange,
  { mcpReq: { requestState, inputResponses } }: ServerContext,
): Promise<string | undefined> => {
  const state = requestState()
  if (typeof state !== 'string') return undefined
  const followed = await followChoices(app, exchange, state)
  if (followed === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such choice.')
  const { turnId, open } = followed
  if (open === undefined || inputResponses?.[CHOICE] === undefined || isDeclined(inputResponses)) return turnId
  return await takeChoice(app, exchange, open, inputResponses)
}

const ShowsForms = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z
      .object({ form: z.unknown().optional(), url: z.unknown().optional() })
      .refine(({ form, url }) => form !== undefined || url === undefined),
  }),
})

/** The choice as a form, for a client that shows forms to its user; undefined for other answers and clients. */
export const choiceRound = (
  { status, turn_id: requestState, answer = '', choices = [] }: AnswerFound,
  { mcpReq: { envelope, inputResponses } }: ServerContext,
): InputRequiredResult | undefined =>
  status === 'needs_choice' && !isDeclined(inputResponses) && ShowsForms.safeParse(envelope).success
    ? inputRequired({ inputRequests: { [CHOICE]: choiceRequest(answer, choices) }, requestState })
    : undefined
