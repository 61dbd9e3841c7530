import type { ResultRows } from '../../../clients/typescript/src/index.ts'
import type { paths } from '../../../clients/typescript/src/schema.ts'
import {
  type FollowedTurn,
  type FollowOptions,
  followAnswer,
  type StreamOptions,
  type StreamQuestion,
  streamAnswer,
} from '../../../clients/typescript/src/stream.ts'
import { bodyOf } from '../../../clients/typescript/src/tabletalk-error.ts'
import { type Transport, transport } from '../../../clients/typescript/src/transport.ts'
import {
  type CallOptions,
  type MethodOf,
  type ResultOf,
  sendingOf,
} from '../../../clients/typescript/src/typed-call.ts'
import type { Reader } from '../reader.ts'
import { loadDrawing } from './drawing.ts'
import { type IdentityTokens, tokenHeaders } from './identity-tokens.ts'

/** Parts of an answer after the first, as query parameters. */
const PARTS = ['1', '2'] as const

/** What the widget requests of the service, as one reader. Of the client only the parts that it needs are in the script. */
export class Service {
  readonly #transport: Transport
  readonly #reader: Reader
  readonly #tokens: IdentityTokens
  readonly #signal: AbortSignal

  constructor(reader: Reader, tokens: IdentityTokens, signal: AbortSignal) {
    const { serviceUrl: baseUrl, apiKey, tenantId, scopeId } = reader
    this.#transport = transport({ baseUrl, apiKey, tenantId, scopeId, fetch: tokens.fetch, retries: 2 })
    this.#reader = reader
    this.#tokens = tokens
    this.#signal = signal
  }

  stream(question: StreamQuestion, options: StreamOptions) {
    return streamAnswer(this.#transport, question, options)
  }

  follow(turn: FollowedTurn, options: FollowOptions) {
    return followAnswer(this.#transport, turn, options)
  }

  async branding() {
    return (await this.#call('get', '/api/v1/branding', { signal: this.#signal })).data
  }

  /** First questions to offer; none if they cannot be read. */
  async starters(): Promise<readonly string[]> {
    const { databaseId: database_id } = this.#reader
    if (database_id === undefined) return []
    const asked = { path: { database_id }, signal: this.#signal }
    return (await this.#call('get', '/api/v1/databases/{database_id}/questions', asked)).data.questions
  }

  /** The latest messages of a conversation, newest first. */
  async messages(conversation_id: string, signal: AbortSignal) {
    const query = { conversation_id, limit: 100 }
    return (await this.#call('get', '/api/v1/chat/history', { query, signal })).data.messages
  }

  /** The latest conversations of the scope. */
  async conversations() {
    const asked = { query: { limit: 30 }, signal: this.#signal }
    return (await this.#call('get', '/api/v1/chat/conversations', asked)).data.conversations
  }

  async cancel(turn_id: string): Promise<void> {
    await this.#call('post', '/api/v1/chat/turns/{turn_id}/cancel', { path: { turn_id }, signal: this.#signal })
  }

  async rate(message_id: string, rating: 'up' | 'down', comment: string): Promise<void> {
    const body = { rating, ...(comment === '' ? {} : { comment }) }
    const rated = { path: { message_id }, body, signal: this.#signal }
    await this.#call('post', '/api/v1/chat/messages/{message_id}/feedback', rated)
  }

  /** @param part counted from 0 */
  async rows(message_id: string, part: number): Promise<ResultRows> {
    const path = '/api/v1/chat/messages/{message_id}/results'
    const asked = { path: { message_id }, query: { part: PARTS[part - 1] }, signal: this.#signal }
    const { columns, rows, row_count: rowCount, truncated } = (await this.#call('get', path, asked)).data
    return { columns, rows, rowCount, truncated }
  }

  async csv(messageId: string, part: number): Promise<Blob> {
    const query = new URLSearchParams({ format: 'csv', ...partQuery(part) })
    const path = `${messagePath(messageId)}/results?${query}`
    const response = await this.#transport.send({ method: 'GET', path, signal: this.#signal, repeatable: true })
    return await response.blob()
  }

  /** @throws Error if there is none */
  async chart(messageId: string, part: number, drawn: Readonly<Record<string, string>>): Promise<SVGSVGElement> {
    const query = new URLSearchParams({ format: 'svg', ...drawn, ...partQuery(part) })
    const url = `${this.#reader.serviceUrl}${messagePath(messageId)}/chart?${query}`
    const token = await this.#tokens.sent()
    const first = await this.#draw(url, token)
    const isRenewed = first.status === 401 && (await this.#tokens.renew(token))
    const { status, svg } = isRenewed ? await this.#draw(url, this.#tokens.token) : first
    if (svg === undefined) throw new Error(`The chart was refused: ${status}`)
    return svg
  }

  async #call<Path extends keyof paths, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    given: CallOptions<Path, Method>,
  ): Promise<ResultOf<Path, Method>> {
    return await bodyOf(await this.#transport.send(sendingOf(method, path, given)))
  }

  #draw(url: string, token: string | undefined) {
    const { apiKey, tenantId, scopeId } = this.#reader
    const own = { 'X-API-Key': apiKey, 'X-Tenant-Id': tenantId, 'X-Scope-Id': scopeId }
    const headers = Object.entries(own).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, bytesOf(value)]],
    )
    return loadDrawing(url, [...headers, ...tokenHeaders(token)], this.#signal)
  }
}

const messagePath = (id: string): string => `/api/v1/chat/messages/${encodeURIComponent(id)}`

const partQuery = (part: number): Readonly<Record<string, string>> => (part === 0 ? {} : { part: String(part) })

/** Headers are bytes: the service decodes them as UTF-8. */
const bytesOf = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))
