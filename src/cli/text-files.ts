import { access, constants, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FileInvalid } from '../manage/written-files/input-file.ts'
import { CommandFailed } from './command-failed.ts'
import { fileErrorText, writeErrorText } from './file-error-text.ts'
import { parseJson } from './parse-json.ts'

/**
 * Reads a text file.
 *
 * @param bytesMax larger files are refused
 * @throws CommandFailed that says why the file cannot be read
 */
export const readTextFile = async (file: string, bytesMax = Number.POSITIVE_INFINITY): Promise<string> => {
  try {
    const { size } = await stat(file)
    if (size <= bytesMax) return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(fileErrorText(file, error), { cause: error })
  }
  throw new CommandFailed(`${file} is larger than the maximum of ${Math.floor(bytesMax / 1024 / 1024)} MiB.`)
}

/**
 * Reads a JSON file.
 *
 * @param read validates the value
 * @param bytesMax larger files are refused
 * @throws CommandFailed if the file cannot be read; FileInvalid with the name of the file
 */
export const readJsonFile = async <Value>(
  file: string,
  read: (value: unknown) => Value,
  bytesMax?: number,
): Promise<Value> => {
  const text = await readTextFile(file, bytesMax)
  try {
    return read(parseJson(text))
  } catch (error) {
    throw error instanceof FileInvalid ? new FileInvalid(`${file}: ${error.message}`, { cause: error }) : error
  }
}

/** The default name of an exported file, such as `shop.policy.json`, in the working directory. */
export const fileNamedAfter = (name: string, ending: string): string =>
  `${name.replace(/[^\w.-]+/g, '_')}.${ending}.json`

/** Writes a value as an indented JSON file. @throws CommandFailed if it cannot be written */
export const writeJsonFile = async (file: string, value: unknown): Promise<void> => {
  try {
    await writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`)
  } catch (error) {
    throw new CommandFailed(writeErrorText(file, error), { cause: error })
  }
}

/** Checks that the folder of a file is writable, before work begins whose result it will hold. @throws CommandFailed */
export const mayWrite = async (file: string): Promise<void> => {
  try {
    await access(path.dirname(path.resolve(file)), constants.W_OK)
  } catch (error) {
    throw new CommandFailed(writeErrorText(file, error), { cause: error })
  }
}
