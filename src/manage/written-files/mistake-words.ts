import type { z } from 'zod'

/** Of whatever should be there and is not. */
export const REQUIRED = 'is required'

/** Of a field or a parameter that nobody reads. */
export const UNKNOWN = 'is unknown'

/** Where a schema has no words, and nothing better is known. */
export const OTHER_FORM = 'does not have the expected format'

/** What a value must be, by the name that the library has for it. */
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

/** What values of a kind are counted in; numbers are not counted. */
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
 * What is wrong with a value, in words of ours, for people who know nothing of the library that found it: wherever a
 * schema has no words of its own. They follow the name of the field: `limit must be a whole number`.
 *
 * @returns never undefined, so that the library's own words are told nowhere
 */
export const mistakeWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : (TYPES[String(issue.expected)] ?? OTHER_FORM)
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `must be ${anyOf(list(issue.values))}`
    case 'too_small':
      return bound(issue, 'at least', 'more than', issue.minimum)
    case 'too_big':
      return bound(issue, 'at most', 'less than', issue.maximum)
    case 'invalid_format':
      return FORMATS[String(issue.format)] ?? OTHER_FORM
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return UNKNOWN
    case 'invalid_key':
      return 'has a name that is not allowed'
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : ofNoForm(issue)
    default:
      return issue.input === undefined ? REQUIRED : OTHER_FORM
  }
}

/** Of a value whose form is told by one of its fields: which words that field takes. */
const ofNoForm = ({ options, discriminator, input }: z.core.$ZodRawIssue): string => {
  const words = list(options ?? [])
  if (words.length === 0) return OTHER_FORM
  const said = typeof input === 'object' && input !== null && Object.hasOwn(input, String(discriminator))
  return said ? `must be ${anyOf(words)}` : REQUIRED
}

const list = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : [values])

/** `a, b or c` */
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
