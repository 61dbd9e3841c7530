import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKey } from './api-keys.ts'

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

/** The id of a key whose shape and checksum are right. */
export const keyIdOf = (text: string): string | undefined => {
  const [, prefix, id, secret, checksum] = SHAPE.exec(text) ?? []
  if (id === undefined || checksum !== checksumOf(`${prefix}_${id}_${secret}`)) return undefined
  return id
}

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
