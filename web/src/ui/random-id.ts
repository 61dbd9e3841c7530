const BYTES = 16

/** A random id. Browsers have `randomUUID` on pages over HTTPS only, random bytes on all. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
