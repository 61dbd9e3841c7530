import { createHash, createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKey } from '../../../access/rules/api-key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = { organization: 'sk', database: 'pk' } as const
const SHAPE = /^(sk|pk)_([0-9a-z]{8,32})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/**
 * A key `sk_<id>_<32 letters><6 checksum>`, the same on every start of one installation, for its demo. The checksum lets
 * typos and floods be refused before any look-up.
 */
export const derivedKeyText = (kind: ApiKey['kind'], id: string, pepper: Uint8Array): string => {
  const bytes = createHmac('sha256', pepper).update(`demo ${kind} ${id}`).digest()
  return keyText(kind, id, Array.from(bytes, (byte) => letter(byte % ALPHABET.length)).join(''))
}

const ID_LENGTH = 12
const SECRET_LENGTH = 32

/** The id of a key that is to be made. */
export const newKeyId = (): string => letters(ID_LENGTH).toLowerCase()

const BASE = 36n

/** The same, always the one for what it is made from: as many random bits as that has, of which 62 are kept. */
export const keyIdFrom = (source: string): string => {
  const bits = BigInt(`0x${createHash('sha256').update(source).digest('hex')}`)
  return (bits % BASE ** BigInt(ID_LENGTH)).toString(36).padStart(ID_LENGTH, '0')
}

/** A key of 190 random bits. */
export const randomKey = (kind: ApiKey['kind'], id: string = newKeyId()): string =>
  keyText(kind, id, letters(SECRET_LENGTH))

const letters = (length: number): string => Array.from({ length }, () => letter(randomInt(ALPHABET.length))).join('')

/** The id of a key whose shape and checksum are right. */
export const keyIdOf = (text: string): string | undefined => {
  const [, prefix, id, secret, checksum] = SHAPE.exec(text) ?? []
  if (id === undefined || checksum !== checksumOf(`${prefix}_${id}_${secret}`)) return undefined
  return id
}

const HINT_LENGTH = 4

/** The end of a key's text: its owner knows it by that, and it is made of the checksum only. */
export const endOf = (text: string): string => text.slice(-HINT_LENGTH)

/** What is shown of a key: `sk_k3v0x8y2m1qa_…Ab3d`. */
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
