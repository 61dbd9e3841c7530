import { requestOnce } from '../../platform/network/request-once.ts'
import type { DeliveryFailure } from './rules/webhook.ts'
import { webhookUrlFault } from './webhook-url.ts'

export interface Posted {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOptions {
  readonly allowPrivate: boolean
  /** For all of it, from looking for the host to the end of the answer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** What was answered; of the answer itself nothing is kept. */
export type Answered =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed'; readonly failure: DeliveryFailure }

/** So much of an answer is read, because some servers do not like to be cut off. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Sends something once, as `requestOnce` does. However its answer goes on, the endpoint has said by its status whether it
 * took what was sent.
 *
 * @throws the signal's reason where that aborts
 */
export const postOnce = async ({ url, headers, body }: Posted, options: PostOptions): Promise<Answered> => {
  options.signal?.throwIfAborted()
  if (webhookUrlFault(url, options.allowPrivate) !== undefined) return { kind: 'failed', failure: 'address' }
  const request = { url: new URL(url), method: 'POST', headers, body }
  const answered = await requestOnce(request, { ...options, answerBytesMax: ANSWER_BYTES_MAX })
  if (answered.kind === 'failed') return answered
  return { kind: 'answered', status: answered.status, retryAfter: answered.headers['retry-after'] }
}
