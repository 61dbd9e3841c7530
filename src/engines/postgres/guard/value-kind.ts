import { comparedType, enumerationOf, type OwnTypes } from './own-types.ts'

/** Kinds of values: within one, PostgreSQL compares whatever there is without an error. */
export type ValueKind = 'exact' | 'float' | 'text' | 'moment' | 'time' | 'boolean' | 'uuid' | 'label'

const KINDS: readonly (readonly [ValueKind, RegExp])[] = [
  ['exact', /^(?:smallint|integer|bigint|int|int2|int4|int8|(?:numeric|decimal)(?:\(\d+(?:,-?\d+)?\))?)$/],
  ['float', /^(?:real|double precision|float4|float8)$/],
  ['text', /^(?:text|(?:character varying|varchar|character|char|bpchar)(?:\(\d+\))?)$/],
  ['moment', /^(?:date|(?:timestamp|timestamptz)(?:\(\d\))?(?: with(?:out)? time zone)?)$/],
  ['time', /^time(?:\(\d\))?(?: without time zone)?$/],
  ['boolean', /^bool(?:ean)?$/],
  ['uuid', /^uuid$/],
]

/**
 * @param declared type of a column as described
 * @returns undefined for types whose comparisons may fail (arrays, documents, those of others) and for texts of which
 *   a collation takes different ones for the same, which no pattern can be matched with
 */
export const valueKind = (declared: string, types: OwnTypes): ValueKind | undefined => {
  if (enumerationOf(declared, types) !== undefined) return 'label'
  const type = comparedType(declared, types).toLowerCase()
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0]
}
