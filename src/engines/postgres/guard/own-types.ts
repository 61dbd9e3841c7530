import type { OwnType } from '../../../guard/schema.ts'

/** What is known of the types of a database that its server does not bring. */
export type OwnTypes = readonly OwnType[] | undefined

/** A declared type, and the collation that is written after it. */
const apart = (declared: string): readonly [string, string] => {
  const at = declared.toLowerCase().indexOf(' collate ')
  return at < 0 ? [declared, ''] : [declared.slice(0, at), declared.slice(at)]
}

const named = (declared: string, types: OwnTypes): OwnType | undefined => {
  const [type] = apart(declared)
  return types?.find((one) => one.declared === type)
}

/** The type that values of a column are compared as: that below a domain. */
export const comparedType = (declared: string, types: OwnTypes): string => {
  const base = named(declared, types)?.base
  return base === undefined ? declared : `${base}${apart(declared)[1]}`
}

/** The enumeration that a column takes its values from. A domain of one has no comparisons, says the server. */
export const enumerationOf = (declared: string, types: OwnTypes): OwnType | undefined => {
  const found = named(declared, types)
  return found?.labels === undefined ? undefined : found
}

/** The enumeration below the domain that a column is of. */
export const enumerationBelow = (declared: string, types: OwnTypes): OwnType | undefined => {
  const base = named(declared, types)?.base
  return base === undefined ? undefined : enumerationOf(base, types)
}

/** The fields of a column that is a row by itself. */
export const fieldsOf = (declared: string, types: OwnTypes): readonly string[] => named(declared, types)?.fields ?? []

/**
 * The type that a name in a draft means: without a schema that in `public`, else the only one of that name.
 */
export const typeCalled = (names: readonly string[], types: OwnTypes): OwnType | undefined => {
  const name = names.at(-1)
  const schema = names.length === 2 ? names[0] : undefined
  const found = (types ?? []).filter((one) => one.name === name && (schema === undefined || one.schema === schema))
  return found.find((one) => one.schema === 'public') ?? (found.length === 1 ? found[0] : undefined)
}

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
