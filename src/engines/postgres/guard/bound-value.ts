import { type Bound, type BoundValue, integerOf } from '../../../guard/restriction.ts'
import type { OwnType } from '../../../guard/schema.ts'
import { comparedType, enumerationBelow, enumerationOf, type OwnTypes } from './own-types.ts'

/** A value as it is compared with a column. */
export interface Comparison {
  readonly value: BoundValue
  /** The type that the parameter is cast to, in the parser's names; without one, it takes the column's. */
  readonly cast: readonly string[] | undefined
  /** Whether only the same bytes are the same text. */
  readonly exact: boolean
  /**
   * Whether the column is taken for what is below its domain, because the server compares no domains of enumerations.
   * That is the same value: nothing is computed, nothing can fail, and indexes serve.
   */
  readonly below?: true
}

/**
 * How a tenant or a scope is compared with a column: as a parameter of the column's own type, so that indexes are kept
 * and no function runs on the column. PostgreSQL would read `042` and `42` as one integer: what is not written as the
 * type itself writes it means no row, and so does anything beside a type that is not known.
 *
 * @param column its type as described; one whose collation takes different texts for the same says so
 */
export const comparisonWith = (bound: Bound, column: string, types: OwnTypes): Comparison => {
  const enumeration = enumerationOf(column, types)
  if (enumeration !== undefined) return labelOf(bound, enumeration)
  const below = enumerationBelow(column, types)
  if (below !== undefined) return { ...labelOf(bound, below), below: true }
  const declared = comparedType(column, types)
  const kind = kindOf(declared)
  const cast = CASTS[kind]
  const value = bound.type === 'nothing' ? null : valueFor(kind, bound)
  return { value, cast, exact: kind === 'text' && / collate /i.test(declared) }
}

/** What an enumeration does not list would be an error, not a value that nothing equals. */
const labelOf = (bound: Bound, { schema, name, labels }: OwnType): Comparison => {
  const text = String(bound.value)
  const value = bound.type !== 'nothing' && labels?.includes(text) === true ? text : null
  return { value, cast: [schema, name], exact: false }
}

type Kind = 'integer' | 'float' | 'numeric' | 'text' | 'padded' | 'uuid' | 'other'

const INT8 = ['pg_catalog', 'int8'] as const

const CASTS: Readonly<Record<Kind, readonly string[] | undefined>> = {
  integer: INT8,
  float: INT8,
  numeric: INT8,
  text: ['text'],
  padded: ['bpchar'],
  uuid: ['uuid'],
  other: undefined,
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...['smallint', 'integer', 'bigint', 'int', 'int2', 'int4', 'int8'].map((type) => [type, 'integer'] as const),
  ...['real', 'double precision', 'float4', 'float8'].map((type) => [type, 'float'] as const),
  ...['numeric', 'decimal'].map((type) => [type, 'numeric'] as const),
  ...['text', 'character varying', 'varchar'].map((type) => [type, 'text'] as const),
  ...['character', 'char', 'bpchar'].map((type) => [type, 'padded'] as const),
  ['uuid', 'uuid'],
])

const kindOf = (declared: string): Kind => {
  const [type = ''] = declared.toLowerCase().split(/ collate |\(/)
  return KINDS.get(type.trim()) ?? 'other'
}

/** Above it, a float takes different integers for one. */
const FLOAT_MAX = 2n ** 24n

const valueFor = (kind: Kind, bound: Exclude<Bound, { readonly type: 'nothing' }>): BoundValue => {
  switch (kind) {
    case 'integer':
    case 'numeric':
    case 'float': {
      const value = bound.type === 'integer' ? bound.value : integerOf(bound.value)
      const tooFine = kind === 'float' && value !== undefined && (value > FLOAT_MAX || value < -FLOAT_MAX)
      return value === undefined || tooFine ? null : value
    }
    case 'text':
      return withoutNul(String(bound.value))
    case 'padded':
      return String(bound.value).endsWith(' ') ? null : withoutNul(String(bound.value))
    case 'uuid': {
      const text = String(bound.value)
      return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text) ? text : null
    }
    case 'other':
      return null
  }
}

/** No text of PostgreSQL has one. */
const withoutNul = (text: string): BoundValue => (text.includes('\0') ? null : text)
