import { requestOnce } from '../../platform/network/request-once.ts'
import type { DeliveryFailure } from './rules/webhook.ts'
import { webhookUrlFault } from './webhook-url.ts'

interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOptions {
  readonly allowPrivate: boolean
  /** Time limit from the DNS lookup to the end of the response. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The status of the response; its body is discarded. */
type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed'; readonly failure: DeliveryFailure }

/** The response body is read up to this size, because some servers report an error if the connection is closed early. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Sends a request once (`requestOnce`). The status alone decides whether the endpoint accepted it.
 *
 * @throws the signal's reason
 */
export const postOnce = async ({ url, headers, body }: PostRequest, options: PostOptions): Promise<PostOutcome> => {
  options.signal?.throwIfAborted()
  if (webhookUrlFault(url, options.allowPrivate) !== undefined) return { kind: 'failed', failure: 'address' }
  const request = { url: new URL(url), method: 'POST', headers, body }
  const answered = await requestOnce(request, { ...options, answerBytesMax: ANSWER_BYTES_MAX })
  if (answered.kind === 'failed') return answered
  return { kind: 'answered', status: answered.status, retryAfter: answered.headers['retry-after'] }
}
