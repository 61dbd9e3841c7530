import { createHash } from 'node:crypto'
import { Problem } from '../../platform/problems/problem.ts'

/**
 * A canonical text of a request: equal for requests that differ only in how they are written.
 * @param kind what is requested, if the fields do not say it
 * @throws Problem `input_invalid` for what JSON cannot represent
 */
export const requestDigest = (kind: string, fields: object): string => {
  try {
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return digestOf([kind, parts])
  } catch (cause) {
    throw new Problem('input_invalid', { cause })
  }
}

/** A digest of plain data, which depends on the order of keys. */
export const digestOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
