const BYTES = 16

/** An id that nobody else has. Browsers make UUIDs for pages over HTTPS only, random bytes for all. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
