import { type BoundValue, parseCanonicalInteger, type RestrictionValue } from '../../../guard/restriction.ts'
import type { OwnType } from '../../../guard/schema.ts'
import { baseEnumeration, comparedType, type DatabaseTypes, enumerationOf } from './database-types.ts'

/** A value with its comparison. */
interface BoundComparison {
  readonly value: BoundValue
  /** The type that the parameter is cast to, by the parser's names; if absent, the column's type. */
  readonly cast: readonly string[] | undefined
  /** Whether to compare bytewise. */
  readonly isBytewise: boolean
  /**
   * Whether to cast the column to its domain's base type, because domains of enumerations have no comparison operators.
   * The cast cannot fail, and indexes remain usable.
   */
  readonly below?: true
}

/**
 * How a tenant or scope is compared with a column: as a parameter of the column's type, so that indexes are usable and
 * no function is applied to the column. PostgreSQL would read `042` as 42: a value that is not in its type's canonical
 * form matches no row, and neither does any value with an unknown type.
 *
 * @param column the described type, including a nondeterministic collation
 */
export const comparisonWith = (bound: RestrictionValue, column: string, types: DatabaseTypes): BoundComparison => {
  const enumeration = enumerationOf(column, types)
  if (enumeration !== undefined) return labelOf(bound, enumeration)
  const below = baseEnumeration(column, types)
  if (below !== undefined) return { ...labelOf(bound, below), below: true }
  const declared = comparedType(column, types)
  const kind = kindOf(declared)
  const cast = CASTS[kind]
  const value = bound.type === 'nothing' ? null : valueFor(kind, bound)
  return { value, cast, isBytewise: kind === 'text' && / collate /i.test(declared) }
}

/** A text that is not a label would be an error, so it becomes NULL. */
const labelOf = (bound: RestrictionValue, { schema, name, labels }: OwnType): BoundComparison => {
  const text = String(bound.value)
  const value = bound.type !== 'nothing' && labels?.includes(text) === true ? text : null
  return { value, cast: [schema, name], isBytewise: false }
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

/** Beyond this, floats cannot represent every integer. */
const FLOAT_MAX = 2n ** 24n

const valueFor = (kind: Kind, bound: Exclude<RestrictionValue, { readonly type: 'nothing' }>): BoundValue => {
  switch (kind) {
    case 'integer':
    case 'numeric':
    case 'float': {
      const value = bound.type === 'integer' ? bound.value : parseCanonicalInteger(bound.value)
      const isInexact = kind === 'float' && value !== undefined && (value > FLOAT_MAX || value < -FLOAT_MAX)
      return value === undefined || isInexact ? null : value
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

/** PostgreSQL texts cannot contain NUL. */
const withoutNul = (text: string): BoundValue => (text.includes('\0') ? null : text)
