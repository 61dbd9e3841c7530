import { z } from 'zod'
import { ASKING_FROM_TOOLS } from '../../access/rules/permit.ts'
import { acceptQuestion } from '../../ask/turns/accept-question.ts'
import { TURN_PROBLEMS } from '../../ask/turns/turn-problems.ts'
import { type TurnProgress, turnProgress } from '../../ask/turns/turn-progress.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { type AnswerReader, answerReader } from '../answer-reader.ts'
import { answerText } from '../answer-tables.ts'
import { written } from '../reply.ts'
import { endpoint } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { answerOf, streamPieces, turnRequest } from './ask-model.ts'
import { MODEL } from './chat-completions.ts'
import { ChatItems, readChat, readHistory, sendIgnored } from './chat-input.ts'
import { type AskedModel, findModel } from './models.ts'
import { type ResponseState, readResponseId, responseItem } from './response-item.ts'
import { responseWire } from './response-wire.ts'

const ResponseBody = z.looseObject({
  model: MODEL,
  input: z.union([z.string(), ChatItems], 'must be text or a list of items'),
  stream: z.boolean().nullish(),
  background: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  user: z.string().max(512).nullish(),
})

const USED = ['model', 'input', 'stream', 'background', 'previous_response_id', 'user']

const RESPONSE = written('application/json', z.unknown(), 'The response.')

/** `POST /openai/v1/responses` */
export const createResponse = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'post',
    path: '/responses',
    summary: 'Ask the last user message of the input',
    takes: z.object({ query: z.looseObject({}), body: ResponseBody }),
    gives: RESPONSE,
    orGives: [written('text/event-stream', z.string(), 'The events of the response, with `stream`.')],
    problems: ['turn_not_found', ...TURN_PROBLEMS],
    needs: ASKING_FROM_TOOLS,
    async handle(exchange, { body }) {
      const { res } = exchange
      const { previous_response_id: previousResponseId, user, background } = body
      const model = await findModel(app, exchange, body.model)
      const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input
      const history = readHistory(items, 'input')
      const chat = readChat(history, 'input')
      const previousTurnId = previousResponseId == null ? undefined : (readResponseId(previousResponseId)?.turnId ?? '')
      sendIgnored(res, body, USED, history)
      const request = await turnRequest(app, exchange, { model, chat, user, previousTurnId })
      const head = {
        model,
        createdAt: Math.floor(Date.now() / 1000),
        previousResponseId,
        isBackground: background === true,
      }
      if (body.stream === true)
        return await streamPieces({ app, exchange, request, model, shutdown }, (turnId, piecesOf) =>
          responseWire({ ...head, turnId }, piecesOf),
        )
      if (background === true) {
        const { input, note } = await acceptQuestion(app, exchange, request)
        await note()
        res.json(responseItem({ ...head, turnId: input.question.turnId }, { status: 'queued' }))
        return undefined
      }
      const { answer, text } = await answerOf(app, exchange, request, model)
      const state = { status: 'completed', text, usage: answer.usage } as const
      res.json(responseItem({ ...head, turnId: answer.turnId }, state))
      return undefined
    },
  })

/** `GET /openai/v1/responses/{id}`: the turn of a response. */
export const readResponse = (app: RouteParts) =>
  endpoint({
    method: 'get',
    path: '/responses/:id',
    summary: 'Get a response',
    takes: z.object({
      params: z.object({ id: z.string() }),
      query: z.looseObject({ stream: z.literal('false', 'is not supported here: poll the response').optional() }),
    }),
    gives: RESPONSE,
    problems: ['turn_not_found', 'worker_unavailable'],
    needs: ASKING_FROM_TOOLS,
    async handle(exchange, { params }) {
      const { turnId, suffix } = readResponseId(params.id) ?? {}
      const progress = turnId === undefined ? undefined : await turnProgress(app, exchange.caller, turnId)
      if (turnId === undefined || progress === undefined) throw new Problem('turn_not_found')
      const { databaseId, askedAt } =
        progress.kind === 'asked' ? progress : { databaseId: progress.job.databaseId, askedAt: progress.job.createdAt }
      const model = await findModel(app, exchange, `${databaseId}${suffix === undefined ? '' : `:${suffix}`}`)
      const state = responseState(progress, await answerReader(app, exchange), model)
      const createdAt = Math.floor(Date.parse(askedAt) / 1000)
      exchange.res.json(responseItem({ turnId, model, createdAt }, state))
      return undefined
    },
  })

const responseState = (progress: TurnProgress, reader: AnswerReader, model: AskedModel): ResponseState => {
  if (progress.kind === 'accepted') return { status: 'queued' }
  const { state } = progress
  switch (state.kind) {
    case 'succeeded':
      return { status: 'completed', text: answerText(state.answer, reader, model), usage: state.answer.usage }
    case 'failed':
      return { status: 'failed', failure: reader.failure(state.failure) }
    case 'cancelled':
      return { status: 'cancelled' }
    default:
      return { status: 'in_progress' }
  }
}
