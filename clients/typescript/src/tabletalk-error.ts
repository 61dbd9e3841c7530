/** A request that was refused or failed, with the message of the service; `message` names the invalid field. */
export class TabletalkError extends Error {
  override readonly name = 'TabletalkError'
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  /** A stable code: branch on this. `NETWORK` if there was no response, `UNKNOWN` and `UNREADABLE` if another server responded. */
  readonly code: string
  /** The name of the problem, if the service sent one: more specific than the code, and equally stable. */
  readonly problem: string | undefined
  readonly details: readonly { readonly field: string; readonly message: string; readonly code: string }[]
  /** The first invalid field, parameter or header; undefined if there is none. */
  readonly field: string | undefined
  /** The message as the service sent it, without the invalid field. */
  readonly summary: string
  /** The id by which the operator of the service finds the request. */
  readonly traceId: string | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    fields: Partial<
      Pick<TabletalkError, 'status' | 'code' | 'problem' | 'details' | 'summary' | 'traceId' | 'retryAfter'>
    >,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.summary = fields.summary ?? message
    this.status = fields.status ?? 0
    this.code = fields.code ?? 'NETWORK'
    this.problem = fields.problem
    this.details = fields.details ?? []
    this.field = this.details.find(({ field }) => field !== '')?.field
    this.traceId = fields.traceId
    this.retryAfter = fields.retryAfter
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error in a response. A server on the way may have sent any other body. */
export const errorOf = async (response: Response): Promise<TabletalkError> => {
  const { status } = response
  const { message, error_code: code, problem, details } = fieldsOf(await textOf(response))
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const known = Array.isArray(details) ? details.filter(isDetail) : []
  const summary = typeof message === 'string' ? message : `The service responded with status ${status}.`
  return new TabletalkError(namingField(summary, known), {
    status,
    code: typeof code === 'string' ? code : 'UNKNOWN',
    problem: typeof problem === 'string' ? problem : undefined,
    details: known,
    summary,
    traceId: response.headers.get('X-Request-ID') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

type Detail = TabletalkError['details'][number]

/** Both envelopes have details of this shape. */
const isDetail = (value: unknown): value is Detail =>
  isObject(value) && [value.field, value.message, value.code].every((text) => typeof text === 'string')

/** A response that is not one of this API, or of a version that this client does not know. */
export const unreadable = (response: Response): TabletalkError => {
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? 'nothing'
  const isOurs = type === 'application/json' || type === 'text/event-stream'
  const message = isOurs
    ? 'The service sent a response that this version of the client cannot read.'
    : `The server at ${new URL(response.url).origin} does not seem to be Tabletalk: it sent ${type}. Check the address.`
  return new TabletalkError(message, { status: response.status, code: 'UNREADABLE' })
}

/** The JSON of a successful response, typed as documented. @throws TabletalkError */
export const bodyOf = async <Body>(response: Response): Promise<Body> => {
  const text = await textOf(response)
  try {
    return JSON.parse(text || 'null')
  } catch {
    throw unreadable(response)
  }
}

/**
 * The JSON of a successful response with an object as `data`, such as every resource and list.
 *
 * @param isReadable whether `data` has the fields that are read of it: another server may have responded
 * @throws TabletalkError
 */
export const enveloped = async <Body>(response: Response, isReadable: (data: Fields) => boolean): Promise<Body> => {
  const body = await bodyOf<Body>(response)
  if (!isObject(body) || !isObject(body.data) || !isReadable(body.data)) throw unreadable(response)
  return body
}

/** The body of a response as text. @throws TabletalkError if the connection is lost before its end */
const textOf = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch (cause) {
    if (cause instanceof TypeError) throw new TabletalkError('The connection was lost.', {}, { cause })
    throw cause
  }
}

/** Appends the invalid field to the message, because only the message of an error is usually printed. */
const namingField = (message: string, details: TabletalkError['details']): string => {
  const first = details.find(({ field }) => field !== '')
  if (first === undefined || message.includes(first.field)) return message
  return `${message} ${first.field}: ${first.message}`
}

/** The fields of a JSON object; none of anything else. */
const fieldsOf = (text: string): Fields => {
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
