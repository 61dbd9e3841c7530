import type { FieldPacket } from 'mysql2'
import type { Json } from '../../../platform/values/json.ts'
import { exactNumber } from '../../shared/run/exact-number.ts'

/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const FLOAT = 4
const BIT = 16
const JSON_TYPE = 245
const DECIMALS: ReadonlySet<number> = new Set([0, 246])

/**
 * A value as JSON, by its column type:
 *
 * - integers and decimals are numbers if exactly representable (`12.50` is 12.5), else texts; booleans are 0 and 1, bit
 *   fields are
 * their number, floats have the fewest digits that round-trip;
 * - dates and times are texts: `2026-11-21`, `2026-11-21 08:30:00` in UTC, with a fraction if there is one;
 * - JSON is JSON where the server has the type (MariaDB's is text); ENUM and SET are texts;
 * - bytes and geometries become their size.
 *
 * @param value as the driver decodes it
 */
export const plainValue = (value: unknown, column: FieldPacket | undefined): Json => {
  if (value === null || value === undefined) return null
  const type = column?.columnType ?? -1
  if (typeof value === 'string') return plainText(value, type)
  if (typeof value === 'number') return plainNumber(value, type)
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Uint8Array)) return String(value)
  return type === BIT ? bits(value) : `(${value.byteLength} bytes)`
}

const plainText = (value: string, type: number): Json => {
  if (DECIMALS.has(type)) return decimal(value)
  return type === JSON_TYPE ? plainJson(value) : value
}

const plainNumber = (value: number, type: number): Json => {
  if (!Number.isFinite(value)) return String(value)
  return type === FLOAT ? shortest(value) : value
}

const decimal = (text: string): Json => {
  const number = exactNumber(text)
  return number === undefined || Math.abs(number) > Number.MAX_SAFE_INTEGER ? text : number
}

/** The number with the fewest digits that equals this one in 32 bits. */
const shortest = (value: number): number => {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return rounded
  }
  return value
}

const bits = (value: Uint8Array): Json => {
  const number = BigInt(`0x${Buffer.from(value).toString('hex') || '0'}`)
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number)
}

/** Parses JSON; numbers beyond double precision become texts. */
export const plainJson = (text: string): Json => {
  try {
    return JSON.parse(text, (_, value: Json, { source }: { source?: string } = {}) =>
      typeof value === 'number' && source !== undefined ? decimal(source) : value,
    )
  } catch {
    return text
  }
}
