import type { SQLOutputValue } from 'node:sqlite'
import type { Json } from '../../../platform/values/json.ts'

/** A value as JSON: integers beyond double precision become text, blobs only their size. */
export const plainValue = (value: SQLOutputValue): Json => {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value
}
