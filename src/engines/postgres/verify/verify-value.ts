import type { BoundValue, RestrictionValue } from '../../../guard/restriction.ts'
import type { OwnType } from '../../../guard/schema.ts'
import type { VerifiedTypes } from './verify-own-types.ts'
import { at, namesIn } from './verify-tree.ts'

const NUMBERS = 'smallint integer bigint int int2 int4 int8 real double float4 float8 numeric decimal'

/** Allowed parameter casts, and the column types that may be compared with each. */
const COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['int8', NUMBERS.split(' ')],
  ['text', ['text', 'character varying', 'varchar']],
  ['bpchar', ['character', 'char', 'bpchar']],
  ['uuid', ['uuid']],
])

const firstWord = (declared: string): string => {
  const [type = ''] = declared.toLowerCase().split(/ collate |\(| precision/)
  return type.trim()
}

/** Inputs for verifying comparisons. */
export interface ComparisonContext {
  readonly parameters: readonly BoundValue[]
  readonly types: VerifiedTypes
}

/**
 * Checks that the right side of a comparison is a parameter with exactly the restriction's value, or NULL, which
 * matches no row.
 *
 * @returns what is wrong, or undefined
 */
export const valueFault = (
  value: unknown,
  column: string,
  { parameters, types }: ComparisonContext,
  bound: RestrictionValue,
): string | undefined => {
  const declared = types.below(column)
  const collation = at(value, 'CollateClause')
  if (collation !== undefined && namesIn(at(collation, 'collname'))?.join('.') !== 'C') return 'another collation'
  if (collation === undefined && / collate /i.test(declared)) return 'a text that others equal'
  const compared = collation === undefined ? value : at(collation, 'arg')
  const cast = at(compared, 'TypeCast')
  const number = at(cast === undefined ? compared : at(cast, 'arg'), 'ParamRef', 'number')
  const parameter = typeof number === 'number' ? parameters[number - 1] : undefined
  if (parameter === undefined) return 'no parameter'
  if (cast === undefined) return parameter === null ? undefined : 'a value without its type'
  const names = namesIn(at(cast, 'typeName', 'names')) ?? []
  const type = names.at(-1) ?? ''
  const isPlainType = at(cast, 'typeName', 'typmods') === undefined && at(cast, 'typeName', 'arrayBounds') === undefined
  const enumeration = types.enumeration(declared)
  if (enumeration !== undefined) {
    const isThisEnumeration = names.join() === [enumeration.schema, enumeration.name].join()
    if (!isPlainType || !isThisEnumeration) return 'another type'
    return parameter === null || isLabel(parameter, enumeration, bound) ? undefined : 'another value'
  }
  if (!isPlainType || COMPARED.get(type)?.includes(firstWord(declared)) !== true) return 'another type'
  return parameter === null || isRestrictionValue(parameter, type, bound) ? undefined : 'another value'
}

/** An invalid label would be an error and reveal the attempt. */
const isLabel = (parameter: bigint | string, { labels }: OwnType, bound: RestrictionValue): boolean =>
  typeof parameter === 'string' &&
  bound.value !== null &&
  parameter === String(bound.value) &&
  labels?.includes(parameter) === true

const isRestrictionValue = (parameter: bigint | string, type: string, bound: RestrictionValue): boolean => {
  if (bound.value === null || String(parameter) !== String(bound.value)) return false
  if (type === 'int8') return typeof parameter === 'bigint'
  if (typeof parameter !== 'string') return false
  return type !== 'bpchar' || !parameter.endsWith(' ')
}
