/** The kind of a filter operator's operand. */
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

/** Operators on one field of a filter. */
export const QUERY_OPERATORS: ReadonlyMap<string, Operand> = new Map<string, Operand>([
  ...(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const).map((name) => [name, 'constant'] as const),
  ...(['$in', '$nin'] as const).map((name) => [name, 'list'] as const),
  ...(['$bitsAllClear', '$bitsAllSet', '$bitsAnyClear', '$bitsAnySet'] as const).map((name) => [name, 'bits'] as const),
  ...(['$geoIntersects', '$geoWithin'] as const).map((name) => [name, 'shape'] as const),
  ['$exists', 'flag'] as const,
  ['$type', 'type'] as const,
  ['$size', 'whole'] as const,
  ['$mod', 'pair'] as const,
  ['$regex', 'pattern'] as const,
  ['$options', 'options'] as const,
  ['$not', 'condition'] as const,
  ['$elemMatch', 'elements'] as const,
  ['$all', 'all'] as const,
])

/** Operators in place of a field. */
export const LOGICAL_OPERATORS: ReadonlySet<string> = new Set(['$and', '$or', '$nor'])

/** Names within the area of `$geoWithin`, `$geoIntersects` and `near`. */
export const GEOMETRY_NAMES: ReadonlySet<string> = new Set([
  '$geometry',
  '$box',
  '$center',
  '$centerSphere',
  '$polygon',
])

const LIGHT_LENGTH_MAX = 100

/** Quantifiers, groups, back references and letters with unclear meaning; `\d`, `\w`, `\s` and `\b` are safe. */
const EXPENSIVE_PATTERN = /[*+?(){}]|\\[^\WdDwWsSbBAzZtnr]/

/**
 * Whether a pattern runs in linear time: short and without repetition. Repetition may take quadratic time or fail on
 * some text, which would reveal texts of others.
 */
export const isLightPattern = (pattern: string): boolean =>
  pattern.length <= LIGHT_LENGTH_MAX && !EXPENSIVE_PATTERN.test(pattern)
