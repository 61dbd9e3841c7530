import { FairSemaphore } from '../../access/rules/fair-semaphore.ts'
import { type PostOptions, postOnce } from './post-once.ts'
import type { SendOutcome } from './rules/delivery.ts'
import { type WebhookEvent, type WebhookTest, webhookPayload } from './rules/webhook-event.ts'
import { signedHeaders } from './signed-headers.ts'

/** An endpoint with its signing secrets. */
export interface Endpoint {
  readonly organizationId: number
  readonly id: string
  readonly url: string
  /** `whsec_…`, newest first. */
  readonly secrets: readonly string[]
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** A test by a user: it takes one of the slots reserved for tests, immediately or not at all. */
  readonly isTry?: boolean
}

/** Sends events to endpoints with limited concurrency. */
export interface WebhookSender {
  /**
   * Sends an event once, for at most ten seconds. Of the response only the status is returned.
   *
   * @returns `crowded` if nothing was sent, because too many requests of the organization are in flight
   * @throws the signal's reason
   */
  send(
    endpoint: Endpoint,
    event: WebhookEvent | WebhookTest,
    how?: SendOptions,
  ): Promise<SendOutcome | { readonly kind: 'crowded' }>
}

/** Concurrent requests per process, shared fairly: slow endpoints delay only their own organization. */
const SLOTS = { max: 32, waitingMax: 4 } as const

/** Slots for tests: hanging deliveries must not block a test, which would show their cause. */
const TEST_SLOTS = { max: 8, waitingMax: 1 } as const

/** Time limit of a request with its response. */
const TIMEOUT_MS = 10_000

/** Maximum wait for a slot: a waiting delivery occupies an activity. */
const WAIT_MS = 5_000

/** @param timeoutMs of one request; overridden in tests only */
export const webhookSender = (
  { allowPrivate, timeoutMs = TIMEOUT_MS }: Pick<PostOptions, 'allowPrivate'> & Partial<Pick<PostOptions, 'timeoutMs'>>,
  now: () => Date = () => new Date(),
): WebhookSender => {
  const slots = new FairSemaphore(SLOTS)
  const testSlots = new FairSemaphore(TEST_SLOTS)
  const takeSlot = async ({ organizationId, id }: Endpoint, { signal, isTry = false }: SendOptions) => {
    const waitTimeout = AbortSignal.timeout(isTry ? 0 : WAIT_MS)
    const waits = signal === undefined ? waitTimeout : AbortSignal.any([signal, waitTimeout])
    try {
      const slot = await (isTry ? testSlots : slots).take({ organizationId, scopeId: id }, { signal: waits })
      return slot === 'queue_full' ? undefined : slot
    } catch (error) {
      if (waitTimeout.aborted && !signal?.aborted) return undefined
      throw error
    }
  }
  return {
    async send(endpoint, event, how = {}) {
      const { signal } = how
      const slot = await takeSlot(endpoint, how)
      if (slot === undefined) return { kind: 'crowded' }
      const startedAt = performance.now()
      try {
        const payload = webhookPayload(event)
        const headers = {
          ...signedHeaders({ id: event.id, payload }, endpoint.secrets, now()),
          'Content-Type': 'application/json',
          'User-Agent': 'Tabletalk-Webhooks',
        }
        const posted = { url: endpoint.url, headers, body: payload }
        const answered = await postOnce(posted, { allowPrivate, timeoutMs, signal })
        const durationMs = Math.round(performance.now() - startedAt)
        if (answered.kind === 'failed') return { ...answered, durationMs }
        const { status, retryAfter } = answered
        if (status >= 200 && status < 300) return { kind: 'taken', status, durationMs }
        const retryAfterMs = isBusy(status) ? retryAfterMsOf(retryAfter, now()) : undefined
        return {
          kind: 'failed',
          failure: `status_${status}`,
          durationMs,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        }
      } finally {
        slot.release()
      }
    },
  }
}

/** Only these statuses say that the request may succeed later. */
const isBusy = (status: number): boolean => status === 429 || status === 503

/** `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3), in ms; undefined if it is neither. */
const retryAfterMsOf = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
