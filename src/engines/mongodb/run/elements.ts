import type { AbstractCursor } from 'mongodb'

/** A document that is not valid BSON (https://bsonspec.org/spec.html). */
export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument'
}

/** BSON type numbers. */
export const TYPE = {
  double: 0x01,
  string: 0x02,
  object: 0x03,
  array: 0x04,
  binData: 0x05,
  undefined: 0x06,
  objectId: 0x07,
  bool: 0x08,
  date: 0x09,
  null: 0x0a,
  regex: 0x0b,
  dbPointer: 0x0c,
  javascript: 0x0d,
  symbol: 0x0e,
  javascriptWithScope: 0x0f,
  int: 0x10,
  timestamp: 0x11,
  long: 0x12,
  decimal: 0x13,
  minKey: 0xff,
  maxKey: 0x7f,
} as const

const ALIASES: ReadonlyMap<number, string> = new Map(Object.entries(TYPE).map(([alias, type]) => [type, alias]))

/** The name of a type in `$type`. */
export const aliasOf = (type: number): string => ALIASES.get(type) ?? 'unknown'

/** A field of a document or element of an array: the position of its unread value. */
export interface Element {
  readonly type: number
  readonly name: string
  /** First byte of the value. */
  readonly start: number
  /** First byte after the value. */
  readonly end: number
}

/**
 * Iterates lazily over the fields of a document; values that are not read cost nothing. The library would decode at
 * least a whole level.
 *
 * @param start the first byte of the document
 * @throws MalformedDocument
 */
export function* elements(bytes: Buffer, start = 0): Generator<Element> {
  const end = start + documentLength(bytes, start)
  let at = start + LENGTH_BYTES
  while (at < end - 1) {
    const type = bytes[at] ?? 0
    const nameEnd = bytes.indexOf(0, at + 1)
    if (nameEnd < 0 || nameEnd >= end) throw new MalformedDocument('a name without end')
    const valueStart = nameEnd + 1
    const valueEnd = valueStart + valueLength(bytes, type, valueStart, end)
    if (valueEnd > end - 1) throw new MalformedDocument('a value longer than its document')
    yield { type, name: bytes.toString('utf8', at + 1, nameEnd), start: valueStart, end: valueEnd }
    at = valueEnd
  }
  if (at !== end - 1 || bytes[at] !== 0) throw new MalformedDocument('a document without end')
}

const LENGTH_BYTES = 4
/** Length and terminating zero. */
const DOCUMENT_BYTES_MIN = 5

/** @throws MalformedDocument */
const documentLength = (bytes: Buffer, start: number): number => {
  const length = lengthAt(bytes, start)
  if (length < DOCUMENT_BYTES_MIN || start + length > bytes.length)
    throw new MalformedDocument('a length that is wrong')
  return length
}

const lengthAt = (bytes: Buffer, at: number): number => {
  if (at + LENGTH_BYTES > bytes.length) throw new MalformedDocument('a length that is not there')
  return bytes.readInt32LE(at)
}

/** Sizes of fixed-length values, in bytes. */
const FIXED: ReadonlyMap<number, number> = new Map([
  ...([TYPE.undefined, TYPE.null, TYPE.minKey, TYPE.maxKey] as const).map((type) => [type, 0] as const),
  ...([TYPE.double, TYPE.date, TYPE.timestamp, TYPE.long] as const).map((type) => [type, 8] as const),
  [TYPE.objectId, 12] as const,
  [TYPE.bool, 1] as const,
  [TYPE.int, 4] as const,
  [TYPE.decimal, 16] as const,
])

const valueLength = (bytes: Buffer, type: number, start: number, end: number): number => {
  const fixed = FIXED.get(type)
  if (fixed !== undefined) return fixed
  switch (type) {
    case TYPE.string:
    case TYPE.javascript:
    case TYPE.symbol:
      return LENGTH_BYTES + positive(lengthAt(bytes, start), 1)
    case TYPE.object:
    case TYPE.array:
      return documentLength(bytes, start)
    case TYPE.binData:
      return LENGTH_BYTES + 1 + positive(lengthAt(bytes, start), 0)
    case TYPE.dbPointer:
      return LENGTH_BYTES + positive(lengthAt(bytes, start), 1) + 12
    case TYPE.javascriptWithScope:
      return positive(lengthAt(bytes, start), LENGTH_BYTES)
    case TYPE.regex: {
      const pattern = bytes.indexOf(0, start)
      const options = pattern < 0 ? -1 : bytes.indexOf(0, pattern + 1)
      if (options < 0 || options >= end) throw new MalformedDocument('a pattern without end')
      return options + 1 - start
    }
    default:
      throw new MalformedDocument('a value of no type')
  }
}

const positive = (length: number, min: number): number => {
  if (length < min) throw new MalformedDocument('a length that is wrong')
  return length
}

/** The documents of a raw cursor, as BSON. */
export async function* rawDocuments(cursor: AbstractCursor): AsyncGenerator<Buffer> {
  for await (const document of cursor) {
    if (!(document instanceof Uint8Array)) throw new Error('the cursor was not asked for raw documents')
    yield Buffer.from(document.buffer, document.byteOffset, document.byteLength)
  }
}
