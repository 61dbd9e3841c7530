/** What stands after an operator of a filter. */
export type Operand =
  | 'constant'
  | 'list'
  | 'flag'
  | 'type'
  | 'whole'
  | 'pair'
  | 'bits'
  | 'pattern'
  | 'options'
  | 'condition'
  | 'elements'
  | 'all'
  | 'shape'

/** The operators of one field in a filter. */
export const QUERY_OPERATORS: ReadonlyMap<string, Operand> = new Map<string, Operand>([
  ...(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const).map((name) => [name, 'constant'] as const),
  ...(['$in', '$nin'] as const).map((name) => [name, 'list'] as const),
  ...(['$bitsAllClear', '$bitsAllSet', '$bitsAnyClear', '$bitsAnySet'] as const).map((name) => [name, 'bits'] as const),
  ...(['$geoIntersects', '$geoWithin'] as const).map((name) => [name, 'shape'] as const),
  ...[['$exists', 'flag'] as const, ['$type', 'type'] as const, ['$size', 'whole'] as const],
  ...[['$mod', 'pair'] as const, ['$regex', 'pattern'] as const, ['$options', 'options'] as const],
  ...[['$not', 'condition'] as const, ['$elemMatch', 'elements'] as const, ['$all', 'all'] as const],
])

/** Operators that stand in the place of a field. */
export const LOGICAL_OPERATORS: ReadonlySet<string> = new Set(['$and', '$or', '$nor'])

/** Names within the area of `$geoWithin`, `$geoIntersects` and `near`. */
export const GEOMETRY_NAMES: ReadonlySet<string> = new Set([
  ...['$geometry', '$box', '$center', '$centerSphere', '$polygon'],
])

/**
 * Whether a pattern takes time that grows with the text alone, and finds an end in every text: no groups, no counts, no
 * references. Others may stop with an error at a text that is hard for them.
 */
export const isLightPattern = (pattern: string): boolean => !/[(){}]|\\[1-9gk]/.test(pattern)
