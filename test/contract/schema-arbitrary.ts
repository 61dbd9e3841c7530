import fc from 'fast-check'

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Generates values that match a schema of the document. @param find resolves a reference */
export const valuesOf = (schema: JsonSchema, find: (ref: string) => JsonSchema): fc.Arbitrary<unknown> => {
  const inner = (part: JsonSchema) => valuesOf(part, find)
  if (schema.$ref !== undefined) return inner(find(schema.$ref))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(inner))
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts))
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map((type) => valuesOfType(type, schema, inner)))
}

const LONG = 300

const valuesOfType = (
  type: string,
  schema: JsonSchema,
  inner: (part: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true })
    case 'array':
      return fc.array(inner(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 4 })
    case 'object': {
      const { properties = {}, required = [] } = schema
      const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)]))
      return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
    }
    default:
      return textOf(schema)
  }
}

const textOf = ({ format, minLength = 0, maxLength = LONG }: JsonSchema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONG)) }
  return fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }))
}

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Generates values that match no schema: other types, large, deeply nested, with unusual characters or names special to JavaScript. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: LONG }),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53 + 1,
    '',
    ' ',
    '\0',
    '\ud83e',
    '\u202e\u2028\r\n',
    '1 OR 1=1',
    '../../etc/passwd',
    '{{7*7}}',
    '$ne',
    'x'.repeat(40_000),
    [],
    {},
    [[]],
    { $gt: '' },
    { $where: '1' },
    { constructor: { prototype: { polluted: 1 } } },
    JSON.parse('{"__proto__":{"polluted":1}}'),
    nested(20),
    nested(2_000),
    Array.from({ length: 5_000 }, (_, index) => index),
  ),
)
