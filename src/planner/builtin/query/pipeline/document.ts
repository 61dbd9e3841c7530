import type { Json } from '../../../../domain/json.ts'

/** A stage, a condition or an expression, as it is written. */
export interface Doc {
  readonly [key: string]: Json
}

/** Where a field is, of what is at a path; an empty path is the document itself. */
export const pathIn = (path: string, field: string): string =>
  path === '' || field === '' ? `${path}${field}` : `${path}.${field}`

/** Conditions of which all hold, as one: side by side while no field has the same operator twice. */
export const allOf = (conditions: readonly Doc[]): Doc => {
  const joined = new Map<string, Json>()
  for (const condition of conditions) {
    for (const [key, test] of Object.entries(condition)) {
      const known = joined.get(key)
      const both = known === undefined ? test : sideBySide(key, known, test)
      if (both === undefined) return { $and: [...conditions] }
      joined.set(key, both)
    }
  }
  return Object.fromEntries(joined)
}

const sideBySide = (key: string, a: Json, b: Json): Json | undefined => {
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  // Two tests of a field go together; two expressions do not.
  if (key.startsWith('$') || !isOperators(a) || !isOperators(b)) return undefined
  return Object.keys(b).some((operator) => operator in a) ? undefined : { ...a, ...b }
}

/** `{ "$gt": 5 }`, and no constant such as a date. */
const isOperators = (test: Json): test is Doc =>
  typeof test === 'object' &&
  test !== null &&
  !Array.isArray(test) &&
  Object.keys(test).every((key) => key.startsWith('$') && !/^\$(date|oid)$/.test(key))

/** The stage for these conditions; none where there are none. */
export const matchStages = (conditions: readonly Doc[]): Doc[] =>
  conditions.length === 0 ? [] : [{ $match: allOf(conditions) }]
