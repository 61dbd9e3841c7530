import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'

/** A host and a port, as in an address like `localhost:7233`. */
export interface HostPort {
  readonly host: string
  readonly port: number
}

/** Parses `host:port`. @param fallbackPort used if the address has no port */
export const parseHostPort = (address: string, fallbackPort: number): HostPort => {
  const url = new URL(`tcp://${address}`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? fallbackPort : Number(url.port) }
}

/** Whether a TCP port or a Unix socket accepts connections. */
export const acceptsConnections = (at: HostPort | { readonly path: string }, timeoutMs = 1_000): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ ...at, timeout: timeoutMs })
    const settle = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })

/** `grpc.health.v1.HealthCheckRequest` for the frontend, after the five bytes of flag and length of gRPC. */
const SERVICE = 'temporal.api.workflowservice.v1.WorkflowService'
const HEALTH_CHECK = Buffer.concat([
  Buffer.from([0, 0, 0, 0, SERVICE.length + 2, 0x0a, SERVICE.length]),
  Buffer.from(SERVICE),
])
/** `HealthCheckResponse { status: SERVING }`, with the same framing. */
const SERVING = Buffer.from([0, 0, 0, 0, 2, 0x08, 0x01])

/** Whether a Temporal server without TLS is serving: one health check, without loading the client library. */
export const temporalServes = ({ host, port }: HostPort, timeoutMs = 1_000): Promise<boolean> =>
  new Promise((resolve) => {
    const session = connectHttp2(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    const chunks: Buffer[] = []
    const settle = (answer: boolean): void => {
      session.destroy()
      resolve(answer)
    }
    session.setTimeout(timeoutMs, () => settle(false))
    session.once('error', () => settle(false))
    const request = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('error', () => settle(false))
    request.once('end', () => settle(Buffer.concat(chunks).equals(SERVING)))
    request.end(HEALTH_CHECK)
  })
