import type { Json } from '../../../../platform/values/json.ts'
import { UUID } from '../../../../platform/values/uuid.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { firstKey, isLiteralKey, isObject, type JsonObject, type LiteralKey } from '../../language/literals.ts'

/**
 * Normalizes an extended JSON value (`{"$oid": "…"}`); other objects stay unchanged.
 *
 * @throws RefusalError for a malformed value
 */
export const readLiteral = (object: JsonObject): JsonObject => {
  const key = firstKey(object)
  if (key === undefined || key.charCodeAt(0) !== DOLLAR) return object
  const literal = Object.keys(object).find(isLiteralKey)
  if (literal === undefined) return object
  const content = object[literal]
  const read = Object.keys(object).length === 1 && content !== undefined ? READERS[literal](content) : undefined
  if (read === undefined) throw repairableRefusal('syntax', `Write ${FORMS[literal]}.`)
  return { [literal]: read }
}

const DOLLAR = 36

const FORMS: Readonly<Record<LiteralKey, string>> = {
  $oid: '{"$oid": "24 hexadecimal digits"}',
  $uuid: '{"$uuid": "00000000-0000-0000-0000-000000000000"}',
  $date: '{"$date": "2026-11-21T08:30:00Z"}',
  $numberInt: '{"$numberInt": "5"}',
  $numberLong: '{"$numberLong": "5"}',
  $numberDouble: '{"$numberDouble": "5.5"}',
  $numberDecimal: '{"$numberDecimal": "5.50"}',
  $regularExpression: '{"$regularExpression": {"pattern": "…", "options": "i"}}',
}

const matching =
  (form: RegExp) =>
  (content: Json): string | undefined => {
    const text = typeof content === 'number' ? String(content) : content
    return typeof text === 'string' && form.test(text) ? text : undefined
  }

const INTEGER = /^-?[0-9]{1,19}$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/

/** A time without a zone is UTC; JavaScript would use the local zone. */
const date = (content: Json): string | undefined => {
  const moment = isObject(content) ? Number(content.$numberLong) : dateOf(content)
  if (moment === undefined) return undefined
  const read = new Date(moment)
  return Number.isNaN(read.getTime()) ? undefined : read.toISOString()
}

const dateOf = (content: Json): number | string | undefined => {
  if (typeof content === 'number') return content
  if (typeof content !== 'string') return undefined
  if (DAY.test(content)) return content
  const [, zone] = MOMENT.exec(content) ?? [undefined, null]
  if (zone === null) return undefined
  return zone === undefined ? `${content.replace(' ', 'T')}Z` : content.replace(' ', 'T')
}

const long = (content: Json): string | undefined => {
  const text = matching(INTEGER)(content)
  return text !== undefined && BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : undefined
}

const int = (content: Json): string | undefined => {
  const text = matching(INTEGER)(content)
  return text !== undefined && Number(text) === (Number(text) | 0) ? text : undefined
}

const REGULAR_EXPRESSION_OPTIONS = /^[imsux]{0,5}$/

const regularExpression = (content: Json): JsonObject | undefined => {
  if (!isObject(content)) return undefined
  const { pattern, options = '', ...more } = content
  if (typeof pattern !== 'string' || typeof options !== 'string' || Object.keys(more).length > 0) return undefined
  return REGULAR_EXPRESSION_OPTIONS.test(options) ? { pattern, options } : undefined
}

const READERS: Readonly<Record<LiteralKey, (content: Json) => Json | undefined>> = {
  $oid: matching(/^[0-9a-f]{24}$/i),
  $uuid: matching(UUID),
  $date: date,
  $numberInt: int,
  $numberLong: long,
  $numberDouble: matching(/^(?:-?(?:[0-9]{1,17}\.?[0-9]{0,17}(?:[eE][+-]?[0-9]{1,3})?|Infinity)|NaN)$/),
  $numberDecimal: matching(/^-?[0-9]{1,34}(?:\.[0-9]{1,34})?(?:[eE][+-]?[0-9]{1,4})?$/),
  $regularExpression: regularExpression,
}
