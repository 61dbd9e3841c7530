import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'

/** How slowly bytes go: so much later, give or take, or so few at a time. */
export type Pace =
  | { readonly latencyMs: number; readonly jitterMs: number; readonly luck: Random }
  | { readonly bytesPerSecond: number }

/** A way to a server that can be taken away, or slowed. */
export interface TcpProxy {
  readonly port: number
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Both ways, from the next bytes on. */
  slow(pace: Pace): void
  /** What was cut or slowed is as it was. */
  mend(): void
  close(): Promise<void>
}

/**
 * Listens on loopback and passes every byte on to `port` there.
 *
 * @param passes sees what a client sends before it is passed on; with false, everything is cut there and then
 */
export const tcpProxy = async (port: number, passes: (sent: Buffer) => boolean = () => true): Promise<TcpProxy> => {
  const sockets = new Set<net.Socket>()
  let away = false
  let pace: Pace | undefined
  const keep = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = net.createServer((client) => {
    keep(client)
    if (away) return client.destroy()
    const upstream = net.connect({ host: '127.0.0.1', port })
    keep(upstream)
    client.on('data', (sent) => {
      if (!passes(sent)) cut()
    })
    passOn(client, upstream, () => pace)
    passOn(upstream, client, () => pace)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const cut = (): void => {
    away = true
    drop()
  }
  return {
    port: address.port,
    cut,
    slow(wanted) {
      pace = wanted
    },
    mend() {
      away = false
      pace = undefined
    },
    async close() {
      server.close()
      pace = undefined
      drop()
      await once(server, 'close')
    },
  }
}

/** In order, each piece as late as the pace wants it; pieces are late together, not one after the other. */
const passOn = (from: net.Socket, to: net.Socket, pace: () => Pace | undefined): void => {
  let passed = Promise.resolve()
  const pass = async (bytes: Buffer, due: number): Promise<void> => {
    let left = bytes
    for (let now = pace(); now !== undefined && 'bytesPerSecond' in now && left.length > 0; now = pace()) {
      to.write(left.subarray(0, 1))
      left = left.subarray(1)
      await delay(1000 / now.bytesPerSecond, undefined, { ref: false })
    }
    if (pace() !== undefined) await delay(Math.max(0, due - Date.now()), undefined, { ref: false })
    if (left.length > 0 && to.writable) to.write(left)
  }
  from.on('data', (bytes) => {
    const now = pace()
    const lateMs =
      now === undefined || 'bytesPerSecond' in now ? 0 : now.latencyMs + now.luck.between(-now.jitterMs, now.jitterMs)
    const due = Date.now() + lateMs
    passed = passed.then(() => pass(bytes, due))
  })
  from.once('end', () => void passed.then(() => to.end()))
  from.once('close', () => void passed.then(() => to.destroy()))
}
