const DUPLICATE_KEY = 11_000

/** Of several that begin a document at once, one does. */
export const unlessDuplicate = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY)) throw error
}
