import { z } from 'zod'
import { lineOf } from '../../domain/problem.ts'
import { CommandFailed } from '../command-failed.ts'
import { unreachableReason } from '../unreachable.ts'
import type { ChatTarget } from './chat-target.ts'

export interface ApiCall {
  readonly method?: 'GET' | 'POST'
  /** Behind `/api/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: object
  readonly signal?: AbortSignal | undefined
}

type Address = Pick<ChatTarget, 'baseUrl' | 'advice' | 'headers'>

/** Anything else has been slow for too long. */
const ANSWERED_WITHIN_MS = 30_000

/** The service has refused a call. */
export class Refused extends CommandFailed {
  readonly status: number
  /** As the API names it; empty where it named none. */
  readonly code: string
  /** The fields and headers that it is about. */
  readonly fields: readonly string[]

  constructor(message: string, { status, code, fields }: Pick<Refused, 'status' | 'code' | 'fields'>) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Nothing answers. */
export const unreachable = ({ baseUrl, advice }: Pick<Address, 'baseUrl' | 'advice'>, error: unknown): CommandFailed =>
  new CommandFailed(`Tabletalk cannot be reached at ${baseUrl}: ${unreachableReason(error)}. ${advice}`, {
    cause: error,
  })

/**
 * Calls the API. Whatever it answers comes within 30 seconds, its body as fast as it arrives.
 *
 * @throws Refused; CommandFailed where nothing answers
 */
export const callApi = async (
  target: Address,
  { method = 'GET', path, query = {}, headers = {}, body, signal }: ApiCall,
): Promise<Response> => {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.append(name, value)
  const address = `${target.baseUrl}/api/v1${path}${asked.size === 0 ? '' : `?${asked}`}`
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ANSWERED_WITHIN_MS)
  try {
    const response = await fetch(address, {
      method,
      headers: { ...target.headers, ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]),
    })
    if (!response.ok) throw await refusal(response, target.baseUrl)
    return response
  } catch (error) {
    throw error instanceof CommandFailed ? error : unreachable(target, error)
  } finally {
    clearTimeout(timer)
  }
}

/** The `data` of a JSON answer. @throws as `callApi`; CommandFailed where it is something else */
export const callForData = async <Shape extends z.ZodType>(
  target: Address,
  call: ApiCall,
  data: Shape,
): Promise<z.output<Shape>> => await dataOf(await callApi(target, call), target.baseUrl, data)

/** @throws CommandFailed where the answer is something else */
export const dataOf = async <Shape extends z.ZodType>(
  response: Response,
  baseUrl: string,
  data: Shape,
): Promise<z.output<Shape>> => {
  const whole = Enveloped.safeParse(await response.json().catch(() => undefined))
  const parsed = data.safeParse(whole.data?.data)
  if (parsed.success) return parsed.data
  throw notUnderstood(response, baseUrl)
}

const Enveloped = z.object({ data: z.unknown() })

/** What came is no answer of this API, or of another version of it. */
export const notUnderstood = (response: Response, baseUrl: string): CommandFailed => {
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'nothing'
  return type === 'application/json' || type === 'text/event-stream'
    ? new CommandFailed('The service sent a response that this version of the command cannot read.')
    : new CommandFailed(`The server at ${baseUrl} does not seem to be Tabletalk: it sent ${type}. Check the address.`)
}

const Refusal = z.object({
  message: z.string(),
  error_code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).catch([]),
})

const SERVER_FAILED = 500

/** What a refusal says to people. */
export const refusal = async (response: Response, baseUrl: string): Promise<Refused> => {
  const { status } = response
  const parsed = Refusal.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) {
    const told =
      status >= SERVER_FAILED
        ? `The service at ${baseUrl} returned status ${status}.`
        : `The server at ${baseUrl} does not seem to be Tabletalk: it returned status ${status}. Check the address.`
    return new Refused(told, { status, code: '', fields: [] })
  }
  const { message, error_code: code, details } = parsed.data
  const lines = details
    .filter((detail) => detail.message !== message && lineOf(detail) !== message)
    .map((detail) => `  ${lineOf(detail)}`)
  const wait = response.headers.get('retry-after')
  const again = wait === null ? '' : ` Try again in ${wait} s.`
  return new Refused([`${message}${again} (${code})`, ...lines].join('\n'), {
    ...{ status, code, fields: details.map(({ field }) => field) },
  })
}
