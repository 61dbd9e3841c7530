import { writeFile } from 'node:fs/promises'
import { CommandFailed } from './command-failed.ts'
import { writeTrouble } from './file-trouble.ts'

/** Writes a value as a JSON file for people to edit. @throws CommandFailed where it cannot be written */
export const writeJsonFile = async (file: string, value: unknown): Promise<void> => {
  try {
    await writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`)
  } catch (error) {
    throw new CommandFailed(writeTrouble(file, error), { cause: error })
  }
}
