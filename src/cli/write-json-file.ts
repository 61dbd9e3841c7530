import { writeFile } from 'node:fs/promises'
import { CommandFailed } from './command-failed.ts'
import { writeTrouble } from './file-trouble.ts'

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
