import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'

/** Writes a file atomically that only its owner may read. */
export const writePrivate = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

/** @returns undefined when there is no such file */
export const readIfExists = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

/** Parses JSON; undefined if it is invalid, as in a file that was edited by hand. */
export const parseJsonOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
