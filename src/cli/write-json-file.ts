import { access, constants, writeFile } from 'node:fs/promises'
import path from 'node:path'
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

/** Looks whether there is a folder for a file, before work begins whose result it is to take. @throws CommandFailed */
export const mayWrite = async (file: string): Promise<void> => {
  try {
    await access(path.dirname(path.resolve(file)), constants.W_OK)
  } catch (error) {
    throw new CommandFailed(writeTrouble(file, error), { cause: error })
  }
}
