import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** A server sent more than was allowed: the connection is of no use any more. */
export class TooMuch extends Error {}

/**
 * A socket that takes so many bytes and no more. The driver joins the packets of a row whatever their number, so this
 * is what bounds its memory. It lies below the encryption, where every byte passes.
 */
export class BoundedStream extends Duplex {
  readonly #socket: Socket
  #left: number

  constructor(socket: Socket, bytesMax: number) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#left = bytesMax
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    socket.pause()
  }

  /** Begins a new count. */
  allow(bytesMax: number): void {
    this.#left = bytesMax
  }

  /** Whether the connection keeps this process alive. */
  hold(kept: boolean): void {
    if (kept) this.#socket.ref()
    else this.#socket.unref()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #take(chunk: Buffer): void {
    this.#left -= chunk.length
    if (this.#left < 0) this.destroy(new TooMuch('the server sent too much'))
    else if (!this.push(chunk)) this.#socket.pause()
  }
}
