import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import net, { type Socket } from 'node:net'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BadFrame, FrameGuard } from './frame-guard.ts'
import { relayFolder, SOCKET } from './relay-folder.ts'

/**
 * What the driver talks to instead of a server: a socket that only this user may open, and behind it, for each of its
 * connections, one to the server. The driver would connect to whatever host a server names, has no say in which address
 * that leads to, and reads messages of any length; here the host is the one that was judged, and every message passes a
 * guard.
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
    this.#server = net.createServer((local) => void this.#join(local)).unref()
  }

  /** @param dial connects to the server */
  static async open(dial: (signal: AbortSignal) => Promise<Socket>): Promise<Relay> {
    // The driver knows a socket by how its name ends.
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

  /** Never resolves: rejects with why the server was not reached, or with a BadFrame of it. */
  get failed(): Promise<never> {
    return this.#failed.promise
  }

  /** Ends every connection, and what runs on them. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the connection was given up'))
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  async #join(local: Socket): Promise<void> {
    this.#keep(local)
    const remote = await this.#reached()
    if (remote === undefined) {
      local.destroy()
      return
    }
    const guard = new FrameGuard()
    const requests = this.#passing((chunk) => guard.request(chunk))
    const replies = this.#passing((chunk) => guard.reply(chunk))
    try {
      await Promise.race([pipeline(local, requests, remote), pipeline(remote, replies, local)])
    } catch {
      // One of them hung up, as it may.
    } finally {
      local.destroy()
      remote.destroy()
    }
  }

  async #reached(): Promise<Socket | undefined> {
    try {
      return this.#keep(await this.#dial(this.#closing.signal))
    } catch (error) {
      this.#failed.reject(error)
      return undefined
    }
  }

  #passing(check: (chunk: Buffer) => BadFrame | undefined): Transform {
    const failed = this.#failed
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const wrong = check(chunk)
        if (wrong !== undefined) failed.reject(wrong)
        done(wrong ?? null, chunk)
      },
    })
  }

  /** Sockets keep no process alive: whoever waits for an answer does. */
  #keep(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket)).on('error', () => {})
    if (this.#closing.signal.aborted) socket.destroy()
    return socket
  }
}
