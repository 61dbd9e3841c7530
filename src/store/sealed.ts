/** Encryption of secret fields. */
export interface FieldCipher {
  sealText(text: string): Buffer
  openText(sealed: unknown): string
}

/** @param cipher authenticated encryption of bytes */
export const fieldCipher = (cipher: {
  seal(plain: Uint8Array): Uint8Array
  open(sealed: Uint8Array): Uint8Array
}): FieldCipher => ({
  sealText: (text) => Buffer.from(cipher.seal(Buffer.from(text, 'utf8'))),
  openText: (sealed) => Buffer.from(cipher.open(bytes(sealed))).toString('utf8'),
})

/** The driver hands binary fields back as its own type or as a Buffer, depending on how they were read. */
const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof Uint8Array)
    return value.buffer
  throw new TypeError('a sealed field is not binary')
}
