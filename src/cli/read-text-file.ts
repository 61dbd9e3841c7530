import { readFile, stat } from 'node:fs/promises'
import { CommandFailed } from './command-failed.ts'
import { fileTrouble } from './file-trouble.ts'

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
