import {
  type CallOptions,
  createClient,
  type MethodOf,
  type ResultOf,
  type TabletalkClient,
  TabletalkError,
} from '../../../clients/typescript/src/index.ts'
import { lineOf } from '../../platform/problems/problem.ts'
import { CommandFailed } from '../command-failed.ts'
import { unreachableReason } from '../unreachable.ts'
import { type CalledPath, isReadableEvent, isReadableResponse } from './service-responses.ts'

/** A service and the caller. */
export interface Service {
  readonly baseUrl: string
  /** What to do if the service does not respond. */
  readonly advice: string
  readonly apiKey?: string
  readonly tenantId?: string | undefined
  readonly scopeId?: string | undefined
}

const ANSWERED_WITHIN_MS = 30_000

/** `fetch` with a timeout until the response headers; the body may take longer. */
const promptFetch: typeof fetch = async (input, init) => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ANSWERED_WITHIN_MS)
  const signals = [late.signal, ...(init?.signal ? [init.signal] : [])]
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  } finally {
    clearTimeout(timer)
  }
}

/** The error for a response without the fields that the command reads. */
export const unreadableResponse = ({ baseUrl }: Pick<Service, 'baseUrl'>): CommandFailed =>
  new CommandFailed(
    `The server at ${baseUrl} sent a response that this version of the command cannot read. Check the address.`,
  )

/** A client whose responses have the fields that the commands read. */
export interface ServiceClient extends Pick<TabletalkClient, 'job' | 'download'> {
  /** @throws TabletalkError; CommandFailed if the response has another shape */
  call<Path extends CalledPath, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    options: CallOptions<Path, Method>,
  ): Promise<ResultOf<Path, Method>>
}

/** A client that sends each request once. `failureOf` words its errors for the terminal. */
export const clientOf = (service: Service): ServiceClient => {
  const { baseUrl, apiKey, tenantId, scopeId } = service
  const client = createClient({ baseUrl, apiKey, tenantId, scopeId, retries: 0, fetch: promptFetch })
  return {
    job: client.job,
    download: client.download,
    call: async (method, path, options) => {
      const body = await client.call(method, path, options)
      if (!isReadableResponse(path, body)) throw unreadableResponse(service)
      return body
    },
  }
}

/** A client for lists: questions without a scope are stored and read under `default`. */
export const readingClientOf = ({ scopeId = 'default', ...service }: Service): ServiceClient =>
  clientOf({ ...service, scopeId })

/** A client for streams, which aborts silent streams itself (`silentMs`). */
export const streamingClientOf = (service: Service): Pick<TabletalkClient, 'stream'> => {
  const { baseUrl, apiKey, tenantId, scopeId } = service
  const client = createClient({ baseUrl, apiKey, tenantId, scopeId, retries: 0 })
  return {
    async *stream(question, options) {
      for await (const event of client.stream(question, options)) {
        if (!isReadableEvent(event)) throw unreadableResponse(service)
        yield event
      }
    },
  }
}

const NOT_FOUND = 404

/** Whether an error is a 404 of the service. */
export const isNotFound = (error: unknown): boolean => error instanceof TabletalkError && error.status === NOT_FOUND

const SERVER_FAILED = 500

/** An error of the client worded for the terminal; any other error unchanged. */
export const failureOf = (error: unknown, { baseUrl, advice }: Pick<Service, 'baseUrl' | 'advice'>): unknown => {
  if (!(error instanceof TabletalkError)) return error
  const { status, code, summary, details, retryAfter, cause } = error
  const failed = (text: string) => new CommandFailed(text, { cause: error })
  if (code === 'NETWORK')
    return failed(`Tabletalk cannot be reached at ${baseUrl}: ${unreachableReason(cause)}. ${advice}`)
  if (code === 'UNREADABLE') return failed(summary)
  if (code === 'UNKNOWN' && status >= SERVER_FAILED)
    return failed(`The service at ${baseUrl} returned status ${status}.`)
  if (code === 'UNKNOWN')
    return failed(
      `The server at ${baseUrl} does not seem to be Tabletalk: it returned status ${status}. Check the address.`,
    )
  const lines = details.map((detail) => ({ message: detail.message, line: lineOf(detail) }))
  const more = lines.filter(({ message, line }) => message !== summary && line !== summary)
  const again = retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`
  return failed([`${summary}${again} (${code})`, ...more.map(({ line }) => `  ${line}`)].join('\n'))
}
