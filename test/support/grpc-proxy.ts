import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'

/** A way to a gRPC server on loopback that answers some calls itself. */
export interface GrpcProxy {
  readonly address: string
  close(): Promise<void>
}

/**
 * @param to `host:port` of a server without TLS
 * @param refused the status (a number of gRPC) that a call of this path is answered with; undefined: it is passed on
 */
export const grpcProxy = async (
  to: string,
  refused: (path: string, headers: http2.IncomingHttpHeaders) => number | undefined,
): Promise<GrpcProxy> => {
  const upstream = http2.connect(`http://${to}`)
  upstream.on('error', () => undefined)
  const server = http2.createServer()
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session.once('close', () => sessions.delete(session)))
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    const status = refused(String(headers[':path']), headers)
    if (status !== undefined) {
      const answer = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(status) }
      return stream.respond({ ...answer, 'grpc-message': 'refused by a test' }, { endStream: true })
    }
    const passed = upstream.request({ ...headers, ':authority': to })
    passed.on('error', () => stream.close())
    passed.on('response', (response, flags) => {
      const isOver = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0
      stream.respond(response, { endStream: isOver, waitForTrailers: !isOver })
    })
    passed.on('trailers', (trailers) => stream.once('wantTrailers', () => stream.sendTrailers(trailers)))
    stream.once('close', () => passed.close())
    stream.pipe(passed).pipe(stream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${portOf(server)}`,
    async close() {
      for (const session of sessions) session.destroy()
      upstream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a TLS server in front of a gRPC server asks for and shows, in PEM. */
export interface TlsFront {
  readonly cert: string
  readonly key: string
  /** Who must have signed the certificates of clients; absent: they need none. */
  readonly clientsBy?: string
}

/** Ends TLS before a gRPC server on loopback, as a proxy of a deployment does. */
export const tlsProxy = async (to: string, { cert, key, clientsBy }: TlsFront): Promise<GrpcProxy> => {
  const asked = clientsBy === undefined ? {} : { ca: clientsBy, requestCert: true, rejectUnauthorized: true }
  const sockets = new Set<net.Socket>()
  const keep = (socket: net.Socket): void => {
    sockets.add(socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket)))
  }
  const server = tls.createServer({ cert, key, ALPNProtocols: ['h2'], ...asked }, (client) => {
    const upstream = net.connect(Number(to.split(':').at(-1)), '127.0.0.1')
    keep(client)
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${portOf(server)}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

const portOf = (server: net.Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
