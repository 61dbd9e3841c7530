import pg from 'pg'
import type { Json } from '../../../domain/json.ts'
import type { ResultField } from '../connect/portal.ts'
import { elementType } from './array-elements.ts'
import { plainJson } from './plain-json.ts'
import { plainDecimal, plainFloat, plainInteger } from './plain-number.ts'

/** Types by their numbers, which never change (`pg_type.dat` of PostgreSQL's sources). */
const TYPE = {
  ...{ bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, oid: 26, json: 114, float4: 700, float8: 701 },
  ...{ numeric: 1700, timestamptz: 1184, jsonb: 3802, textArray: 1009 },
} as const

/**
 * How the cells of a result come as plain JSON:
 *
 * - `smallint`, `integer`, `oid`: numbers; `bigint`: a number up to 2^53 - 1, beyond it text
 * - `numeric`: a number where it writes the same value, otherwise text; of divisions and averages, which have more digits
 *   than a JSON number holds, the nearest number
 * - `real`, `double precision`: numbers; `NaN`, `Infinity` and `-Infinity` as text
 * - `boolean`: true and false
 * - `date`: `2026-11-21`; `timestamp`: `2026-11-21 08:30:00.5`, as it is stored; `timestamp with time zone`: in UTC,
 *   `2026-11-21T08:30:00.5Z`; `time`: `08:30:00`; `interval`: ISO 8601, `P1DT2H`
 * - `bytea`: how many bytes there are, `(12 bytes)`
 * - arrays, of enumerations too: JSON arrays of elements mapped alike
 * - `json`, `jsonb`: what they hold; as text where a number would be rounded or values are nested deeper than 32 levels
 * - arrays and JSON of more than 256 K characters: text
 * - `uuid`, enumerations, `inet`, `bit`, ranges, geometry, `money`, `xml`, composite types and all others: text, as
 *   PostgreSQL writes it
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
      return plainDecimal(text, isRounded && modifier === UNDECLARED)
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

/** The driver's parser of arrays of texts, whatever their elements are: nested, with nulls, with any lower bounds. */
const parseArray: (text: string) => ArrayPart = pg.types.getTypeParser(TYPE.textArray, 'text')

const UNDECLARED = -1
/** Characters of a cell that is taken apart, on the thread that everybody shares. */
const PARSED_MAX = 256 * 1024
