const STRING_BYTES = 24
const OBJECT_BYTES = 40
const FIELD_BYTES = 12

/**
 * Freezes a tree of plain objects and lists, so that several calls can share it.
 *
 * @returns its approximate size in memory, in bytes
 */
export const freezeTree = (value: unknown): number => {
  if (typeof value === 'string') return STRING_BYTES + value.length
  if (typeof value !== 'object' || value === null) return 0
  Object.freeze(value)
  let bytes = OBJECT_BYTES
  for (const key in value) bytes += FIELD_BYTES + freezeTree(Reflect.get(value, key))
  return bytes
}
