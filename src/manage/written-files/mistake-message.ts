import type { z } from 'zod'

/** The message for a missing value. */
export const REQUIRED = 'is required'

/** The message for an unknown field or parameter. */
export const UNKNOWN = 'is unknown'

/** The message if nothing more specific is known. */
export const INVALID_FORMAT = 'does not have the expected format'

/** Messages by zod type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  bigint: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
  map: 'must be a JSON object',
  date: 'must be a date and a time',
  null: 'must be left out',
  undefined: 'must be left out',
  never: 'must be left out',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  email: 'must be an e-mail address',
  url: 'must be an address (URL)',
  datetime: 'must be a date and time such as 2027-01-31T12:00:00Z',
  date: 'must be a date such as 2027-01-31',
  safeint: 'must be a whole number',
}

/** Units of sizes, by zod type; numbers have none. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  tuple: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  record: ['entry', 'entries'],
  object: ['entry', 'entries'],
}

/**
 * The message for an issue if its schema has no message, for readers who do not know zod. It follows the name of the field:
 * `limit must be a whole number`.
 *
 * @returns never undefined, so that zod's own messages are never shown
 */
export const mistakeMessage = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : (TYPES[String(issue.expected)] ?? INVALID_FORMAT)
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `must be ${anyOf(list(issue.values))}`
    case 'too_small':
      return bound(issue, 'at least', 'more than', issue.minimum)
    case 'too_big':
      return bound(issue, 'at most', 'less than', issue.maximum)
    case 'invalid_format':
      return FORMATS[String(issue.format)] ?? INVALID_FORMAT
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return UNKNOWN
    case 'invalid_key':
      return 'has a name that is not allowed'
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : unionMessage(issue)
    default:
      return issue.input === undefined ? REQUIRED : INVALID_FORMAT
  }
}

/** The message for a tagged union: the allowed values of its discriminator. */
const unionMessage = ({ options, discriminator, input }: z.core.$ZodRawIssue): string => {
  const words = list(options ?? [])
  if (words.length === 0) return INVALID_FORMAT
  const hasDiscriminator = typeof input === 'object' && input !== null && Object.hasOwn(input, String(discriminator))
  return hasDiscriminator ? `must be ${anyOf(words)}` : REQUIRED
}

const list = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : [values])

/** Example: `a, b or c` */
const anyOf = (values: readonly unknown[]): string => {
  const texts = values.map(String)
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`
}

const bound = (
  { origin, inclusive, exact }: z.core.$ZodRawIssue,
  upTo: string,
  beyond: string,
  limit: unknown,
): string => {
  const unit = UNITS[String(origin)]
  if (unit === undefined) return `must be ${inclusive === false ? beyond : upTo} ${limit}`
  const [one, many] = unit
  if (upTo === 'at least' && Number(limit) === 1) return 'must not be empty'
  return `must have ${exact === true ? 'exactly' : upTo} ${limit} ${Number(limit) === 1 ? one : many}`
}
