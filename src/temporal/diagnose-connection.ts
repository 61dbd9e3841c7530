import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TemporalAccess } from './access.ts'

/** Time limit of each step of the diagnosis. */
const WITHIN_MS = 2_000

const DEFAULT_PORT = 7_233

/** Sufficient for a server to reject a certificate: with TLS 1.3 it does so after the handshake. */
const REFUSED_WITHIN_MS = 300

/** HTTP/2 connection preface and an empty SETTINGS frame: an HTTP/2 server responds with its SETTINGS. */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1')

/**
 * Diagnoses a failed connection to Temporal: cause and advice in one sentence; undefined if a connection is possible. The SDK only
 * reports a timeout, so the connection is attempted here once, with the same certificates.
 */
export const diagnoseConnection = async (access: TemporalAccess, withinMs = WITHIN_MS): Promise<string | undefined> => {
  const { hostname, port } = new URL(`tcp://${access.address}`)
  const endpoint = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) }
  const socket = connectTcp(endpoint)
  try {
    const tcpError = await waitForEvent(socket, 'connect', withinMs)
    if (tcpError !== undefined) return tcpSentence(access.address, endpoint.host, tcpError)
    return await (access.tls === undefined
      ? plainTrouble(access, endpoint, socket)
      : tlsTrouble(access, endpoint.host, socket, withinMs))
  } finally {
    socket.destroy()
  }
}

interface Endpoint {
  readonly host: string
  readonly port: number
}

/** Waits for an event. @returns undefined if it occurred, otherwise the error code */
const waitForEvent = (socket: Socket, event: string, withinMs: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve('ETIMEDOUT'), withinMs)
    const settle = (code: string | undefined) => {
      clearTimeout(timer)
      resolve(code)
    }
    socket.once(event, () => settle(undefined))
    socket.once('error', (error) => settle('code' in error ? String(error.code) : error.message))
    socket.once('close', () => settle('ECONNRESET'))
  })

const tcpSentence = (address: string, host: string, code: string): string => {
  const start = `Temporal cannot be reached at ${address}`
  const help = 'Check that Temporal is running, and check TEMPORAL_ADDRESS.'
  switch (code) {
    case 'ECONNREFUSED':
      return `${start}: connection refused. ${help}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${start}: unknown host name ${host}. ${help}`
    case 'ETIMEDOUT':
      return `${start}: connection timed out. ${help}`
    default:
      return `${start} (${code}). ${help}`
  }
}

/** Sends the preface of a client without TLS: a server that requires TLS responds with an alert or closes the connection. */
const plainTrouble = async (
  { address }: TemporalAccess,
  endpoint: Endpoint,
  socket: Socket,
): Promise<string | undefined> => {
  const answered = new Promise<Buffer | undefined>((resolve) => {
    const timer = setTimeout(resolve, REFUSED_WITHIN_MS, undefined)
    const settle = (bytes: Buffer) => {
      clearTimeout(timer)
      resolve(bytes)
    }
    socket.once('data', settle)
    socket.once('close', () => settle(Buffer.alloc(0)))
  })
  socket.write(HTTP2_PREFACE)
  const answer = await answered
  if (answer === undefined || (answer.length > 0 && answer[0] !== TLS_ALERT)) return undefined
  return answer.length === 0 && !(await speaksTls(endpoint))
    ? closedSentence(address)
    : `Temporal at ${address} requires TLS: set TEMPORAL_TLS=true, and TEMPORAL_TLS_SERVER_CA_CERT_PATH if it uses a private certificate authority.`
}

const TLS_ALERT = 0x15

/** Whether a TLS handshake succeeds, with any certificate. */
const speaksTls = async (endpoint: Endpoint): Promise<boolean> => {
  const secure = connectTls({ ...endpoint, ALPNProtocols: ['h2'], rejectUnauthorized: false })
  const failed = await waitForEvent(secure, 'secureConnect', WITHIN_MS)
  secure.destroy()
  return failed === undefined
}

/** A port forwarder accepts connections although the server behind it is down. */
const closedSentence = (address: string): string =>
  `Temporal cannot be reached at ${address}: the server closes connections immediately. Check that Temporal is running, and whether it requires TLS (TEMPORAL_TLS).`

const tlsTrouble = async (
  { address, tls = {} }: TemporalAccess,
  host: string,
  socket: Socket,
  withinMs: number,
): Promise<string | undefined> => {
  const { authority, client, serverName } = tls
  const name = serverName ?? host
  const secure = connectTls({
    socket,
    host: name,
    ALPNProtocols: ['h2'],
    ...(/[^\d.:a-f]/i.test(name) ? { servername: name } : {}),
    ...(authority === undefined ? {} : { ca: authority }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
  })
  try {
    const failed = await waitForEvent(secure, 'secureConnect', withinMs)
    if (failed === 'ECONNRESET') return closedSentence(address)
    if (failed !== undefined) return tlsSentence(address, name, failed)
    const refused = await waitForEvent(secure, 'nothing', REFUSED_WITHIN_MS)
    return refused === undefined || refused === 'ETIMEDOUT' ? undefined : tlsSentence(address, name, refused)
  } finally {
    secure.destroy()
  }
}

const tlsSentence = (address: string, name: string, code: string): string => {
  const certificate = `The certificate of Temporal at ${address}`
  if (/^ERR_SSL_.*(CERTIFICATE|ALERT|UNKNOWN_CA)/.test(code) || code === 'ECONNRESET')
    return `Temporal at ${address} rejects the client certificate. Check TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH, and that Temporal trusts the authority that signed the certificate.`
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return `Temporal at ${address} does not use TLS: unset TEMPORAL_TLS and the certificates, or change the port in TEMPORAL_ADDRESS.`
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${certificate} is not valid for ${name}: set TEMPORAL_TLS_SERVER_NAME to the name in the certificate.`
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `${certificate} has expired or is not valid yet: renew it, or correct the clock of this machine.`
    case 'ETIMEDOUT':
      return `Temporal at ${address} accepts connections but does not respond to TLS. Check TEMPORAL_ADDRESS.`
    default:
      return `${certificate} is signed by an unknown authority (${code}): set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the certificate of that authority.`
  }
}
