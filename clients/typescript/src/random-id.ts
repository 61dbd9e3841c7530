const BYTES = 16

/** A unique id. Browsers provide `randomUUID` over HTTPS only, but random bytes always. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
