import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The server exceeded the byte limit; the connection is unusable. */
export class ByteLimitExceeded extends Error {}

/**
 * A socket with a byte limit. The driver joins any number of packets of a row, so this bounds its memory.
 * It is below TLS, where every byte passes.
 */
export class BoundedStream extends Duplex {
  readonly #socket: Socket
  #bytesLeft: number

  constructor(socket: Socket, bytesMax: number) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#bytesLeft = bytesMax
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    socket.pause()
  }

  /** Resets the limit. */
  resetLimit(bytesMax: number): void {
    this.#bytesLeft = bytesMax
  }

  /** Whether the connection keeps this process alive. */
  setRef(isHeld: boolean): void {
    if (isHeld) this.#socket.ref()
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

  #receive(chunk: Buffer): void {
    this.#bytesLeft -= chunk.length
    if (this.#bytesLeft < 0) this.destroy(new ByteLimitExceeded('the server sent too much'))
    else if (!this.push(chunk)) this.#socket.pause()
  }
}
