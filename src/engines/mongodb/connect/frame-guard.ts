/** The server sent a message that is too large or malformed; reading has stopped. */
export class MalformedFrame extends Error {
  override readonly name = 'MalformedFrame'
}

/** Message header: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const HEADER_BYTES = 16
const LENGTH_BYTES = 4
const OP_REPLY = 1
const OP_MSG = 2013

/** A document in a reply may have 16 MiB, plus its envelope. */
const DATA_BYTES_MAX = 16 * 1024 * 1024 + 64 * 1024
/** The server's limit. */
const REQUEST_BYTES_MAX = 48_000_000
/** For handshakes, logins and monitoring. */
const OTHER_BYTES_MAX = 32 * 1024

/** Commands that return documents of collections. */
const READ_COMMANDS: ReadonlySet<string> = new Set(['aggregate', 'find', 'getMore', 'listCollections', 'listIndexes'])

/** Splits a stream into messages and keeps the first bytes of each. */
class MessageSplitter {
  readonly #head: Buffer
  #headBytes = 0
  #bytesLeft = 0

  constructor(headBytes: number) {
    this.#head = Buffer.alloc(headBytes)
  }

  /** @param lengthMax of a message @param seen checks the first bytes of each message; returns what is wrong */
  check(
    chunk: Buffer,
    lengthMax: number,
    onHead: (head: Buffer) => MalformedFrame | undefined,
  ): MalformedFrame | undefined {
    let offset = 0
    while (offset < chunk.length) {
      if (this.#bytesLeft > 0) {
        const skipped = Math.min(this.#bytesLeft, chunk.length - offset)
        this.#bytesLeft -= skipped
        offset += skipped
        continue
      }
      const isLengthKnown = this.#headBytes >= LENGTH_BYTES
      const length = isLengthKnown ? this.#head.readInt32LE(0) : LENGTH_BYTES
      if (isLengthKnown && length < HEADER_BYTES) return new MalformedFrame('a message shorter than its header')
      if (isLengthKnown && length > lengthMax) return new MalformedFrame('a message that is too long')
      const headLength = Math.min(length, this.#head.length)
      const copied = chunk.copy(this.#head, this.#headBytes, offset, offset + headLength - this.#headBytes)
      this.#headBytes += copied
      offset += copied
      if (!isLengthKnown || this.#headBytes < headLength) continue
      const fault = onHead(this.#head.subarray(0, headLength))
      if (fault !== undefined) return fault
      this.#bytesLeft = length - headLength
      this.#headBytes = 0
    }
    return undefined
  }
}

/**
 * Checks the traffic between driver and server. The driver itself buffers messages of any length and decompresses
 * without a limit.
 */
export class FrameGuard {
  readonly #requests = new MessageSplitter(64)
  readonly #replies = new MessageSplitter(OTHER_BYTES_MAX)
  #expectsData = false

  /** Checks bytes of the driver, which determine the limit of the next reply. */
  request(chunk: Buffer): MalformedFrame | undefined {
    return this.#requests.check(chunk, REQUEST_BYTES_MAX, (head) => {
      this.#expectsData = READ_COMMANDS.has(commandOf(head))
      return undefined
    })
  }

  /** Checks bytes of the server; returns what is wrong, or undefined. */
  reply(chunk: Buffer): MalformedFrame | undefined {
    return this.#replies.check(chunk, this.#expectsData ? DATA_BYTES_MAX : OTHER_BYTES_MAX, (head) => {
      const code = head.readInt32LE(12)
      if (code !== OP_MSG && code !== OP_REPLY) return new MalformedFrame('a message of another kind than asked for')
      return !this.#expectsData && TOO_MANY_ITERATIONS.test(head.toString('latin1'))
        ? new MalformedFrame('a login without end')
        : undefined
    })
  }
}

/**
 * In SCRAM the server sets the number of hash iterations (default `i=15000`); a million or more would block a shared
 * thread.
 */
const TOO_MANY_ITERATIONS = /i=\d{7}/

/** The command name: the first field of the message's document. */
const commandOf = (head: Buffer): string => {
  if (head.length < HEADER_BYTES || head.readInt32LE(12) !== OP_MSG) return ''
  // Skips flags, section kind, document length and the type of the first field.
  const start = HEADER_BYTES + 4 + 1 + 4 + 1
  const end = head.indexOf(0, start)
  return end < 0 ? '' : head.toString('latin1', start, end)
}
