import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../local/error-code.ts'

/**
 * Resolves when all that was written to a stream has left this process. A pipe takes it when its reader has room, and one
 * whose reader is gone takes nothing more.
 */
export const flush = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })

/** Writes to standard output at the pace of its reader, who may stop at any time as `head` does. @throws what `source` does */
export const pipeToStandardOutput = async (source: AsyncIterable<string | Uint8Array>): Promise<void> => {
  try {
    await pipeline(Readable.from(source), process.stdout, { end: false })
  } catch (error) {
    if (errorCode(error) !== 'EPIPE') throw error
  }
}
