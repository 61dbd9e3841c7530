import type { RequestFailure } from '../problems/request-failure.ts'
import { type RequestOptions, requestOnce } from './request-once.ts'

/** Why a fetch failed: the failure of the request, or an unusable response. */
export type FetchFailure =
  | RequestFailure
  /** The response exceeds the limit or is compressed. */
  | 'too_large'
  /** The response is incomplete. */
  | 'cut'

/** An error of `pinnedFetch`. The message is for the log. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly failure: FetchFailure

  constructor(failure: FetchFailure) {
    super(`no answer: ${failure}`)
    this.failure = failure
  }
}

/** The part of `RequestInit` that libraries with a custom `fetch` use. */
export interface PinnedInit {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

interface PinnedOptions extends Omit<RequestOptions, 'signal'> {
  /** Names of response headers to keep, in lower case; by default `content-type`. */
  readonly answerHeaders?: readonly string[]
}

const CONTENT_TYPE = ['content-type'] as const

/** Statuses for which a `Response` may not have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A `fetch` based on `requestOnce`, for libraries with a custom `fetch`. Redirects are not followed. The response is read
 * completely before it is returned, with the selected headers only; compressed responses are refused, because their size is
 * unknown.
 *
 * @param init with a body of text or convertible to text (`URLSearchParams`)
 * @throws FetchFailed; the signal's reason, also while the body is read
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
