import { execa } from 'execa'

/** First version number in what a program says about itself; undefined when it cannot be run. */
export const versionSaidBy = async (file: string, args: readonly string[], after = ''): Promise<string | undefined> => {
  const { failed, all } = await execa(file, args, { reject: false, all: true, stdin: 'ignore', timeout: 20_000 })
  if (failed) return undefined
  const text = all.slice(Math.max(0, all.indexOf(after)))
  return /\d+(\.\d+)+/.exec(text)?.[0]
}

/** Whether a version is at least another one, number by number. */
export const isAtLeast = (version: string, minimum: string): boolean => {
  const [have, need] = [version, minimum].map((text) => text.split('.').map(Number))
  for (const [index, wanted] of (need ?? []).entries()) {
    const part = have?.[index] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}
