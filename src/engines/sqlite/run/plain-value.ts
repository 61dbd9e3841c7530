import type { SQLOutputValue } from 'node:sqlite'
import type { Json } from '../../../platform/values/json.ts'

/** Plain JSON: integers that a JSON number would round become text, and bytes are only counted. */
export const plainValue = (value: SQLOutputValue): Json => {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value
}
