import { FetchFailed, pinnedFetch } from '../../../platform/network/pinned-fetch.ts'

/** A hundred subscriptions with all that can be written beside them are smaller. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** What the library reads of the head of an answer, but for texts that it would print as they are. */
const ANSWER_HEADERS = ['content-type', 'request-id', 'retry-after', 'stripe-should-retry'] as const

/**
 * `pinnedFetch` for Stripe's library, at an address that the operator has set. A redirect is a failure: the library would
 * take one whose body is JSON for what was asked for.
 *
 * @param timeoutMs for each request, from looking for the host to the end of the answer
 * @returns a `fetch` that throws FetchFailed, or the reason of the library's signal
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
