import pg from 'pg'
import type { Json } from '../../../platform/values/json.ts'
import { exactNumber } from '../../shared/run/exact-number.ts'
import type { ResultField } from '../connect/portal.ts'

/** Type OIDs, which never change (`pg_type.dat` of PostgreSQL's sources). */
const TYPE = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  numeric: 1700,
  timestamptz: 1184,
  jsonb: 3802,
} as const

/** `text[]`, which the driver's types lack. */
const TEXT_ARRAY: number = 1009

/**
 * Mapping of cells to JSON:
 *
 * - `smallint`, `integer`, `oid`: numbers; `bigint`: a number up to 2^53 - 1, beyond it text
 * - `numeric`: a number if exactly representable, else text; divisions and averages, which have more digits than a JSON
 *   number, become the nearest number
 * - `real`, `double precision`: numbers; `NaN`, `Infinity` and `-Infinity` as text
 * - `boolean`: true and false
 * - `date`: `2026-11-21`; `timestamp`: `2026-11-21 08:30:00.5`, as stored; `timestamp with time zone`: in UTC,
 *   `2026-11-21T08:30:00.5Z`; `time`: `08:30:00`; `interval`: ISO 8601, `P1DT2H`
 * - `bytea`: its size, `(12 bytes)`
 * - arrays, also of enumerations: JSON arrays of mapped elements
 * - `json`, `jsonb`: JSON; as text if a number would be rounded or the nesting exceeds 32 levels
 * - arrays and JSON of more than 256 K characters: text
 * - `uuid`, enumerations, `inet`, `bit`, ranges, geometry, `money`, `xml`, composite types and all others: PostgreSQL's
 *   text
 */
export const plainValue = (
  text: string | null,
  { dataTypeID: type, dataTypeModifier: modifier }: Pick<ResultField, 'dataTypeID' | 'dataTypeModifier'>,
  enumArrays: ReadonlySet<number>,
  isRounded = false,
): Json => {
  if (text === null) return null
  switch (type) {
    case TYPE.int2:
    case TYPE.int4:
    case TYPE.int8:
    case TYPE.oid:
      return plainInteger(text)
    case TYPE.numeric:
      return plainDecimal(text, isRounded && modifier === NO_MODIFIER)
    case TYPE.float4:
    case TYPE.float8:
      return plainFloat(text)
    case TYPE.bool:
      return text === 't'
    case TYPE.timestamptz:
      return text.replace(/^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/, '$1T$2Z')
    case TYPE.bytea:
      return `(${(text.length - '\\x'.length) / 2} bytes)`
    case TYPE.json:
    case TYPE.jsonb:
      return text.length > PARSED_MAX ? text : plainJson(text, isRounded)
  }
  const element = elementType(type, enumArrays)
  if (element === undefined) return text
  if (text.length > PARSED_MAX) return text
  const field = { dataTypeID: element, dataTypeModifier: modifier }
  const plain = (part: ArrayPart): Json =>
    typeof part === 'object' && part !== null ? part.map(plain) : plainValue(part, field, enumArrays, isRounded)
  return plain(parseArray(text))
}

type ArrayPart = string | null | readonly ArrayPart[]

/** The driver's parser for text arrays, used for all elements: nested, with NULLs, with any lower bounds. */
const parseArray: (text: string) => ArrayPart = pg.types.getTypeParser(TEXT_ARRAY, 'text')

const NO_MODIFIER = -1
/** Maximum length of a cell that is parsed, on a shared thread. */
const PARSED_MAX = 256 * 1024

const DEPTH_MAX = 32

/**
 * Parses JSON; returns the text if numbers would be rounded or it is nested too deeply.
 *
 * @param isRounded as of `plainDecimal`
 */
const plainJson = (text: string, isRounded: boolean): Json => {
  let isLossless = true
  const value: Json = JSON.parse(text, (_key: string, value: Json, context?: { readonly source?: string }) => {
    if (typeof value === 'number') isLossless &&= isExact(value, context?.source ?? '', isRounded)
    return value
  })
  return isLossless && isWithin(value, DEPTH_MAX) ? value : text
}

const isExact = (value: number, source: string, isRounded: boolean): boolean =>
  /^-?\d+$/.test(source)
    ? Number.isSafeInteger(value)
    : exactNumber(source) !== undefined || typeof plainDecimal(source, isRounded) === 'number'

const isWithin = (value: Json, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner: Json) => isWithin(inner, depth - 1)))

/** A number if it is a safe integer, else text. */
const plainInteger = (text: string): number | string => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

const plainFloat = (text: string): number | string => {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/**
 * A number if it represents the decimal exactly, else text.
 *
 * @param isRounded whether it comes from a division or average, which the server has rounded to at least 16 digits:
 * then it is rounded to a JSON number
 */
const plainDecimal = (text: string, isRounded: boolean): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  return exactNumber(text) ?? (isRounded && fractionLength(text) >= ROUNDED_DIGITS ? number : text)
}

/** Minimum fraction digits of division results. */
const ROUNDED_DIGITS = 16

const fractionLength = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)

/** Element types by array type, of PostgreSQL's own types (`pg_type.dat` of its sources). */
const ELEMENT_TYPES: ReadonlyMap<number, number> = new Map(
  Object.entries({
    1000: 16,
    1001: 17,
    1002: 18,
    1003: 19,
    1016: 20,
    1005: 21,
    1007: 23,
    1009: 25,
    1028: 26,
    1014: 1042,
    1015: 1043,
    1021: 700,
    1022: 701,
    1231: 1700,
    791: 790,
    199: 114,
    3807: 3802,
    143: 142,
    2951: 2950,
    1182: 1082,
    1183: 1083,
    1270: 1266,
    1115: 1114,
    1185: 1184,
    1187: 1186,
    1561: 1560,
    1563: 1562,
    1041: 869,
    651: 650,
    1040: 829,
    775: 774,
    1017: 600,
    1018: 601,
    719: 718,
    629: 628,
    1027: 604,
    1019: 602,
    3905: 3904,
    3907: 3906,
    3909: 3908,
    3911: 3910,
    3913: 3912,
    3927: 3926,
    3643: 3614,
    3645: 3615,
  }).map(([array, element]) => [Number(array), element]),
)

const TEXT = 25

/** The element type of an array type; undefined for other types. @param enumArrays array types of enumerations */
const elementType = (type: number, enumArrays: ReadonlySet<number>): number | undefined =>
  ELEMENT_TYPES.get(type) ?? (enumArrays.has(type) ? TEXT : undefined)
