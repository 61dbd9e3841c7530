import type { Json } from '../../../../platform/values/json.ts'

/** A stage, a condition or an expression, as it is written. */
export interface Doc {
  readonly [key: string]: Json
}

/** True for operators and stages; dates and ids are constants. */
export const isDoc = (value: Json): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$date' in value) && !('$oid' in value)

/** Where a field is, of what is at a path; an empty path is the document itself. */
export const pathIn = (path: string, field: string): string =>
  path === '' || field === '' ? `${path}${field}` : `${path}.${field}`

/** Conditions of which all hold, each once, as one: side by side while no two are on the same field. */
export const allOf = (conditions: readonly Doc[]): Doc => {
  const unique = [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()]
  const joined: Doc = Object.assign({}, ...unique)
  return Object.keys(joined).length === unique.flatMap(Object.keys).length ? joined : { $and: unique }
}

/** The stage for these conditions; none where there are none. */
export const matchStages = (conditions: readonly Doc[]): Doc[] =>
  conditions.length === 0 ? [] : [{ $match: allOf(conditions) }]
