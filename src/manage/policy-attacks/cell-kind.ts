import type { NewColumn, PortableType } from '../../engines/loader.ts'

/** Kinds of values in the columns of a copy. */
export type CellKind = PortableType | 'uuid'

const KINDS: readonly (readonly [RegExp, CellKind])[] = [
  [/^(?:bool|bit\(1\)|tinyint\(1\))/i, 'boolean'],
  [/^(?:(?:small|medium|tiny|big)?int|(?:small|big)?serial|year|unsigned|long\b)/i, 'integer'],
  [/^(?:numeric|decimal|dec\b|money|number|fixed)/i, 'decimal'],
  [/^(?:real|float|double)/i, 'real'],
  [/^(?:timestamp|datetime)/i, 'datetime'],
  [/^date/i, 'date'],
  [/^uuid/i, 'uuid'],
]

/** The kind of a declared type; unknown types become text. */
export const kindOf = (declared: string): CellKind => KINDS.find(([form]) => form.test(declared))?.[1] ?? 'text'

/**
 * Types that a copy keeps, because they can store all planted values. Other types are replaced by their kind: a number may be
 * too small and a text too short for a canary, and user-defined types do not exist in the copy.
 */
const KEPT =
  /^(?:integer|int|int4|int8|bigint|bigserial|text|character varying|varchar|numeric|decimal|real|double precision|double|date|datetime|boolean|uuid|timestamp(?: without time zone)?)$/i

export const copiedType = (declared: string): NewColumn['type'] => {
  if (KEPT.test(declared)) return { declared }
  const kind = kindOf(declared)
  return kind === 'uuid' ? 'text' : kind
}
