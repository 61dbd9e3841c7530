/** Encryption of secret fields. */
export interface Sealed {
  sealText(text: string): Buffer
  openText(sealed: unknown): string
}

/** @param cipher authenticated encryption of bytes */
export const sealedText = (cipher: {
  seal(plain: Uint8Array): Uint8Array
  open(sealed: Uint8Array): Uint8Array
}): Sealed => ({
  sealText: (text) => Buffer.from(cipher.seal(Buffer.from(text, 'utf8'))),
  openText: (sealed) => Buffer.from(cipher.open(bytes(sealed))).toString('utf8'),
})

/** Reads a field that earlier versions stored as plain text. @throws if it was sealed with another secret */
export const plainText = (kept: unknown, openText: (sealed: unknown) => string): string =>
  typeof kept === 'string' ? kept : openText(kept)

/** The driver returns binary fields as its own type or as a Buffer, depending on the kind of read. */
const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof Uint8Array)
    return value.buffer
  throw new TypeError('a sealed field is not binary')
}
