/** Whether a write failed because its `_id` or another unique key exists. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000

/** Runs an insert. @returns false if the document exists @throws other errors */
export const insertIfAbsent = async (write: () => Promise<unknown>): Promise<boolean> => {
  try {
    await write()
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return false
  }
}

/** For upserts: ignores that a concurrent one has created the document. @throws other errors */
export const ignoreDuplicateKey = (error: unknown): void => {
  if (!isDuplicateKey(error)) throw error
}
