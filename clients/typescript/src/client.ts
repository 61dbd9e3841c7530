import { type AnswerMethods, answerMethods } from './answers.ts'
import { type IdentityToken, identifiedFetch } from './identity.ts'
import { endedJob, type JobOptions } from './jobs.ts'
import { randomId } from './random-id.ts'
import type { components, paths } from './schema.ts'
import {
  type FollowedTurn,
  type FollowOptions,
  followAnswer,
  type StreamedEvent,
  type StreamOptions,
  type StreamQuestion,
  streamAnswer,
  ticketedAddress,
} from './stream.ts'
import { bodyOf, enveloped, isObject } from './tabletalk-error.ts'
import { type TransportOptions, transport } from './transport.ts'
import { type CallOptions, type MethodOf, type ResultOf, sendingOf } from './typed-call.ts'
import { isAnswer } from './whole-answer.ts'

export interface ClientOptions extends TransportOptions {
  /** The identity token of the end user, signed by your server; a function is called before each request. */
  readonly identityToken?: IdentityToken | undefined
}

type Schemas = components['schemas']

/** Client of the Tabletalk API. */
export interface TabletalkClient extends AnswerMethods {
  /**
   * Asks a question and waits for the answer. The question is asked only once, even if the request is retried.
   * @throws TabletalkError
   */
  ask(question: Schemas['ChatRequest'], options?: StreamOptions): Promise<Schemas['ChatAnswer']>
  /** Asks a question and streams the events of the answer; see `streamAnswer`. */
  stream(question: StreamQuestion, options?: StreamOptions): AsyncGenerator<StreamedEvent, void, undefined>
  /** Follows the answer of a turn that was started earlier, also by another client; see `followAnswer`. */
  follow(turn: FollowedTurn, options?: FollowOptions): AsyncGenerator<StreamedEvent, void, undefined>
  /**
   * Returns a URL with which a browser's EventSource asks this question and streams the answer without a key. It works once,
   * within 60 seconds. Request it on the server that has the key, and open it in the page.
   * @throws TabletalkError
   */
  streamAddress(question: StreamQuestion, options?: StreamOptions): Promise<string>
  /** The databases that the caller may ask, oldest first. @throws TabletalkError */
  databases(): Promise<readonly Schemas['AskableDatabase'][]>
  /** Colours, logos and widget theme of the organization; `effective` has the colours to apply. @throws TabletalkError */
  branding(): Promise<Schemas['Branding']>
  /** All conversations of the scope, newest first; pages are fetched on demand. */
  conversations(options?: { readonly pageSize?: number }): AsyncGenerator<Schemas['Conversation'], void, undefined>
  /** All messages of one conversation or of the scope, newest first; pages are fetched on demand. */
  messages(options?: {
    readonly conversationId?: string
    readonly pageSize?: number
  }): AsyncGenerator<Schemas['Message'], void, undefined>
  /**
   * Waits until a job has ended.
   * @throws TabletalkError if it did not succeed, with its problem
   */
  job(id: string, options?: JobOptions): Promise<Schemas['Job']>
  /** Requests a file of the service by its path: rows as CSV, a chart, the file of an export. @throws TabletalkError */
  download(path: string, options?: DownloadOptions): Promise<Response>
  /** Calls any endpoint by its path in the OpenAPI document. @throws TabletalkError */
  call<Path extends keyof paths, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    options: CallOptions<Path, Method>,
  ): Promise<ResultOf<Path, Method>>
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export const createClient = ({ identityToken, ...options }: ClientOptions): TabletalkClient => {
  const service = transport(
    identityToken === undefined ? options : { ...options, fetch: identifiedFetch(identityToken, options.fetch) },
  )

  const request = <Path extends keyof paths, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    given: CallOptions<Path, Method>,
  ): Promise<Response> => service.send(sendingOf(method, path, given))

  const read = async <Path extends keyof paths, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    given: CallOptions<Path, Method>,
    isReadable: IsReadable,
  ): Promise<ResultOf<Path, Method>> => await enveloped(await request(method, path, given), isReadable)

  return {
    ...answerMethods(service),
    call: async (method, path, given) => await bodyOf(await request(method, path, given)),
    async ask(question, { signal, idempotencyKey = randomId() } = {}) {
      const response = await service.send({
        method: 'POST',
        path: '/api/v1/chat/message',
        headers: { 'Idempotency-Key': idempotencyKey },
        body: question,
        signal,
        repeatable: true,
      })
      const { data } = await enveloped<{ readonly data: Schemas['ChatAnswer'] }>(response, isAnswer)
      return data
    },
    job: (id, given = {}) => endedJob(service, id, given),
    download: (path, given = {}) => service.send({ method: 'GET', path, repeatable: true, ...given }),
    stream: (question, given = {}) => streamAnswer(service, question, given),
    follow: (turn, given = {}) => followAnswer(service, turn, given),
    streamAddress: (question, given = {}) => ticketedAddress(service, question, given),
    databases: async () =>
      (await read('get', '/api/v1/chat/databases', {}, ({ databases }) => Array.isArray(databases))).data.databases,
    branding: async () => (await read('get', '/api/v1/branding', {}, ({ effective }) => isObject(effective))).data,
    async *conversations({ pageSize: limit } = {}) {
      for (let cursor: string | undefined; ; ) {
        const { data } = await read(
          'get',
          '/api/v1/chat/conversations',
          { query: { limit, cursor } },
          isPage('conversations'),
        )
        yield* data.conversations
        if (!data.hasMore) return
        cursor = data.cursor
      }
    },
    async *messages({ conversationId: conversation_id, pageSize: limit } = {}) {
      for (let cursor: string | undefined; ; ) {
        const { data } = await read(
          'get',
          '/api/v1/chat/history',
          { query: { conversation_id, limit, cursor } },
          isPage('messages'),
        )
        yield* data.messages
        if (!data.hasMore) return
        cursor = data.cursor
      }
    },
  }
}

type IsReadable = Parameters<typeof enveloped>[1]

const isPage =
  (items: string): IsReadable =>
  (data) =>
    Array.isArray(data[items]) && typeof data.hasMore === 'boolean' && typeof data.cursor === 'string'
