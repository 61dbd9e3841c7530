import { errorOf, TabletalkError } from './tabletalk-error.ts'

export interface TransportOptions {
  /** The base URL of the service: `https://tabletalk.example`. */
  readonly baseUrl: string
  /** `sk_…` on your own server, `pk_…` in pages; omit it if `fetch` sends a user access token. */
  readonly apiKey?: string | undefined
  /** The tenant whose rows are queried. */
  readonly tenantId?: string | number | undefined
  /** The end user, department or role that owns the conversations. */
  readonly scopeId?: string | undefined
  /** The maximum number of retries of a request that got no response or may be retried; default: 4. */
  readonly retries?: number
  readonly fetch?: typeof fetch
}

export interface Sending {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Whether sending it twice has the effect of sending it once. */
  readonly repeatable: boolean
}

/** Sends requests, and retries them as the service asks. */
export interface Transport {
  readonly retries: number
  /** The URL of a path. */
  address(path: string): string
  /** One response of any status. @throws what `fetch` throws */
  open(sending: Sending): Promise<Response>
  /** A successful response. @throws TabletalkError; the signal's reason */
  send(sending: Sending): Promise<Response>
}

/** Refusals without effect: 429 and 503; 409 means that the same request is still running. */
const COME_BACK = new Set([409, 429, 503])
const RETRY_AFTER_S = 60
const PAUSE_MS = 500
const PAUSE_MS_MAX = 10_000

export const transport = (options: TransportOptions): Transport => {
  const { baseUrl, apiKey, tenantId, scopeId, retries = 4, fetch: send = fetch } = options
  const own = { 'X-API-Key': apiKey, 'X-Tenant-Id': asHeader(tenantId), 'X-Scope-Id': asHeader(scopeId) }
  const address = (path: string): string => `${baseUrl.replace(/\/$/, '')}${path}`
  const open: Transport['open'] = ({ method, path, headers = {}, body, signal }) => {
    const type = body === undefined ? undefined : 'application/json'
    const all = Object.entries({ ...own, 'Content-Type': type, ...headers }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return send(address(path), {
      method,
      headers: all,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  return {
    retries,
    address,
    open,
    async send(sending) {
      for (let attempt = 0; ; attempt++) {
        const outcome = await open(sending).catch((error: unknown) => unreached(error, sending.signal))
        if (outcome instanceof Response && outcome.ok) return outcome
        const error = outcome instanceof Response ? await errorOf(outcome) : outcome
        if (attempt >= retries || !mayRepeat(error, sending.repeatable)) throw error
        await pause(pauseMs(error, attempt), sending.signal)
      }
    },
  }
}

/** Headers are bytes: the service decodes them as UTF-8, and `fetch` sends one byte per character. */
const asHeader = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String.fromCharCode(...new TextEncoder().encode(String(value)))

const mayRepeat = ({ status, retryAfter }: TabletalkError, repeatable: boolean): boolean => {
  if (status === 0) return repeatable
  return status === 409 ? repeatable && retryAfter !== undefined : COME_BACK.has(status)
}

/** The delay that the service asks for, else exponential backoff. */
export const pauseMs = ({ status, retryAfter }: TabletalkError, attempt: number): number => {
  if (retryAfter !== undefined) return retryAfter * 1000
  if (status === 429) return RETRY_AFTER_S * 1000
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** @throws the signal's reason, if that is why there was no response */
export const unreached = (cause: unknown, signal: AbortSignal | undefined): TabletalkError => {
  if (signal?.aborted) throw signal.reason
  return new TabletalkError('The service did not respond.', {}, { cause })
}

/** @throws the signal's reason */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
