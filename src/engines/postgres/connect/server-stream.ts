import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { FrameGuard, MalformedFrame } from './frame-guard.ts'

/**
 * The driver's stream in place of the socket: already connected, and checked before the driver buffers. A driver error
 * on a message destroys only this stream.
 */
export class ServerStream extends Duplex {
  readonly #socket: Socket
  readonly #guard = new FrameGuard()

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
    socket
      .on('data', (chunk) => this.#receive(chunk))
      .on('end', () => this.push(null))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy())
  }

  /** Sets the number of bytes that may follow. */
  expect(bytes: number): void {
    this.#guard.expect(bytes)
  }

  /** Emits `connect` for the driver; the connection already exists. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  ref(): this {
    this.#socket.ref()
    return this
  }

  unref(): this {
    this.#socket.unref()
    return this
  }

  /** The driver parses within this event, and throws on malformed messages. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...values)
    try {
      return super.emit(event, ...values)
    } catch {
      this.destroy(new MalformedFrame('a malformed message', false))
      return true
    }
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed) return
    const fault = this.#guard.check(chunk)
    if (fault !== undefined) this.destroy(fault)
    else if (!this.push(chunk)) this.#socket.pause()
  }
}

const KEEP_ALIVE_MS = 10_000
