import { endedJob, type JobOptions } from './jobs.ts'
import { randomId } from './random-id.ts'
import type { components, paths } from './schema.ts'
import { bodyOf, enveloped } from './tabletalk-error.ts'
import type { Sending, Transport } from './transport.ts'
import { addressOf, type OrUndefined } from './typed-call.ts'
import { isAnswer } from './whole-answer.ts'

type Schemas = components['schemas']
type Message = '/api/v1/chat/messages/{message_id}'
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

/** Which rows of an answer; without `part`, those of its first query. */
export interface PartOptions {
  /** The part of the answer, counted from 1 as in `parts`. */
  readonly part?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ResultsFileOptions extends PartOptions {
  readonly format: NonNullable<QueryOf<`${Message}/results`>['format']>
  /** Whether a CSV file begins with a byte order mark, so that spreadsheets detect UTF-8. */
  readonly bom?: boolean | undefined
}

export type ChartOptions = PartOptions & OrUndefined<Omit<QueryOf<`${Message}/chart`>, 'part'>>

export interface ExportOptions extends PartOptions, JobOptions {
  readonly format: Schemas['ExportRequest']['format']
}

export interface SubmitOptions {
  readonly signal?: AbortSignal | undefined
  /** Requests with the same key are the same question; default: a generated key. */
  readonly idempotencyKey?: string | undefined
}

/** What can be done with turns and answers; ids of messages and turns are in every answer. */
export interface AnswerMethods {
  /**
   * Asks a question that may take up to an hour, and returns as soon as it is accepted. Its answer does not depend on
   * this process: any client can wait for it with `answer`, or stream it with `follow`.
   * @throws TabletalkError
   */
  submit(question: Schemas['ChatRequest'], options?: SubmitOptions): Promise<Schemas['AcceptedTurn']>
  /**
   * Waits for the answer of a turn that was started earlier, also by another client.
   * @throws TabletalkError if the turn was cancelled or failed, with its problem
   */
  answer(turnId: string, options?: JobOptions): Promise<Schemas['ChatAnswer']>
  /** Cancels a turn and its query. Returns false if the turn had already ended. @throws TabletalkError */
  cancel(turnId: string): Promise<boolean>
  /** Rates an answer; the latest rating counts. @throws TabletalkError */
  rate(messageId: string, rating: 'up' | 'down', comment?: string): Promise<void>
  /** The stored rows of an answer, with columns and types; at most 200. @throws TabletalkError */
  results(messageId: string, options?: PartOptions): Promise<Schemas['Results']>
  /** The stored rows of an answer as a file. @throws TabletalkError */
  resultsFile(messageId: string, options: ResultsFileOptions): Promise<Response>
  /**
   * Runs the query of an answer again and returns all its rows as a file, at most 100,000.
   * @throws TabletalkError
   */
  export(messageId: string, options: ExportOptions): Promise<Response>
  /** The chart of an answer as a picture, by default SVG. @throws TabletalkError with status 404 if it has none */
  chart(messageId: string, options?: ChartOptions): Promise<Response>
}

export const answerMethods = (service: Transport): AnswerMethods => {
  const post = (path: string, sent: Pick<Sending, 'body' | 'headers' | 'signal'> = {}) =>
    service.send({ method: 'POST', path, ...sent, repeatable: true })
  const file = (path: string, query: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined) =>
    service.send({ method: 'GET', path: addressOf(path, {}, query), signal, repeatable: true })

  return {
    async submit(question, { signal, idempotencyKey = randomId() } = {}) {
      const headers = { 'Idempotency-Key': idempotencyKey, Prefer: 'respond-async' }
      const response = await post('/api/v1/chat/message', { headers, body: question, signal })
      return (await enveloped<{ readonly data: Schemas['AcceptedTurn'] }>(response, isAccepted)).data
    },
    async answer(turnId, options = {}) {
      return (await endedJob<Schemas['ChatAnswer']>(service, turnId, options, isAnswer)).result
    },
    async cancel(turn_id) {
      const response = await post(addressOf('/api/v1/chat/turns/{turn_id}/cancel', { turn_id }))
      type Cancelled = { readonly data: { readonly cancelled: boolean } }
      return (await enveloped<Cancelled>(response, ({ cancelled }) => typeof cancelled === 'boolean')).data.cancelled
    },
    async rate(messageId, rating, comment) {
      // An unread body holds its connection.
      await bodyOf(await post(`${pathOf(messageId)}/feedback`, { body: { rating, comment: comment || undefined } }))
    },
    async results(messageId, { part, signal } = {}) {
      const response = await file(`${pathOf(messageId)}/results`, { part }, signal)
      return (await enveloped<{ readonly data: Schemas['Results'] }>(response, isResults)).data
    },
    resultsFile: (messageId, { part, format, bom, signal }) =>
      file(`${pathOf(messageId)}/results`, { part, format, bom: bom === true ? '1' : undefined }, signal),
    async export(messageId, { part, format, ...options }) {
      // A repeated request starts the same export.
      const headers = { 'Idempotency-Key': randomId() }
      const { signal } = options
      const response = await post(`${pathOf(messageId)}/exports`, { headers, body: { format, part }, signal })
      const { data } = await enveloped<{ readonly data: Schemas['Job'] }>(response, ({ id }) => typeof id === 'string')
      const { result } = await endedJob<{ readonly url: string }>(service, data.id, options, isFile)
      return await file(result.url, {}, signal)
    },
    chart: (messageId, { signal, ...drawn } = {}) => file(`${pathOf(messageId)}/chart`, drawn, signal),
  }
}

const pathOf = (message_id: string): string => addressOf('/api/v1/chat/messages/{message_id}', { message_id })

type Fields = Readonly<Record<string, unknown>>

const isAccepted = ({ turn_id, conversation_id }: Fields): boolean =>
  typeof turn_id === 'string' && typeof conversation_id === 'string'

const isResults = ({ columns, rows }: Fields): boolean => Array.isArray(columns) && Array.isArray(rows)

const isFile = ({ url }: Fields): boolean => typeof url === 'string'
