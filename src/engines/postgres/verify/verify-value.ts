import type { Bound, BoundValue } from '../../../guard/restriction.ts'
import type { OwnType } from '../../../guard/schema.ts'
import type { VerifiedTypes } from './verify-own-types.ts'
import { at, namesIn } from './verify-tree.ts'

const NUMBERS = 'smallint integer bigint int int2 int4 int8 real double float4 float8 numeric decimal'

/** The types that a parameter may be cast to, and the first word of the types of columns beside it. */
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

/** What comparisons of a statement are judged by. */
export interface Given {
  readonly parameters: readonly BoundValue[]
  readonly types: VerifiedTypes
}

/**
 * Whether the right side of a comparison is a parameter with the very value of the restriction, or NULL, which no row
 * equals.
 *
 * @returns what is wrong, or undefined
 */
export const valueFault = (
  value: unknown,
  column: string,
  { parameters, types }: Given,
  bound: Bound,
): string | undefined => {
  const declared = types.below(column)
  const collation = at(value, 'CollateClause')
  if (collation !== undefined && namesIn(at(collation, 'collname'))?.join('.') !== 'C') return 'another collation'
  if (collation === undefined && / collate /i.test(declared)) return 'a text that others equal'
  const compared = collation === undefined ? value : at(collation, 'arg')
  const cast = at(compared, 'TypeCast')
  const number = at(cast === undefined ? compared : at(cast, 'arg'), 'ParamRef', 'number')
  const given = typeof number === 'number' ? parameters[number - 1] : undefined
  if (given === undefined) return 'no parameter'
  if (cast === undefined) return given === null ? undefined : 'a value without its type'
  const names = namesIn(at(cast, 'typeName', 'names')) ?? []
  const type = names.at(-1) ?? ''
  const isPlainType = at(cast, 'typeName', 'typmods') === undefined && at(cast, 'typeName', 'arrayBounds') === undefined
  const enumeration = types.enumeration(declared)
  if (enumeration !== undefined) {
    const isIt = names.join() === [enumeration.schema, enumeration.name].join()
    if (!isPlainType || !isIt) return 'another type'
    return given === null || isLabel(given, enumeration, bound) ? undefined : 'another value'
  }
  if (!isPlainType || COMPARED.get(type)?.includes(firstWord(declared)) !== true) return 'another type'
  return given === null || isMeant(given, type, bound) ? undefined : 'another value'
}

/** What is no label is an error, which tells that somebody asked. */
const isLabel = (given: bigint | string, { labels }: OwnType, bound: Bound): boolean =>
  typeof given === 'string' && bound.value !== null && given === String(bound.value) && labels?.includes(given) === true

const isMeant = (given: bigint | string, type: string, bound: Bound): boolean => {
  if (bound.value === null || String(given) !== String(bound.value)) return false
  if (type === 'int8') return typeof given === 'bigint'
  if (typeof given !== 'string') return false
  return type !== 'bpchar' || !given.endsWith(' ')
}
