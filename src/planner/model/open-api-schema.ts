import { isRecord } from './is-record.ts'

/**
 * A JSON schema as Gemini reads one: a subset of OpenAPI 3.0, whose parser refuses words that it does not know
 * (`additionalProperties`) and lists of types. Fields are filled in the order in which they stand.
 */
export const openApiSchema = (schema: object): object => {
  const { type, enum: options, properties, required, items }: Record<string, unknown> = { ...schema }
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return {
    type: types.find((one) => one !== 'null'),
    ...(types.includes('null') ? { nullable: true } : {}),
    ...(options === undefined ? {} : { enum: options }),
    ...(required === undefined ? {} : { required }),
    ...(isRecord(items) ? { items: openApiSchema(items) } : {}),
    ...(isRecord(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, isRecord(part) ? openApiSchema(part) : part]),
          ),
          propertyOrdering: Object.keys(properties),
        }
      : {}),
  }
}
