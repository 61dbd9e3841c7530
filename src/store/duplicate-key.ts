/** Whether a write failed because its `_id`, or another unique key, is there already. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000

/** Writes what may be there already, and then stays as it is. @returns false where it was. @throws what else fails */
export const isWrittenFirst = async (write: () => Promise<unknown>): Promise<boolean> => {
  try {
    await write()
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return false
  }
}
