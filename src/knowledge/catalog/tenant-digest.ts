import { createHmac } from 'node:crypto'

/** 96 bits in base64: no two tenants of a database have the same. */
const LENGTH = 16

/**
 * A function that puts the tenants of a database in an order that nobody outside of the installation can foresee, and by
 * which a catalog remembers them without their names.
 *
 * @param key of the installation
 */
export const tenantDigest =
  (key: Uint8Array, databaseId: string) =>
  (tenant: string): string =>
    keyedDigest(key, ['tenant', databaseId, tenant]).slice(0, LENGTH)

/** HMAC-SHA256 of some texts, in base64url. */
export const keyedDigest = (key: Uint8Array, texts: readonly (string | null)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url')
