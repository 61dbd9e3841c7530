import { Decimal128 } from 'mongodb'
import type { Json } from '../../../platform/values/json.ts'
import { exactNumber } from '../../shared/run/exact-number.ts'
import type { Shape } from '../guard/shape/shape.ts'
import { aliasOf, type Element, elements, TYPE } from './elements.ts'
import { isPairOfSecret, isUndescribedSecret, shapeBelow } from './secret-keys.ts'

/** How values are read. */
export interface ReadingContext {
  readonly budget: Budget
  /** If present, undescribed fields that look secret are left out. */
  readonly shape?: Shape | undefined
  /** Whether decimals may be results of divisions, rounded by the server. */
  readonly isRounded?: boolean
  /** The dotted path in the row; absent for the row itself. */
  readonly path?: string
}

/**
 * Remaining bytes of JSON to read; an underestimate. Below zero, texts end early and arrays and objects are cut off,
 * but begin like the whole.
 */
export interface Budget {
  left: number
}

const DEPTH_MAX = 32

/**
 * Mapping of values to JSON:
 *
 * - `int`, `double`: numbers, `NaN` and `Infinity` as text; `long`: a number up to 2^53 - 1, beyond it text
 * - `decimal`: a number if exactly representable, else text; of divisions and averages the nearest number
 * - `bool`: true and false; `null` and the old `undefined`: null
 * - `date`, and the seconds of a `timestamp`: in UTC, `2026-11-21T08:30:00.5Z`
 * - `objectId`: 24 hexadecimal digits; UUIDs: `0191b0f4-…`; other `binData`: its size, `(12 bytes)`
 * - `object`, `array`: JSON of mapped values; beyond 32 levels: `{…}` and `[…]`
 * - `regex`: `/pattern/options`; `javascript` and `symbol`: text; `minKey` and `maxKey`: `MinKey`, `MaxKey`
 *
 * @throws MalformedDocument
 */
export const plainValue = (bytes: Buffer, { type, start, end }: Element, reading: ReadingContext, depth = 0): Json => {
  const { budget } = reading
  consume(budget, 1)
  switch (type) {
    case TYPE.int:
      return bytes.readInt32LE(start)
    case TYPE.long:
      return plainLong(bytes.readBigInt64LE(start))
    case TYPE.double:
      return plainDouble(bytes.readDoubleLE(start))
    case TYPE.decimal:
      return plainDecimal(new Decimal128(bytes.subarray(start, end)).toString(), reading.isRounded === true)
    case TYPE.bool:
      return bytes[start] === 1
    case TYPE.null:
    case TYPE.undefined:
      return null
    case TYPE.date:
      return moment(bytes.readBigInt64LE(start))
    case TYPE.timestamp:
      return moment(BigInt(bytes.readUInt32LE(start + 4)) * 1000n)
    case TYPE.objectId:
      return bytes.toString('hex', start, end)
    case TYPE.dbPointer:
      return bytes.toString('hex', end - 12, end)
    case TYPE.binData:
      return binary(bytes, start)
    case TYPE.string:
    case TYPE.javascript:
    case TYPE.symbol:
      return textWithin(bytes, { start: start + 4, end: end - 1 }, budget)
    case TYPE.regex:
      return `/${textWithin(bytes, { start, end: end - 1 }, budget).replace('\0', '/')}`
    case TYPE.minKey:
      return 'MinKey'
    case TYPE.maxKey:
      return 'MaxKey'
    case TYPE.array:
      return depth < DEPTH_MAX ? plainArray(bytes, start, reading, depth + 1) : '[…]'
    case TYPE.object:
      return depth < DEPTH_MAX ? plainObject(bytes, start, reading, depth + 1) : '{…}'
    default:
      return `(${aliasOf(type)})`
  }
}

/** The fields of a document; the last one wins if names repeat. @throws MalformedDocument */
const plainObject = (bytes: Buffer, start: number, reading: ReadingContext, depth: number): Json => {
  const { budget, shape, path = '' } = reading
  const fields = new Map<string, Json>()
  for (const element of elements(bytes, start)) {
    if (budget.left < 0) break
    const { name } = element
    if (shape !== undefined && isUndescribedSecret(name, shape, path)) continue
    consume(budget, name.length)
    fields.set(name, plainValue(bytes, element, contextOf(name, reading), depth))
  }
  if (shape !== undefined && isPairOfSecret(budget.left < 0 ? withKey(bytes, start, fields) : fields))
    fields.delete('v')
  return Object.fromEntries(fields)
}

/** Adds the key of a `k`/`v` pair, which may come after what was read. */
const withKey = (bytes: Buffer, start: number, fields: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> => {
  for (const element of elements(bytes, start))
    if (element.name === 'k')
      return new Map([...fields, ['k', plainValue(bytes, element, { budget: { left: KEY_BYTES_MAX } })]])
  return fields
}

const KEY_BYTES_MAX = 1_024

/** The reading context of a field. */
export const contextOf = (name: string, { shape, path = '', ...reading }: ReadingContext): ReadingContext =>
  shape === undefined ? reading : { ...reading, shape: shapeBelow(shape, name), path: path ? `${path}.${name}` : name }

const plainArray = (bytes: Buffer, start: number, reading: ReadingContext, depth: number): readonly Json[] => {
  const values: Json[] = []
  for (const element of elements(bytes, start)) {
    if (reading.budget.left < 0) break
    values.push(plainValue(bytes, element, reading, depth))
  }
  return values
}

/** A text within the budget: UTF-8 bytes are at least JSON characters. */
const textWithin = (bytes: Buffer, { start, end }: Pick<Element, 'start' | 'end'>, budget: Budget): string => {
  const length = Math.min(end - start, Math.max(0, budget.left))
  consume(budget, end - start)
  return bytes.toString('utf8', start, start + length)
}

const consume = (budget: Budget, bytes: number): void => {
  budget.left -= bytes
}

/** https://bsonspec.org/spec.html: subtypes of binary data. */
const UUID_SUBTYPE = 4
const UUID_BYTES = 16

const binary = (bytes: Buffer, start: number): string => {
  const length = bytes.readInt32LE(start)
  if (bytes[start + 4] !== UUID_SUBTYPE || length !== UUID_BYTES) return `(${length} bytes)`
  const hex = bytes.toString('hex', start + 5, start + 5 + UUID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The range of JavaScript dates; beyond it, milliseconds as text. */
const MOMENT_MAX = 8_640_000_000_000_000n

const moment = (milliseconds: bigint): string => {
  if (milliseconds > MOMENT_MAX || milliseconds < -MOMENT_MAX) return String(milliseconds)
  return new Date(Number(milliseconds)).toISOString().replace(/\.?0{0,3}Z$/, 'Z')
}

/** A number if it is a safe integer, else text. */
const plainLong = (value: bigint): number | string => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

const plainDouble = (value: number): number | string => {
  if (!Number.isFinite(value)) return String(value)
  return value === 0 ? 0 : value
}

/**
 * A number if it represents the decimal exactly, else text.
 *
 * @param isRounded whether it may come from a division or average, which the server rounds to 34 digits: then it is
 * rounded to a JSON number
 */
const plainDecimal = (text: string, isRounded: boolean): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  return exactNumber(text) ?? (isRounded && countDigits(text) === DIGITS_MAX ? plainDouble(number) : text)
}

const DIGITS_MAX = 34

const countDigits = (text: string): number => (text.split('E')[0] ?? '').replace(/[-+.]/g, '').replace(/^0+/, '').length
