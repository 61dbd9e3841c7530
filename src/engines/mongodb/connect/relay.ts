import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import net, { type Socket } from 'node:net'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FrameGuard, type MalformedFrame } from './frame-guard.ts'
import { relayFolder, SOCKET } from './relay-folder.ts'

/**
 * A local socket that the driver connects to instead of the server; each connection is relayed to the server. The
 * driver would connect to any host that a server names, without an address check, and read messages of any length. Here
 * the host has been checked, and every message passes a guard.
 */
export class Relay {
  readonly #server: net.Server
  readonly #dial: (signal: AbortSignal) => Promise<Socket>
  readonly #folder: string | undefined
  readonly #closing = new AbortController()
  readonly #failed = Promise.withResolvers<never>()
  readonly #sockets = new Set<Socket>()
  readonly path: string

  private constructor(dial: (signal: AbortSignal) => Promise<Socket>, socketPath: string, folder: string | undefined) {
    this.#dial = dial
    this.#folder = folder
    this.path = socketPath
    this.#failed.promise.catch(() => {})
    this.#server = net.createServer((local) => void this.#relay(local)).unref()
  }

  /** @param dial connects to the server */
  static async open(dial: (signal: AbortSignal) => Promise<Socket>): Promise<Relay> {
    // The driver recognizes sockets by their suffix.
    const folder = process.platform === 'win32' ? undefined : await relayFolder()
    const socketPath =
      folder === undefined
        ? `\\\\.\\pipe\\tabletalk-${randomBytes(16).toString('hex')}.sock`
        : path.join(folder, SOCKET)
    const relay = new Relay(dial, socketPath, folder)
    relay.#server.listen(socketPath)
    await once(relay.#server, 'listening')
    return relay
  }

  /** Never resolves; rejects with the connection error or a MalformedFrame. */
  get failed(): Promise<never> {
    return this.#failed.promise
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the connection was given up'))
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  async #relay(local: Socket): Promise<void> {
    this.#register(local)
    const remote = await this.#dialServer()
    if (remote === undefined) {
      local.destroy()
      return
    }
    const guard = new FrameGuard()
    const requests = this.#checkedStream((chunk) => guard.request(chunk))
    const replies = this.#checkedStream((chunk) => guard.reply(chunk))
    try {
      await Promise.race([pipeline(local, requests, remote), pipeline(remote, replies, local)])
    } catch {
      // Either side may close the connection.
    } finally {
      local.destroy()
      remote.destroy()
    }
  }

  async #dialServer(): Promise<Socket | undefined> {
    try {
      return this.#register(await this.#dial(this.#closing.signal))
    } catch (error) {
      this.#failed.reject(error)
      return undefined
    }
  }

  #checkedStream(check: (chunk: Buffer) => MalformedFrame | undefined): Transform {
    const failed = this.#failed
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const fault = check(chunk)
        if (fault !== undefined) failed.reject(fault)
        done(fault ?? null, chunk)
      },
    })
  }

  /** Registers a socket, which does not keep the process alive by itself. */
  #register(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket)).on('error', () => {})
    if (this.#closing.signal.aborted) socket.destroy()
    return socket
  }
}
