import type { OwnType } from '../../../guard/schema.ts'

/** The customer's own types. */
export type DatabaseTypes = readonly OwnType[] | undefined

/** Splits a declared type and its collation. */
const splitCollation = (declared: string): readonly [string, string] => {
  const at = declared.toLowerCase().indexOf(' collate ')
  return at < 0 ? [declared, ''] : [declared.slice(0, at), declared.slice(at)]
}

const findType = (declared: string, types: DatabaseTypes): OwnType | undefined => {
  const [type] = splitCollation(declared)
  return types?.find((one) => one.declared === type)
}

/** The type that a column's values are compared as: a domain's base type. */
export const comparedType = (declared: string, types: DatabaseTypes): string => {
  const base = findType(declared, types)?.base
  return base === undefined ? declared : `${base}${splitCollation(declared)[1]}`
}

/** The enumeration of a column. A domain of one does not count, because it has no comparison operators. */
export const enumerationOf = (declared: string, types: DatabaseTypes): OwnType | undefined => {
  const found = findType(declared, types)
  return found?.labels === undefined ? undefined : found
}

/** The enumeration below a column's domain. */
export const baseEnumeration = (declared: string, types: DatabaseTypes): OwnType | undefined => {
  const base = findType(declared, types)?.base
  return base === undefined ? undefined : enumerationOf(base, types)
}

/** The fields of a column of composite type. */
export const fieldsOf = (declared: string, types: DatabaseTypes): readonly string[] =>
  findType(declared, types)?.fields ?? []

/** The type that a name in a draft refers to: if unqualified, that in `public`, else the only one of the name. */
export const typeNamed = (names: readonly string[], types: DatabaseTypes): OwnType | undefined => {
  const name = names.at(-1)
  const schema = names.length === 2 ? names[0] : undefined
  const found = (types ?? []).filter((one) => one.name === name && (schema === undefined || one.schema === schema))
  return found.find((one) => one.schema === 'public') ?? (found.length === 1 ? found[0] : undefined)
}

/** Kinds of values; PostgreSQL compares all values within one kind without errors. */
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
 * @param declared the described type of a column
 * @returns undefined for types whose comparisons may fail (arrays, documents, unknown types) and for texts with a
 * nondeterministic collation, which patterns do not support
 */
export const valueKind = (declared: string, types: DatabaseTypes): ValueKind | undefined => {
  if (enumerationOf(declared, types) !== undefined) return 'label'
  const type = comparedType(declared, types).toLowerCase()
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0]
}
