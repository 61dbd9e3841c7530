/** The number of a server's error; 0 where an error is none of a server. */
export const errnoOf = (error: unknown): number =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' && error.errno > 0 ? error.errno : 0

/** The code of an error of the system, the driver or the server: a word, never a message. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code)
    ? error.code
    : 'UNKNOWN'
