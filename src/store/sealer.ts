import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

/** Authenticated encryption of small payloads: AES-256-GCM, a fresh 12-byte nonce before each ciphertext. */
export interface Sealer {
  seal(plain: Uint8Array): Uint8Array
  /** @throws when the bytes were not sealed with this key */
  open(sealed: Uint8Array): Uint8Array
}

const NONCE = 12
const TAG = 16

/** @param older keys that what was sealed before may have, from before a rotation */
export const aesSealer = (key: Uint8Array, ...older: readonly Uint8Array[]): Sealer => {
  // Made once: from bytes each cipher would make one anew, which takes longer than to encrypt.
  const first = createSecretKey(key)
  const others = older.map((one) => createSecretKey(one))
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', first, nonce)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed) {
      const last = others.at(-1) ?? first
      for (const tried of [first, ...others].slice(0, -1)) {
        try {
          return opened(sealed, tried)
        } catch {
          // Not sealed with this one.
        }
      }
      return opened(sealed, last)
    },
  }
}

const opened = (sealed: Uint8Array, key: KeyObject): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()])
}

type Purpose = 'payloads' | 'addresses' | 'api-keys' | 'cursors' | 'codec' | 'accounts' | 'sampling' | 'shares'

/** A 32-byte key for one purpose, derived from the installation's secret (RFC 5869). */
export const deriveKey = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `tabletalk ${purpose}`, 32))

/** Seals with the secret's key for a purpose, and opens with those of earlier secrets too. */
export const sealerFor = (purpose: Purpose, secret: string, previous: readonly string[]): Sealer =>
  aesSealer(deriveKey(secret, purpose), ...previous.map((earlier) => deriveKey(earlier, purpose)))

/** What the store encrypts and compares with. */
export const storeKeys = (secret: string, previous: readonly string[]) => ({
  addresses: sealerFor('addresses', secret, previous),
  pepper: deriveKey(secret, 'api-keys'),
  olderPeppers: previous.map((earlier) => deriveKey(earlier, 'api-keys')),
})

/** Of the tokens and codes that people show, the one of now first. */
export const accountKeys = (secret: string, previous: readonly string[]): readonly [Buffer, ...Buffer[]] =>
  keysFor('accounts', secret, previous)

/** Of the tokens of share links, the one of now first. */
export const shareKeys = (secret: string, previous: readonly string[]): readonly [Buffer, ...Buffer[]] =>
  keysFor('shares', secret, previous)

const keysFor = (purpose: Purpose, secret: string, previous: readonly string[]): readonly [Buffer, ...Buffer[]] => [
  deriveKey(secret, purpose),
  ...previous.map((earlier) => deriveKey(earlier, purpose)),
]
