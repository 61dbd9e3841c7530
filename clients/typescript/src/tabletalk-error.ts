/** A request that was refused or failed, in the words of the service. */
export class TabletalkError extends Error {
  override readonly name = 'TabletalkError'
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** Stable: decide by this. `NETWORK` where no answer came. */
  readonly code: string
  readonly details: readonly { readonly field: string; readonly message: string; readonly code: string }[]
  /** What the operator of the service finds it by. */
  readonly traceId: string | undefined
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    fields: Partial<Pick<TabletalkError, 'status' | 'code' | 'details' | 'traceId' | 'retryAfter'>>,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = fields.status ?? 0
    this.code = fields.code ?? 'NETWORK'
    this.details = fields.details ?? []
    this.traceId = fields.traceId
    this.retryAfter = fields.retryAfter
  }
}

/** Both envelopes have these fields. */
interface Envelope {
  readonly message?: string
  readonly error_code?: string
  readonly details?: TabletalkError['details']
}

/** What an answer with an error status says. */
export const errorOf = async (response: Response): Promise<TabletalkError> => {
  const {
    message = `The service answered ${response.status}.`,
    error_code: code = 'UNKNOWN',
    details = [],
  } = envelopeOf(await response.text())
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new TabletalkError(message, {
    status: response.status,
    code,
    details: Array.isArray(details) ? details : [],
    traceId: response.headers.get('X-Request-ID') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** Whatever stands between may answer something else. */
const envelopeOf = (text: string): Envelope => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
