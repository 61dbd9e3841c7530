import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../../local/error-code.ts'
import { CommandFailed } from '../command-failed.ts'
import { fileErrorText, namedFileErrorText, writeErrorText } from '../file-error-text.ts'
import { pipeToStandardOutput } from '../standard-streams.ts'
import { unreachableReason } from '../unreachable.ts'

/**
 * Writes the body of a response as it arrives, with backpressure. A file is replaced atomically once the body is complete.
 *
 * @param type the expected media type: a response of another server may have another one
 * @param file undefined: standard output
 * @returns the number of bytes
 * @throws CommandFailed
 */
export const saveBody = async (response: Response, type: string, file: string | undefined): Promise<number> => {
  const sent = response.headers.get('Content-Type')?.split(';')[0]?.trim() ?? 'nothing'
  if (sent !== type) {
    await response.body?.cancel()
    const server = new URL(response.url).origin
    throw new CommandFailed(`The server at ${server} sent ${sent} instead of ${type}. Check the address.`)
  }
  if (response.body === null) return 0
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  const body = counted(response.body)
  if (file !== undefined) await toFile(body, file)
  else
    await pipeToStandardOutput(body).catch((error: unknown) => {
      throw cut(error)
    })
  return bytes
}

const toFile = async (body: AsyncIterable<Uint8Array>, file: string): Promise<void> => {
  const current = await stat(file).catch(() => undefined)
  if (current?.isDirectory() === true) throw new CommandFailed(fileErrorText(file, { code: 'EISDIR' }))
  const isPlain = current === undefined || current.isFile()
  const draft = isPlain ? path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`) : file
  try {
    await pipeline(Readable.from(body), createWriteStream(draft))
    if (isPlain) await rename(draft, file)
  } catch (error) {
    if (isPlain) await rm(draft, { force: true })
    const isOfFile = namedFileErrorText(error) !== undefined || NO_ROOM.includes(errorCode(error) ?? '')
    throw isOfFile ? new CommandFailed(writeErrorText(file, error), { cause: error }) : cut(error)
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EIO']

const cut = (error: unknown): CommandFailed =>
  new CommandFailed(`The download of the rows was interrupted: ${unreachableReason(error)}. Try again.`, {
    cause: error,
  })
