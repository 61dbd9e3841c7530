import { readFile } from 'node:fs/promises'
import { CommandFailed } from './command-failed.ts'
import { fileTrouble } from './file-trouble.ts'

/** What a file holds. @throws CommandFailed that says what keeps it from being read */
export const readTextFile = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(fileTrouble(file, error), { cause: error })
  }
}
