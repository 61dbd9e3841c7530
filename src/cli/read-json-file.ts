import { readFile } from 'node:fs/promises'
import { FileInvalid, parseJson } from '../policy-file.ts'
import { CommandFailed } from './command-failed.ts'

/**
 * What a JSON file holds.
 *
 * @param what it is, for whoever named another file
 * @param read makes of it what it should be
 * @throws CommandFailed where it cannot be read; FileInvalid, with its name
 */
export const readJsonFile = async <Value>(
  file: string,
  what: string,
  read: (value: unknown) => Value,
): Promise<Value> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The ${what} file ${file} cannot be read (${error.code ?? 'unknown'}).`, { cause: error })
  })
  try {
    return read(parseJson(text))
  } catch (error) {
    throw error instanceof FileInvalid ? new FileInvalid(`${file}: ${error.message}`, { cause: error }) : error
  }
}
