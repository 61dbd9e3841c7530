import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Authenticated encryption of small payloads: AES-256-GCM, a fresh 12-byte nonce before each ciphertext. */
export interface Sealer {
  seal(plain: Uint8Array): Uint8Array
  /** @throws when the bytes were not sealed with this key */
  open(sealed: Uint8Array): Uint8Array
}

const NONCE = 12
const TAG = 16

export const aesSealer = (key: Uint8Array): Sealer => ({
  seal(plain) {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  },
  open(sealed) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()])
  },
})

/** A 32-byte key for one purpose, derived from the installation's secret (RFC 5869). */
export const deriveKey = (
  secret: string,
  purpose: 'payloads' | 'addresses' | 'api-keys' | 'cursors' | 'codec',
): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `tabletalk ${purpose}`, 32))
