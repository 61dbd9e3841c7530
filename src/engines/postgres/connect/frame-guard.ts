/** The server sent more than it may, or no frame of the protocol; nothing more is read from it. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame'
  /** Whether it was a row of a result, which an honest server may have that large. */
  readonly row: boolean

  constructor(message: string, row: boolean) {
    super(message)
    this.row = row
  }
}

/** Code and length, which counts itself. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4
const DATA_ROW = 'D'.charCodeAt(0)
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024

/**
 * Reads the headers of messages as they arrive, before the driver does: it gathers each message in memory, however long
 * its header says that it will be.
 */
export class FrameGuard {
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #left = 0
  #budget = 0

  /** So many bytes may come from now on. */
  expect(bytes: number): void {
    this.#budget = bytes
  }

  /** What is wrong with these bytes, or undefined. */
  check(chunk: Buffer): BadFrame | undefined {
    this.#budget -= chunk.length
    let offset = 0
    while (offset < chunk.length) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, chunk.length - offset)
        this.#left -= skipped
        offset += skipped
        continue
      }
      const copied = chunk.copy(this.#header, this.#headerBytes, offset, offset + HEADER_BYTES - this.#headerBytes)
      this.#headerBytes += copied
      offset += copied
      if (this.#headerBytes < HEADER_BYTES) break
      this.#headerBytes = 0
      const length = this.#header.readUInt32BE(1)
      if (length < LENGTH_BYTES) return new BadFrame('a message shorter than its header', false)
      if (length > MESSAGE_BYTES_MAX) return new BadFrame('a message that is too long', this.#isRow)
      this.#left = length - LENGTH_BYTES
    }
    return this.#budget < 0 ? new BadFrame('more bytes than may come', this.#isRow) : undefined
  }

  get #isRow(): boolean {
    return this.#header[0] === DATA_ROW
  }
}
