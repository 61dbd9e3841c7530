/**
 * Resolves when all that was written to a stream has left this process. A pipe takes it when its reader has room, and one
 * whose reader is gone takes nothing more.
 */
export const flush = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })
