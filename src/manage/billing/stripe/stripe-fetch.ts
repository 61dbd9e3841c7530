import { FetchFailed, pinnedFetch } from '../../../platform/network/pinned-fetch.ts'

/** Larger than a page of 100 subscriptions with full metadata. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** The response headers that the library uses, except texts that it would print unchanged. */
const ANSWER_HEADERS = ['content-type', 'request-id', 'retry-after', 'stripe-should-retry'] as const

/**
 * `pinnedFetch` for Stripe's library, with an address set by the operator. A redirect is a failure, because the library
 * would accept a JSON body of it as the result.
 * @param timeoutMs per request, from DNS lookup to the end of the response
 * @returns a `fetch` that throws FetchFailed, or the abort reason of the library's signal
 */
export const stripeFetch =
  (timeoutMs: number): typeof fetch =>
  async (input, { method, headers, body, signal } = {}) => {
    const sent = { method, headers: Object.fromEntries(new Headers(headers)), body, signal }
    const answer = await pinnedFetch(input instanceof Request ? input.url : String(input), sent, {
      allowPrivate: true,
      timeoutMs,
      answerBytesMax: ANSWER_BYTES_MAX,
      answerHeaders: ANSWER_HEADERS,
    })
    if (answer.status >= 300 && answer.status < 400) throw new FetchFailed('answer_invalid')
    return answer
  }
