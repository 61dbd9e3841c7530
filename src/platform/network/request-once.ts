import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { RequestFailure } from '../problems/request-failure.ts'
import { hostOf } from './host-of.ts'
import { rejectOnAbort } from './reject-on-abort.ts'
import { resolveHost } from './resolve-host.ts'

/** A request to a URL given by a customer, whose format the caller has validated. */
interface OutgoingRequest {
  /** `http:` or `https:` */
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface RequestOptions {
  /** Whether private addresses are allowed (`TABLETALK_ALLOW_PRIVATE_HOSTS`). */
  readonly allowPrivate: boolean
  /** Time limit from the DNS lookup to the end of the response. */
  readonly timeoutMs: number
  /** Maximum size of the response body that is read. */
  readonly answerBytesMax: number
  readonly signal?: AbortSignal | undefined
}

/** Whether the response body was read completely, exceeds the limit, or is incomplete. */
type BodyEnd = 'whole' | 'too_large' | 'cut'

type RequestOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      /** The part that was read. */
      readonly body: Buffer
      readonly end: BodyEnd
    }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

/**
 * Sends a request once, over a new connection to the checked IP address. Redirects are not followed, and proxies of the environment
 * are not used: only Node's global agent supports those. Response headers are limited to Node's default of 16 KiB.
 *
 * @throws the signal's reason
 */
export const requestOnce = async (sent: OutgoingRequest, options: RequestOptions): Promise<RequestOutcome> => {
  const { signal, timeoutMs, allowPrivate, answerBytesMax } = options
  signal?.throwIfAborted()
  const deadline = AbortSignal.timeout(timeoutMs)
  const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  try {
    const host = await rejectOnAbort(resolveHost(hostOf(sent.url), allowPrivate), ending)
    if (host.kind !== 'address') return failed('host')
    return await answered(requestTo(sent, host.address, ending), answerBytesMax, ending)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (deadline.aborted) return failed('timeout')
    throw error
  }
}

const failed = (failure: RequestFailure): RequestOutcome => ({ kind: 'failed', failure })

/** @param address the checked IP address: a name would be resolved again (DNS rebinding) */
const requestTo = (
  { url, method, headers, body }: OutgoingRequest,
  address: string,
  signal: AbortSignal,
): ClientRequest => {
  const name = hostOf(url)
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const options = {
    method,
    host: address,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, Host: url.host, ...length },
    signal,
  }
  const request =
    url.protocol === 'http:'
      ? requestHttp({ ...options, agent: new HttpAgent({ keepAlive: false }) })
      : requestHttps({
          ...options,
          agent: new HttpsAgent({ keepAlive: false }),
          ...(isIP(name) === 0 ? { servername: name } : {}),
        })
  request.end(body)
  return request
}

const answered = async (request: ClientRequest, bytesMax: number, ending: AbortSignal): Promise<RequestOutcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<RequestOutcome>()
  let hasAnswered = false
  let isConnected = false
  let isSecured = request.protocol === 'http:'
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      isConnected = true
    })
    socket.once('secureConnect', () => {
      isSecured = true
    })
  })
  request.on('response', (response) => {
    hasAnswered = true
    const { statusCode: status = 0, headers } = response
    void bodyOf(response, bytesMax).then((body) => resolve({ kind: 'answered', status, headers, ...body }))
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (hasAnswered) return
    if (ending.aborted) reject(ending.reason)
    else resolve(failed(failureOf(error, isConnected && !isSecured)))
  })
  request.on('close', () => {
    if (!hasAnswered) resolve(failed('reset'))
  })
  return await promise
}

const bodyOf = async (response: IncomingMessage, bytesMax: number): Promise<{ body: Buffer; end: BodyEnd }> => {
  const parts: Buffer[] = []
  let bytes = 0
  let end: BodyEnd = 'whole'
  try {
    for await (const part of response) {
      bytes += part.length
      if (bytes > bytesMax) {
        end = 'too_large'
        break
      }
      parts.push(part)
    }
  } catch {
    // At the deadline, or by the server.
    end = 'cut'
  }
  response.destroy()
  return { body: Buffer.concat(parts), end }
}

const failureOf = ({ code = '' }: NodeJS.ErrnoException, isHandshake: boolean): RequestFailure => {
  if (isHandshake) return 'tls'
  if (code.startsWith('HPE_')) return 'answer_invalid'
  return CODES[code] ?? 'reset'
}

const CODES: Readonly<Record<string, RequestFailure>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
}
