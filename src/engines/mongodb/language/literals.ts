import type { Json } from '../../../platform/values/json.ts'

/** Extended JSON allowed in drafts, in its normalized form. */
export const LITERAL_KEYS = [
  '$oid',
  '$uuid',
  '$date',
  '$numberInt',
  '$numberLong',
  '$numberDouble',
  '$numberDecimal',
  '$regularExpression' as const,
] as const

export type LiteralKey = (typeof LITERAL_KEYS)[number]

const KEYS: ReadonlySet<string> = new Set(LITERAL_KEYS)

export type JsonObject = { readonly [key: string]: Json }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

export const isLiteralKey = (key: string): key is LiteralKey => KEYS.has(key)

/** The first key of an object, which identifies literals and operators. */
export const firstKey = (object: JsonObject): string | undefined => {
  for (const key in object) return key
  return undefined
}

/** Whether an object is an extended JSON value rather than a document. */
export const isLiteral = (object: JsonObject): boolean => {
  const key = firstKey(object)
  return key !== undefined && KEYS.has(key)
}
