const DUPLICATE_KEY = 11_000

/** Ignores a duplicate key: another of several concurrent upserts has created the document. @throws any other error */
export const unlessDuplicate = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY)) throw error
}
