import { access, constants, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FileInvalid } from '../manage/written-files/written-file.ts'
import { CommandFailed } from './command-failed.ts'
import { fileTrouble, writeTrouble } from './file-trouble.ts'
import { parseJson } from './parse-json.ts'

/**
 * What a file holds.
 *
 * @param bytesMax larger ones are not read
 * @throws CommandFailed that says what keeps it from being read
 */
export const readTextFile = async (file: string, bytesMax = Number.POSITIVE_INFINITY): Promise<string> => {
  try {
    const { size } = await stat(file)
    if (size <= bytesMax) return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(fileTrouble(file, error), { cause: error })
  }
  throw new CommandFailed(`${file} is larger than the maximum of ${Math.floor(bytesMax / 1024 / 1024)} MiB.`)
}

/**
 * What a JSON file holds.
 *
 * @param read makes of it what it should be
 * @param bytesMax larger ones are not read
 * @throws CommandFailed where it cannot be read; FileInvalid, with its name
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

/** A file for what is exported of a database, in the working directory: `shop.policy.json`. */
export const fileNamedAfter = (name: string, ending: string): string =>
  `${name.replace(/[^\w.-]+/g, '_')}.${ending}.json`

/** Writes a value as a JSON file for people to edit. @throws CommandFailed where it cannot be written */
export const writeJsonFile = async (file: string, value: unknown): Promise<void> => {
  try {
    await writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`)
  } catch (error) {
    throw new CommandFailed(writeTrouble(file, error), { cause: error })
  }
}

/** Looks whether there is a folder for a file, before work begins whose result it is to take. @throws CommandFailed */
export const mayWrite = async (file: string): Promise<void> => {
  try {
    await access(path.dirname(path.resolve(file)), constants.W_OK)
  } catch (error) {
    throw new CommandFailed(writeTrouble(file, error), { cause: error })
  }
}
