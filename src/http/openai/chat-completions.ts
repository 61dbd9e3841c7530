import { z } from 'zod'
import { ASKING_FROM_TOOLS } from '../../access/rules/permit.ts'
import { TURN_PROBLEMS } from '../../ask/turns/turn-problems.ts'
import type { EventWire } from '../event-wire.ts'
import { written } from '../reply.ts'
import { endpoint } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import type { AnswerPiece, answerPieces } from './answer-pieces.ts'
import { completionUsage } from './answer-usage.ts'
import { answerOf, streamPieces, turnRequest } from './ask-model.ts'
import { ChatItems, readChat, readHistory, sendIgnored } from './chat-input.ts'
import { findModel } from './models.ts'
import { interruptedError, openaiError } from './openai-errors.ts'

export const MODEL = z.string().max(400)

const CompletionBody = z.looseObject({
  model: MODEL,
  messages: ChatItems,
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  user: z.string().max(512).nullish(),
  n: z.literal(1, 'must be 1: a question has one answer').nullish(),
})

const USED = ['model', 'messages', 'stream', 'stream_options', 'user', 'n']

/** `POST /openai/v1/chat/completions` */
export const createCompletion = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'post',
    path: '/chat/completions',
    summary: 'Ask the last user message of a chat',
    takes: z.object({ query: z.looseObject({}), body: CompletionBody }),
    gives: written('application/json', z.unknown(), 'The answer.'),
    orGives: [written('text/event-stream', z.string(), 'The answer in chunks, with `stream`.')],
    problems: TURN_PROBLEMS,
    needs: ASKING_FROM_TOOLS,
    async handle(exchange, { body }) {
      const { res } = exchange
      const model = await findModel(app, exchange, body.model)
      const history = readHistory(body.messages, 'messages')
      const chat = readChat(history, 'messages')
      sendIgnored(res, body, USED, history)
      const request = await turnRequest(app, exchange, { model, chat, user: body.user })
      const head = { created: Math.floor(Date.now() / 1000), model: model.id }
      if (body.stream === true) {
        const hasUsage = body.stream_options?.include_usage === true
        return await streamPieces({ app, exchange, request, model, shutdown }, (turnId, piecesOf) =>
          completionWire(turnId, { ...head, hasUsage }, piecesOf),
        )
      }
      const { answer, text } = await answerOf(app, exchange, request, model)
      const message = { role: 'assistant', content: text, refusal: null }
      res.json({
        id: `chatcmpl-${answer.turnId}`,
        object: 'chat.completion',
        ...head,
        choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
        usage: completionUsage(answer.usage),
      })
      return undefined
    },
  })

interface CompletionHead {
  readonly created: number
  readonly model: string
  readonly hasUsage: boolean
}

/** Encodes a turn as chunks. Statuses are sent as `reasoning_content`, which some clients show and others leave out. */
export const completionWire = (
  turnId: string,
  { hasUsage, ...head }: CompletionHead,
  piecesOf: ReturnType<typeof answerPieces>,
): EventWire => {
  let isBegun = false
  const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
  const chunk = (more: object): string =>
    frame({
      id: `chatcmpl-${turnId}`,
      object: 'chat.completion.chunk',
      ...head,
      ...(hasUsage && { usage: null }),
      ...more,
    })
  const delta = (content: object, finishReason: 'stop' | null = null): string =>
    chunk({ choices: [{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }] })
  const encodePiece = (piece: AnswerPiece): string => {
    switch (piece.kind) {
      case 'status':
        return delta({ reasoning_content: piece.text })
      case 'text':
        return piece.text === '' ? '' : delta({ content: piece.text })
      case 'failed':
        return frame({ error: openaiError(piece.failure) })
      case 'end':
        return `${delta({}, 'stop')}${hasUsage ? chunk({ choices: [], usage: completionUsage(piece.usage) }) : ''}data: [DONE]\n\n`
    }
  }
  return {
    skip: ({ body }) => void piecesOf(body),
    encode({ body }) {
      const begun = isBegun ? '' : delta({ role: 'assistant', content: '' })
      isBegun = true
      return begun + piecesOf(body).map(encodePiece).join('')
    },
    reset: () => '',
    interrupted: () => frame({ error: interruptedError(turnId) }),
  }
}
