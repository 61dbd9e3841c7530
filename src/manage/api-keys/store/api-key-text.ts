import { createHash, createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKey } from '../../../access/rules/api-key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = { organization: 'sk', database: 'pk' } as const
const SHAPE = /^(sk|pk)_([0-9a-z]{8,32})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/**
 * A key `sk_<id>_<32 characters><6 checksum>` for the demo, the same at every start of an installation. The checksum
 * rejects typos and random keys before any database access.
 */
export const derivedKeyText = (kind: ApiKey['kind'], id: string, pepper: Uint8Array): string => {
  const bytes = createHmac('sha256', pepper).update(`demo ${kind} ${id}`).digest()
  return keyText(kind, id, Array.from(bytes, (byte) => letter(byte % ALPHABET.length)).join(''))
}

const ID_LENGTH = 12
const SECRET_LENGTH = 32

/** A random id for a new key. */
export const newKeyId = (): string => letters(ID_LENGTH).toLowerCase()

const BASE = 36n

/** An id for a new key, derived from `source`: 62 bits of its SHA-256. */
export const deriveKeyId = (source: string): string => {
  const bits = BigInt(`0x${createHash('sha256').update(source).digest('hex')}`)
  return (bits % BASE ** BigInt(ID_LENGTH)).toString(36).padStart(ID_LENGTH, '0')
}

/** A new key with 190 random bits. */
export const randomKey = (kind: ApiKey['kind'], id: string = newKeyId()): string =>
  keyText(kind, id, letters(SECRET_LENGTH))

const letters = (length: number): string => Array.from({ length }, () => letter(randomInt(ALPHABET.length))).join('')

/** The id in a well-formed key with a valid checksum; otherwise undefined. */
export const keyIdOf = (text: string): string | undefined => {
  const [, prefix, id, secret, checksum] = SHAPE.exec(text) ?? []
  if (id === undefined || checksum !== checksumOf(`${prefix}_${id}_${secret}`)) return undefined
  return id
}

const HINT_LENGTH = 4

/** The end of a key, by which its owner recognizes it; it is part of the checksum only. */
export const keyHintSuffix = (text: string): string => text.slice(-HINT_LENGTH)

/** The displayed hint of a key: `sk_k3v0x8y2m1qa_…Ab3d`. */
export const keyHint = (kind: ApiKey['kind'], id: string, end = ''): string => `${PREFIX[kind]}_${id}_…${end}`

const keyText = (kind: ApiKey['kind'], id: string, secret: string): string => {
  const body = `${PREFIX[kind]}_${id}_${secret}`
  return `${body}${checksumOf(body)}`
}

const checksumOf = (body: string): string => {
  let rest = crc32(body)
  let text = ''
  for (let digit = 0; digit < 6; digit++) {
    text = letter(rest % ALPHABET.length) + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

const letter = (index: number): string => ALPHABET.charAt(index)
