/** The server sent more than it may, or nothing of the protocol; nothing more is read from it. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame'
}

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/: the header of every message. */
const HEADER_BYTES = 16
const LENGTH_BYTES = 4
const OP_REPLY = 1
const OP_MSG = 2013

/** One document of a reply may have 16 MiB, and a little for what is around it. */
const DATA_BYTES_MAX = 16 * 1024 * 1024 + 64 * 1024
/** As a server takes it. */
const REQUEST_BYTES_MAX = 48_000_000
/** Greetings, answers around a login and of the watch over a server. */
const OTHER_BYTES_MAX = 32 * 1024

/** Commands whose replies hold documents of collections. */
const READING: ReadonlySet<string> = new Set(['aggregate', 'find', 'getMore', 'listCollections', 'listIndexes'])

/** Takes messages apart as they pass: by as many of their first bytes as are looked at. */
class Frames {
  readonly #head: Buffer
  #headBytes = 0
  #left = 0

  constructor(headBytes: number) {
    this.#head = Buffer.alloc(headBytes)
  }

  /**
   * @param lengthMax of a message
   * @param seen is given each message when its first bytes are here; what it returns is wrong with it
   */
  check(chunk: Buffer, lengthMax: number, seen: (head: Buffer) => BadFrame | undefined): BadFrame | undefined {
    let offset = 0
    while (offset < chunk.length) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, chunk.length - offset)
        this.#left -= skipped
        offset += skipped
        continue
      }
      const known = this.#headBytes >= LENGTH_BYTES
      const length = known ? this.#head.readInt32LE(0) : LENGTH_BYTES
      if (known && length < HEADER_BYTES) return new BadFrame('a message shorter than its header')
      if (known && length > lengthMax) return new BadFrame('a message that is too long')
      const wanted = Math.min(length, this.#head.length)
      const copied = chunk.copy(this.#head, this.#headBytes, offset, offset + wanted - this.#headBytes)
      this.#headBytes += copied
      offset += copied
      if (!known || this.#headBytes < wanted) continue
      const wrong = seen(this.#head.subarray(0, wanted))
      if (wrong !== undefined) return wrong
      this.#left = length - wanted
      this.#headBytes = 0
    }
    return undefined
  }
}

/**
 * Reads along between the driver and a server. The driver gathers each message in memory, however long its header says
 * that it will be, and unpacks what is compressed, however large that is.
 */
export class FrameGuard {
  readonly #requests = new Frames(64)
  readonly #replies = new Frames(OTHER_BYTES_MAX)
  #reading = false

  /** Bytes of the driver: they say what its next reply may be. */
  request(chunk: Buffer): BadFrame | undefined {
    return this.#requests.check(chunk, REQUEST_BYTES_MAX, (head) => {
      this.#reading = READING.has(commandOf(head))
      return undefined
    })
  }

  /** What is wrong with these bytes of the server, or undefined. */
  reply(chunk: Buffer): BadFrame | undefined {
    return this.#replies.check(chunk, this.#reading ? DATA_BYTES_MAX : OTHER_BYTES_MAX, (head) => {
      const code = head.readInt32LE(12)
      if (code !== OP_MSG && code !== OP_REPLY) return new BadFrame('a message of another kind than asked for')
      return !this.#reading && ROUNDS.test(head.toString('latin1')) ? new BadFrame('a login without end') : undefined
    })
  }
}

/**
 * In a login by SCRAM a server says how many rounds of hashing it wants, `i=15000` unless told otherwise; a million and
 * more would hold a thread that everybody shares.
 */
const ROUNDS = /i=\d{7}/

/** The name of a command: of the first field of a message's document. */
const commandOf = (head: Buffer): string => {
  if (head.length < HEADER_BYTES || head.readInt32LE(12) !== OP_MSG) return ''
  // After the flags, the kind of the section, the length of the document and the type of its first field.
  const start = HEADER_BYTES + 4 + 1 + 4 + 1
  const end = head.indexOf(0, start)
  return end < 0 ? '' : head.toString('latin1', start, end)
}
