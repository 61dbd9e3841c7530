import { Decimal128 } from 'mongodb'
import type { Json } from '../../../platform/values/json.ts'
import { exactNumber } from '../../shared/run/exact-number.ts'
import type { Shape } from '../guard/shape/shape.ts'
import { aliasOf, type Element, elements, TYPE } from './elements.ts'
import { isPairOfSecret, isUndescribedSecret, shapeBelow } from './secret-keys.ts'

/** How documents are read. */
export interface Reading {
  readonly budget: Budget
  /** Where there is one, fields that it does not have and that look secret are left out. */
  readonly shape?: Shape | undefined
  /** Whether decimals may be results of divisions, which the server has rounded. */
  readonly isRounded?: boolean
  /** Of what is read, in its row, dotted; absent for the row itself. */
  readonly path?: string
}

/**
 * How much may still be read, in bytes of JSON; what is counted is never more than what there will be. Below zero, texts
 * end early, and arrays and objects have no more elements: as JSON they begin as the whole does.
 */
export interface Budget {
  left: number
}

const DEPTH_MAX = 32

/**
 * How values come as plain JSON:
 *
 * - `int`, `double`: numbers, `NaN` and `Infinity` as text; `long`: a number up to 2^53 - 1, beyond it text
 * - `decimal`: a number where it writes the same value, otherwise text; of divisions and averages the nearest number
 * - `bool`: true and false; `null` and the old `undefined`: null
 * - `date`, and the seconds of a `timestamp`: in UTC, `2026-11-21T08:30:00.5Z`
 * - `objectId`: 24 hexadecimal digits; UUIDs: `0191b0f4-…`; other `binData`: how many bytes there are, `(12 bytes)`
 * - `object`, `array`: JSON of values mapped alike; what is nested deeper than 32 levels: `{…}` and `[…]`
 * - `regex`: `/pattern/options`; `javascript` and `symbol`: text; `minKey` and `maxKey`: `MinKey`, `MaxKey`
 *
 * @throws BadDocument
 */
export const plainValue = (bytes: Buffer, { type, start, end }: Element, reading: Reading, depth = 0): Json => {
  const { budget } = reading
  spend(budget, 1)
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

/** The fields of a document and their values, of two fields of one name the last. @throws BadDocument */
const plainObject = (bytes: Buffer, start: number, reading: Reading, depth: number): Json => {
  const { budget, shape, path = '' } = reading
  const fields = new Map<string, Json>()
  for (const element of elements(bytes, start)) {
    if (budget.left < 0) break
    const { name } = element
    if (shape !== undefined && isUndescribedSecret(name, shape, path)) continue
    spend(budget, name.length)
    fields.set(name, plainValue(bytes, element, below(name, reading), depth))
  }
  if (shape !== undefined && isPairOfSecret(budget.left < 0 ? withKey(bytes, start, fields) : fields))
    fields.delete('v')
  return Object.fromEntries(fields)
}

/** The fields that were read of a pair, and its key, which may come after what was read. */
const withKey = (bytes: Buffer, start: number, fields: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> => {
  for (const element of elements(bytes, start))
    if (element.name === 'k')
      return new Map([...fields, ['k', plainValue(bytes, element, { budget: { left: KEY_BYTES_MAX } })]])
  return fields
}

const KEY_BYTES_MAX = 1_024

/** How a field of a document is read. */
export const below = (name: string, { shape, path = '', ...reading }: Reading): Reading =>
  shape === undefined ? reading : { ...reading, shape: shapeBelow(shape, name), path: path ? `${path}.${name}` : name }

const plainArray = (bytes: Buffer, start: number, reading: Reading, depth: number): readonly Json[] => {
  const values: Json[] = []
  for (const element of elements(bytes, start)) {
    if (reading.budget.left < 0) break
    values.push(plainValue(bytes, element, reading, depth))
  }
  return values
}

/** A text, or what of it is within the budget: a character of JSON may be three bytes here, and is never fewer. */
const textWithin = (bytes: Buffer, { start, end }: Pick<Element, 'start' | 'end'>, budget: Budget): string => {
  const length = Math.min(end - start, Math.max(0, budget.left))
  spend(budget, end - start)
  return bytes.toString('utf8', start, start + length)
}

const spend = (budget: Budget, bytes: number): void => {
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

/** What a JavaScript date can say; beyond it, milliseconds as text. */
const MOMENT_MAX = 8_640_000_000_000_000n

const moment = (milliseconds: bigint): string => {
  if (milliseconds > MOMENT_MAX || milliseconds < -MOMENT_MAX) return String(milliseconds)
  return new Date(Number(milliseconds)).toISOString().replace(/\.?0{0,3}Z$/, 'Z')
}

/** A whole number where a JSON number holds it exactly; its text otherwise. */
const plainLong = (value: bigint): number | string => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

const plainDouble = (value: number): number | string => {
  if (!Number.isFinite(value)) return String(value)
  return value === 0 ? 0 : value
}

/**
 * A decimal where a JSON number writes the same value; its text otherwise.
 *
 * @param isRounded whether a division or an average may have made it: the server rounds those after 34 digits, and they
 * are rounded here to what a JSON number holds
 */
const plainDecimal = (text: string, isRounded: boolean): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  return exactNumber(text) ?? (isRounded && significant(text) === DIGITS_MAX ? plainDouble(number) : text)
}

const DIGITS_MAX = 34

const significant = (text: string): number => (text.split('E')[0] ?? '').replace(/[-+.]/g, '').replace(/^0+/, '').length
