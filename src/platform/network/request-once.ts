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
import { orAborted } from './or-aborted.ts'
import { resolvedHost } from './resolved-host.ts'

/** A request to an address that somebody else has given; its form is judged by whoever sends it. */
export interface OwnRequest {
  /** `http:` or `https:` */
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface RequestOptions {
  /** Whether every address may be reached (`TABLETALK_ALLOW_PRIVATE_HOSTS`). */
  readonly allowPrivate: boolean
  /** For all of it, from looking for the host to the end of the answer. */
  readonly timeoutMs: number
  /** No more of an answer is read: its sender cannot have us read more. */
  readonly answerBytesMax: number
  readonly signal?: AbortSignal | undefined
}

/** How the body of an answer has ended: whole, or not, because there was more than is read or because it was cut off. */
export type AnswerEnd = 'whole' | 'too_large' | 'cut'

export type Answered =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      /** What was read of it. */
      readonly body: Buffer
      readonly end: AnswerEnd
    }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

/**
 * Sends something once, over a connection of its own to the address that was judged. No redirect is followed, and no
 * proxy of the environment is asked: only agents of Node's own take those, and these are none. Headers of an answer have
 * at most the 16 KiB of Node's default.
 *
 * @throws the signal's reason where that aborts
 */
export const requestOnce = async (sent: OwnRequest, options: RequestOptions): Promise<Answered> => {
  const { signal, timeoutMs, allowPrivate, answerBytesMax } = options
  signal?.throwIfAborted()
  const deadline = AbortSignal.timeout(timeoutMs)
  const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  try {
    const host = await orAborted(resolvedHost(hostOf(sent.url), allowPrivate), ending)
    if (host.kind !== 'address') return failed('host')
    return await answered(requestTo(sent, host.address, ending), answerBytesMax, ending)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (deadline.aborted) return failed('timeout')
    throw error
  }
}

const failed = (failure: RequestFailure): Answered => ({ kind: 'failed', failure })

/** @param address the one that was judged: a name would be resolved again */
const requestTo = ({ url, method, headers, body }: OwnRequest, address: string, signal: AbortSignal): ClientRequest => {
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

const answered = async (request: ClientRequest, bytesMax: number, ending: AbortSignal): Promise<Answered> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
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

const bodyOf = async (response: IncomingMessage, bytesMax: number): Promise<{ body: Buffer; end: AnswerEnd }> => {
  const parts: Buffer[] = []
  let bytes = 0
  let end: AnswerEnd = 'whole'
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
    // By its deadline, or by its sender.
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
