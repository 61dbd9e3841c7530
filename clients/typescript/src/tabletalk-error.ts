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

/** Both envelopes have these fields. */
interface Envelope {
  readonly message?: string
  readonly error_code?: string
  readonly problem?: string
  readonly details?: TabletalkError['details']
}

/** What an answer with an error status says. */
export const errorOf = async (response: Response): Promise<TabletalkError> => {
  const {
    message = `The service responded with status ${response.status}.`,
    error_code: code = 'UNKNOWN',
    problem,
    details = [],
  } = envelopeOf(await response.text())
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const known = Array.isArray(details) ? details : []
  return new TabletalkError(namingField(message, known), {
    status: response.status,
    code,
    problem,
    details: known,
    summary: message,
    traceId: response.headers.get('X-Request-ID') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** A response that is not one of this API, or of a version that this client does not know. */
export const unreadable = (response: Response): TabletalkError => {
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? 'nothing'
  const isOurs = type === 'application/json' || type === 'text/event-stream'
  const message = isOurs
    ? 'The service sent a response that this version of the client cannot read.'
    : `The server at ${new URL(response.url).origin} does not seem to be Tabletalk: it sent ${type}. Check the address.`
  return new TabletalkError(message, { status: response.status, code: 'UNREADABLE' })
}

/** The JSON of a successful response; what the service sends is what its document says. @throws TabletalkError */
export const bodyOf = async <Body>(response: Response): Promise<Body> => {
  const text = await response.text()
  try {
    return JSON.parse(text || 'null')
  } catch {
    throw unreadable(response)
  }
}

/** What is printed of an error is its message: that says which field is meant. */
const namingField = (message: string, details: TabletalkError['details']): string => {
  const first = details.find(({ field }) => field !== '')
  if (first === undefined || message.includes(first.field)) return message
  return `${message} ${first.field}: ${first.message}`
}

/** Whatever stands between may answer something else. */
const envelopeOf = (text: string): Envelope => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
