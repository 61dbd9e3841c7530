import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../local/error-code.ts'

/**
 * Resolves when the buffered output of a stream is written. A pipe accepts it when its reader has room, and fails if the reader
 * is gone.
 */
export const flush = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })

/** Writes to standard output with backpressure; a reader may stop early, like `head`. @throws the errors of `source` */
export const pipeToStandardOutput = async (source: AsyncIterable<string | Uint8Array>): Promise<void> => {
  try {
    await pipeline(Readable.from(source), process.stdout, { end: false })
  } catch (error) {
    if (errorCode(error) !== 'EPIPE') throw error
  }
}
