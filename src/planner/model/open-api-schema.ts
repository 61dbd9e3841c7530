import { isRecord } from './is-record.ts'

/**
 * A JSON schema for Gemini: a subset of OpenAPI 3.0, whose parser rejects unknown keywords (`additionalProperties`) and
 * lists of types. Fields are generated in schema order.
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
