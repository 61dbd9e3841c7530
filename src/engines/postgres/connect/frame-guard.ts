/** The server sent a message that is too large or malformed; reading has stopped. */
export class MalformedFrame extends Error {
  override readonly name = 'MalformedFrame'
  /** Whether it was a result row, which may be that large on a normal server. */
  readonly isRow: boolean

  constructor(message: string, row: boolean) {
    super(message)
    this.isRow = row
  }
}

/** Type code and length, which includes itself. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4
const DATA_ROW = 'D'.charCodeAt(0)
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024

/** Checks message headers before the driver, which buffers messages of any length. */
export class FrameGuard {
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #bytesLeft = 0
  #budget = 0

  /** Sets the number of bytes that may follow. */
  expect(bytes: number): void {
    this.#budget = bytes
  }

  /** What is wrong with these bytes, or undefined. */
  check(chunk: Buffer): MalformedFrame | undefined {
    this.#budget -= chunk.length
    let offset = 0
    while (offset < chunk.length) {
      if (this.#bytesLeft > 0) {
        const skipped = Math.min(this.#bytesLeft, chunk.length - offset)
        this.#bytesLeft -= skipped
        offset += skipped
        continue
      }
      const copied = chunk.copy(this.#header, this.#headerBytes, offset, offset + HEADER_BYTES - this.#headerBytes)
      this.#headerBytes += copied
      offset += copied
      if (this.#headerBytes < HEADER_BYTES) break
      this.#headerBytes = 0
      const length = this.#header.readUInt32BE(1)
      if (length < LENGTH_BYTES) return new MalformedFrame('a message shorter than its header', false)
      if (length > MESSAGE_BYTES_MAX) return new MalformedFrame('a message that is too long', this.#isRow)
      this.#bytesLeft = length - LENGTH_BYTES
    }
    return this.#budget < 0 ? new MalformedFrame('more bytes than may come', this.#isRow) : undefined
  }

  get #isRow(): boolean {
    return this.#header[0] === DATA_ROW
  }
}
