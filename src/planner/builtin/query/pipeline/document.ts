import type { Json } from '../../../../platform/values/json.ts'

/** A stage, a condition or an expression of a pipeline. */
export interface Doc {
  readonly [key: string]: Json
}

/** True for operators and stages; dates and ids are constants. */
export const isDoc = (value: Json): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$date' in value) && !('$oid' in value)

/** The path of a field within a path; an empty path is the document itself. */
export const pathIn = (path: string, field: string): string =>
  path === '' || field === '' ? `${path}${field}` : `${path}.${field}`

/** The conjunction of conditions, without duplicates: merged into one object while no two have the same field. */
export const allOf = (conditions: readonly Doc[]): Doc => {
  const unique = [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()]
  const joined: Doc = Object.assign({}, ...unique)
  return Object.keys(joined).length === unique.flatMap(Object.keys).length ? joined : { $and: unique }
}

/** The `$match` stage for these conditions; empty if there are none. */
export const matchStages = (conditions: readonly Doc[]): Doc[] =>
  conditions.length === 0 ? [] : [{ $match: allOf(conditions) }]
