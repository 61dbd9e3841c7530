import { createHmac } from 'node:crypto'

/** 96 bits in base64, so that tenants do not collide. */
const LENGTH = 16

/**
 * A keyed digest of tenants: sorts the tenants of a database in an order that is unpredictable without the key, and
 * lets a catalog remember tenants without storing their ids.
 *
 * @param key of the installation
 */
export const tenantDigest =
  (key: Uint8Array, databaseId: string) =>
  (tenant: string): string =>
    keyedDigest(key, ['tenant', databaseId, tenant]).slice(0, LENGTH)

/** HMAC-SHA256 of several texts, in base64url. */
export const keyedDigest = (key: Uint8Array, texts: readonly (string | null)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url')
