import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

/** Authenticated encryption of small payloads: AES-256-GCM, a fresh 12-byte nonce before each ciphertext. */
interface Sealer {
  seal(plain: Uint8Array): Uint8Array
  /** @throws if the bytes were not sealed with this key */
  open(sealed: Uint8Array): Uint8Array
}

const NONCE = 12
const TAG = 16

/** @param older keys from before a rotation, for decryption only */
export const aesSealer = (key: Uint8Array, ...older: readonly Uint8Array[]): Sealer => {
  // Created once: importing a key takes longer than encrypting a small payload.
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
          // Sealed with another key.
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

type Purpose =
  | 'payloads'
  | 'addresses'
  | 'api-keys'
  | 'cursors'
  | 'codec'
  | 'accounts'
  | 'sampling'
  | 'shares'
  | 'oauth'

/** A 32-byte key for one purpose, derived from the installation's secret (RFC 5869). */
export const deriveKey = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `tabletalk ${purpose}`, 32))

/** Seals with the key of the current secret for a purpose, and also opens with those of previous secrets. */
export const sealerFor = (purpose: Purpose, secret: string, previous: readonly string[]): Sealer =>
  aesSealer(deriveKey(secret, purpose), ...previous.map((earlier) => deriveKey(earlier, purpose)))

/** The keys of the store for encryption and HMAC. */
export const storeKeys = (secret: string, previous: readonly string[]) => ({
  addresses: sealerFor('addresses', secret, previous),
  pepper: deriveKey(secret, 'api-keys'),
  olderPeppers: previous.map((earlier) => deriveKey(earlier, 'api-keys')),
})

/** The keys for tokens and signatures of one purpose, the current one first. */
export const keysFor = (
  purpose: Purpose,
  secret: string,
  previous: readonly string[],
): readonly [Buffer, ...Buffer[]] => [
  deriveKey(secret, purpose),
  ...previous.map((earlier) => deriveKey(earlier, purpose)),
]
