import { FairPlaces } from '../../access/rules/fair-places.ts'
import { type PostOptions, postOnce } from './post-once.ts'
import type { Sent } from './rules/delivery.ts'
import { type WebhookEvent, type WebhookTest, webhookPayload } from './rules/webhook-event.ts'
import { signedHeaders } from './signed-headers.ts'

/** What is needed of an endpoint to send it something. */
export interface Endpoint {
  readonly organizationId: number
  readonly id: string
  readonly url: string
  /** `whsec_…`, the newest first. */
  readonly secrets: readonly string[]
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** Somebody tries an endpoint, and waits: it has one of the places that no delivery takes, at once or not at all. */
  readonly isTry?: boolean
}

/** Sends events to endpoints, a bounded number at once. */
export interface WebhookSender {
  /**
   * Sends something once, for ten seconds at most; no attempt tells anything of an answer but its status.
   *
   * @returns `crowded` where as much is being sent for the organization as may be: then nothing was sent
   * @throws the signal's reason where that aborts
   */
  send(
    endpoint: Endpoint,
    event: WebhookEvent | WebhookTest,
    how?: SendOptions,
  ): Promise<Sent | { readonly kind: 'crowded' }>
}

/** Requests of one process at once. They are shared as other places are: slow endpoints are their organization's wait. */
const PLACES = { max: 32, waitingMax: 4 } as const

/** Those of endpoints that somebody tries: deliveries that hang are no reason to refuse a try, which would tell why. */
const TRY_PLACES = { max: 8, waitingMax: 1 } as const

/** A request, and the answer to it. */
const TIMEOUT_MS = 10_000

/** Who waits for a place holds a step: after this somebody else may have it. */
const WAIT_MS = 5_000

/** @param timeoutMs of one request; another one in tests only */
export const webhookSender = (
  { allowPrivate, timeoutMs = TIMEOUT_MS }: Pick<PostOptions, 'allowPrivate'> & Partial<Pick<PostOptions, 'timeoutMs'>>,
  now: () => Date = () => new Date(),
): WebhookSender => {
  const places = new FairPlaces(PLACES)
  const tryPlaces = new FairPlaces(TRY_PLACES)
  const placeFor = async ({ organizationId, id }: Endpoint, { signal, isTry = false }: SendOptions) => {
    const patience = AbortSignal.timeout(isTry ? 0 : WAIT_MS)
    const waits = signal === undefined ? patience : AbortSignal.any([signal, patience])
    try {
      const place = await (isTry ? tryPlaces : places).take({ organizationId, scopeId: id }, { signal: waits })
      return place === 'line_full' ? undefined : place
    } catch (error) {
      if (patience.aborted && !signal?.aborted) return undefined
      throw error
    }
  }
  return {
    async send(endpoint, event, how = {}) {
      const { signal } = how
      const place = await placeFor(endpoint, how)
      if (place === undefined) return { kind: 'crowded' }
      const begun = performance.now()
      try {
        const payload = webhookPayload(event)
        const headers = {
          ...signedHeaders({ id: event.id, payload }, endpoint.secrets, now()),
          'Content-Type': 'application/json',
          'User-Agent': 'Tabletalk-Webhooks',
        }
        const posted = { url: endpoint.url, headers, body: payload }
        const answered = await postOnce(posted, { allowPrivate, timeoutMs, signal })
        const durationMs = Math.round(performance.now() - begun)
        if (answered.kind === 'failed') return { ...answered, durationMs }
        const { status, retryAfter } = answered
        if (status >= 200 && status < 300) return { kind: 'taken', status, durationMs }
        const retryAfterMs = isBusy(status) ? waitAskedFor(retryAfter, now()) : undefined
        return {
          kind: 'failed',
          failure: `status_${status}`,
          durationMs,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        }
      } finally {
        place.release()
      }
    },
  }
}

/** Of other answers nobody says that the same request will be taken later. */
const isBusy = (status: number): boolean => status === 429 || status === 503

/** `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3), in ms; undefined where it is neither. */
const waitAskedFor = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
