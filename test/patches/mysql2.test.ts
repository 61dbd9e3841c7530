import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { type Connection, createConnection } from 'mysql2'
import { certificateRefusal } from '../../src/platform/patches/mysql2.ts'
import { makeAuthority } from '../support/certificates.ts'

/** Greeting of a server that offers TLS and sends nothing else. */
const GREETING = Buffer.concat([
  ...[Buffer.from([10]), Buffer.from('8.0.0-fake\0'), Buffer.from([7, 0, 0, 0]), Buffer.from('abcdefgh\0')],
  ...[Buffer.from([0x09, 0x8a, 0x2d, 2, 0, 0x08, 0, 21]), Buffer.alloc(10), Buffer.from('ijklmnopqrst\0')],
  Buffer.from('mysql_native_password\0'),
])

/** Size of the SSLRequest packet; the TLS ClientHello may follow in the same read. */
const SSL_REQUEST_BYTES = 36

const certificate = makeAuthority().sign('localhost')
const sockets: net.Socket[] = []
const server = net.createServer((socket) => {
  sockets.push(socket)
  socket.write(Buffer.concat([Buffer.from([GREETING.length, 0, 0, 0]), GREETING]))
  socket.on('error', () => socket.destroy())
  socket.once('readable', () => {
    socket.read(SSL_REQUEST_BYTES)
    new tls.TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => socket.destroy())
  })
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  for (const socket of sockets) socket.destroy()
  await once(server, 'close')
})

/** A driver that has rejected the certificate of an unknown authority, over a stream of this test. */
const rejectingDriver = async (): Promise<Connection> => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const stream = net.connect(address.port, '127.0.0.1')
  const driver = createConnection({ stream, host: 'localhost', user: 'me', ssl: { rejectUnauthorized: true } })
  await new Promise((resolve) => driver.once('error', resolve))
  driver.destroy()
  return driver
}

describe('Untrusted MySQL certificate', () => {
  it('is reported with the TLS error code', async () => {
    expect(certificateRefusal(await rejectingDriver())).toMatch(
      /^(UNABLE_TO_VERIFY|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_GET)/,
    )
  })

  it('is not read from another version of the driver', async () => {
    expect(certificateRefusal(await rejectingDriver(), '3.24.7')).toBeUndefined()
  })
})
