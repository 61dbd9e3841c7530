/**
 * RFC 7396: what a patch makes of a value. Fields of objects are merged, null takes a field away, and whatever else is
 * given replaces what was there. Both are untrusted: what comes out is for a schema to check.
 */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const kept = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) kept.delete(field)
    else kept.set(field, mergePatch(kept.get(field), value))
  }
  // Unlike an assignment, this makes a plain field of `__proto__`.
  return Object.fromEntries(kept)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
