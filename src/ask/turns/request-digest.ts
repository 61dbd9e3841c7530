import { createHash } from 'node:crypto'
import { Problem } from '../../platform/problems/problem.ts'

/**
 * One text for every way to write the same request; what cannot be written again is no request.
 * @param kind what is asked for, where the fields do not say it
 * @throws Problem `input_invalid`
 */
export const requestDigest = (kind: string, fields: object): string => {
  try {
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return digestOf([kind, parts])
  } catch (cause) {
    throw new Problem('input_invalid', { cause })
  }
}

/** A short text that stands for plain data, in the order in which it is given. */
export const digestOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
