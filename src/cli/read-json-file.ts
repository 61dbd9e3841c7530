import { FileInvalid } from '../manage/written-files/written-file.ts'
import { parseJson } from './parse-json.ts'
import { readTextFile } from './read-text-file.ts'

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
