import { errorCode } from '../local/error-code.ts'

/**
 * Why a server did not respond, in words.
 *
 * @param error an error of `fetch` or a driver, whose causes have the details
 */
export const unreachableReason = (error: unknown): string => {
  const known = causesOf(error)
  if (known.some(({ name }) => name === 'TimeoutError')) return 'it did not respond in time'
  const code = known.map((cause) => errorCode(cause) ?? codeInMessage(cause)).find((one) => one !== undefined)
  const reason = REASONS[code ?? '']
  if (reason !== undefined) return reason
  if (/CERT|SIGNATURE|ISSUER/.test(code ?? '')) return `its certificate is not trusted (${code})`
  if (code?.startsWith('HPE_')) return 'the server does not speak HTTP (check the port)'
  if (/SSL|TLS|EPROTO/.test(code ?? '')) return 'the server does not speak TLS (use http:// instead?)'
  if (known.some(({ message }) => message === 'bad port')) return 'this port is not allowed for HTTP'
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`
}

/** The error code in the message: drivers copy the text of the system into their own. */
const codeInMessage = ({ message }: Cause): string | undefined =>
  typeof message === 'string' ? /\bE[A-Z]{5,12}\b|\bEAI_AGAIN\b/.exec(message)?.[0] : undefined

const NO_NAME = 'unknown host name'
const NO_WAY = 'no network route to the host'
const SILENT = 'it did not respond in time'
const CUT = 'the connection was closed without a response'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  EADDRNOTAVAIL: NO_WAY,
  ETIMEDOUT: SILENT,
  UND_ERR_CONNECT_TIMEOUT: SILENT,
  UND_ERR_HEADERS_TIMEOUT: SILENT,
  UND_ERR_BODY_TIMEOUT: SILENT,
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
}

interface Cause {
  readonly name: unknown
  readonly message: unknown
  readonly code: unknown
}

/** An error, its causes, and the parts of aggregate errors. */
const causesOf = (error: unknown): readonly Cause[] => {
  if (typeof error !== 'object' || error === null) return []
  const field = (name: string): unknown => Reflect.get(error, name)
  const parts = field('errors')
  return [
    { name: field('name'), message: field('message'), code: field('code') },
    ...(Array.isArray(parts) ? parts.flatMap(causesOf) : []),
    ...causesOf(field('cause')),
  ]
}
