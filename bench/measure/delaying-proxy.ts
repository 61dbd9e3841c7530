import { once } from 'node:events'
import net from 'node:net'

/** A proxy in front of a server that can be made to respond later. */
export interface DelayingProxy {
  /** On loopback. */
  readonly port: number
  /** Delay of every response from now on; 0 at first. */
  setDelay(ms: number): void
  close(): Promise<void>
}

/** Listens on loopback, passes requests on at once, and responses after the delay. */
export const delayingProxy = async (server: {
  readonly host: string
  readonly port: number
}): Promise<DelayingProxy> => {
  let delayMs = 0
  const sockets = new Set<net.Socket>()
  const track = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const listener = net.createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const upstream = net.connect({ ...server, noDelay: true })
    track(client)
    track(upstream)
    client.pipe(upstream)
    client.once('close', () => upstream.destroy())
    const later = inOrder(() => delayMs)
    upstream.on('data', (bytes) => later(() => client.writable && client.write(bytes)))
    upstream.once('close', () => later(() => client.end()))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    setDelay(ms) {
      delayMs = ms
    },
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Runs tasks after a delay, in order even if the delay becomes shorter: a timer runs the first task that waits, not its own. */
const inOrder = (delayMs: () => number): ((task: () => unknown) => void) => {
  const waiting: (() => unknown)[] = []
  return (task) => {
    if (delayMs() === 0 && waiting.length === 0) return void task()
    waiting.push(task)
    setTimeout(() => waiting.shift()?.(), delayMs())
  }
}
