/**
 * JSON Merge Patch (RFC 7396): objects are merged, null removes a field, any other value replaces. Both values are untrusted: the
 * result must be validated by a schema.
 */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const fields = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) fields.delete(field)
    else fields.set(field, mergePatch(fields.get(field), value))
  }
  // Unlike an assignment, this creates an ordinary field for `__proto__` (prototype pollution).
  return Object.fromEntries(fields)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
