import type { RequestFailure } from '../problems/request-failure.ts'
import { type RequestOptions, requestOnce } from './request-once.ts'

/** Why a fetch has no answer: that of the request, or an answer that is not read. */
export type FetchFailure =
  | RequestFailure
  /** It has more than is read, or is compressed. */
  | 'too_large'
  /** It was cut off. */
  | 'cut'

/** What `pinnedFetch` throws. Its words are for the log. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly failure: FetchFailure

  constructor(failure: FetchFailure) {
    super(`no answer: ${failure}`)
    this.failure = failure
  }
}

/** The part of `RequestInit` that libraries give which take a `fetch` of one's own. */
export interface PinnedInit {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

export interface PinnedOptions extends Omit<RequestOptions, 'signal'> {
  /** Names of headers of an answer that are handed on, in lower case; absent: `content-type` alone. */
  readonly answerHeaders?: readonly string[]
}

const CONTENT_TYPE = ['content-type'] as const

/** Answers to which a `Response` may have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A `fetch` that sends as `requestOnce` does, for libraries that take one. A redirect is an answer like others. The answer
 * is read by the time that it is given; of its headers only those of the options are handed on, and of compressed answers
 * nothing, whose size nobody knows.
 *
 * @param init its body: text, or what is text (`URLSearchParams`)
 * @throws FetchFailed; the reason of a signal that aborts, also while the body is read
 */
export const pinnedFetch = async (
  url: string,
  { method = 'GET', headers: sentHeaders = {}, body, signal }: PinnedInit,
  { answerHeaders = CONTENT_TYPE, ...options }: PinnedOptions,
): Promise<Response> => {
  const sent = { url: new URL(url), method, headers: { ...sentHeaders, 'Accept-Encoding': 'identity' } }
  const text = body === undefined || body === null ? {} : { body: String(body) }
  const answered = await requestOnce({ ...sent, ...text }, { ...options, signal: signal ?? undefined })
  if (answered.kind === 'failed') throw new FetchFailed(answered.failure)
  const { status, end } = answered
  if (end === 'cut') signal?.throwIfAborted()
  if (end !== 'whole') throw new FetchFailed(end)
  const { 'content-encoding': encoding = 'identity' } = answered.headers
  if (encoding.toLowerCase() !== 'identity') throw new FetchFailed('too_large')
  if (status < 200 || status > 599) throw new FetchFailed('answer_invalid')
  const headers = answerHeaders.flatMap((name): [string, string][] => {
    const value = answered.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return new Response(BODILESS.has(status) ? null : new Uint8Array(answered.body), { status, headers })
}
