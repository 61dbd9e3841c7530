import { execa } from 'execa'
import { coerce, gte } from 'semver'

/** The first version number in the output of a program; undefined if it cannot be run. @param after skips to this text */
export const programVersion = async (
  file: string,
  args: readonly string[],
  after = '',
): Promise<string | undefined> => {
  const { failed, all } = await execa(file, args, { reject: false, all: true, stdin: 'ignore', timeout: 20_000 })
  if (failed) return undefined
  const text = all.slice(Math.max(0, all.indexOf(after)))
  return /(?<![\d.])\d+(?:\.\d+)+/.exec(text)?.[0]
}

/** Whether a version, such as 17.0.9 or v24, is at least a minimum; missing parts count as 0. */
export const isAtLeast = (version: string, minimum: string): boolean => {
  const [have, need] = [coerce(version), coerce(minimum)]
  return have !== null && need !== null && gte(have, need)
}
