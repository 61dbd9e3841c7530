import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { DeliveryFailure } from '../domain/webhooks/webhook.ts'
import { orAborted } from '../network/or-aborted.ts'
import { resolvedHost } from '../network/resolved-host.ts'
import { hostOf, webhookUrlFault } from './webhook-url.ts'

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

/** So much of an answer is read, because some servers do not like to be cut off; its sender cannot have us read more. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Sends something once, over a connection of its own to the address that was judged. No redirect is followed, and no
 * proxy of the environment is asked: only agents of Node's own take those, and these are none.
 *
 * @throws the signal's reason where that aborts
 */
export const postOnce = async (posted: Posted, options: PostOptions): Promise<Answered> => {
  const { signal, timeoutMs } = options
  signal?.throwIfAborted()
  const deadline = AbortSignal.timeout(timeoutMs)
  const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  try {
    return await posting(posted, options, ending)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (deadline.aborted) return failed('timeout')
    throw error
  }
}

const posting = async (posted: Posted, { allowPrivate }: PostOptions, ending: AbortSignal): Promise<Answered> => {
  if (webhookUrlFault(posted.url, allowPrivate) !== undefined) return failed('address')
  const url = new URL(posted.url)
  const host = await orAborted(resolvedHost(hostOf(url), allowPrivate), ending)
  if (host.kind !== 'address') return failed('host')
  return await answered(requestTo(url, host.address, posted, ending), ending)
}

const failed = (failure: DeliveryFailure): Answered => ({ kind: 'failed', failure })

/** @param address the one that was judged: a name would be resolved again */
const requestTo = (url: URL, address: string, { headers, body }: Posted, signal: AbortSignal): ClientRequest => {
  const name = hostOf(url)
  const options = {
    method: 'POST',
    ...{ host: address, port: url.port || undefined, path: `${url.pathname}${url.search}` },
    headers: { ...headers, Host: url.host, 'Content-Length': String(Buffer.byteLength(body)) },
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

const answered = async (request: ClientRequest, ending: AbortSignal): Promise<Answered> => {
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
    // However its answer goes on, the endpoint has said whether it took what was sent.
    void drained(response).then(() => resolve({ kind: 'answered', status, retryAfter: headers['retry-after'] }))
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

/** Reads what little there may be, until its end, the limit, or the end of the request. */
const drained = async (response: IncomingMessage): Promise<void> => {
  let bytes = 0
  try {
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES_MAX) break
    }
  } catch {
    // Cut off: by its deadline, or by its sender.
  }
  response.destroy()
}

const failureOf = ({ code = '' }: NodeJS.ErrnoException, isHandshake: boolean): DeliveryFailure => {
  if (isHandshake) return 'tls'
  if (code.startsWith('HPE_')) return 'answer_invalid'
  return CODES[code] ?? 'reset'
}

const CODES: Readonly<Record<string, DeliveryFailure>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
}
