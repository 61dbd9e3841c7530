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

const LIGHT_LENGTH_MAX = 100

/** What repeats, groups, refers, or is a letter whose meaning is not plain: `\d`, `\w`, `\s` and `\b` are. */
const HARD = /[*+?(){}]|\\[^\WdDwWsSbBAzZtnr]/

/**
 * Whether a pattern takes time that grows with the text alone: it is short and repeats nothing. Of whatever repeats,
 * some text takes the square of its length, or gives up; how long a text of others takes would tell of it.
 */
export const isLightPattern = (pattern: string): boolean => pattern.length <= LIGHT_LENGTH_MAX && !HARD.test(pattern)
