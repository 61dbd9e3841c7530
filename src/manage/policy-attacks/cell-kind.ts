import type { NewColumn, PortableType } from '../../engines/loader.ts'

/** What can be written into a column of a copy. */
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

/** The kind of a declared type; an unknown type holds text in a copy. */
export const kindOf = (declared: string): CellKind => KINDS.find(([form]) => form.test(declared))?.[1] ?? 'text'

/**
 * Types that a copy keeps as they are: they hold what is planted. Of the others the kind is kept, because a number may
 * be too small for a canary, a text too short, and a type of the customer's own is not there in a new database.
 */
const KEPT =
  /^(?:integer|int|int4|int8|bigint|bigserial|text|character varying|varchar|numeric|decimal|real|double precision|double|date|datetime|boolean|uuid|timestamp(?: without time zone)?)$/i

export const copiedType = (declared: string): NewColumn['type'] => {
  if (KEPT.test(declared)) return { declared }
  const kind = kindOf(declared)
  return kind === 'uuid' ? 'text' : kind
}
