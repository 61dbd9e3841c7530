import { GivenFileUnusable, readGivenFile } from './read-given-file.ts'
import { fileVariable, SECRETS } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** One setting that is wrong, and what is wrong with it; never its value. */
export interface SettingMistake {
  readonly setting: string
  readonly message: string
}

export interface WithSecrets {
  /** The environment, with what the files hold under the names of the secrets. */
  readonly environment: Environment
  /** The files that secrets were taken from, by the names of the secrets. */
  readonly files: ReadonlyMap<string, string>
  readonly mistakes: readonly SettingMistake[]
  /** Secrets whose file is of no use, so that nothing further is to be said of them. */
  readonly unread: ReadonlySet<string>
}

/**
 * Reads the secrets that are given as files: `NAME_FILE` holds the path of a file that holds what `NAME` would, as Docker
 * and Kubernetes mount secrets. One line break at its end is left out: editors and `echo` write it.
 *
 * @param given the variables that are set and not empty
 */
export const withSecrets = (given: Environment): WithSecrets => {
  const files = new Map<string, string>()
  const values: Record<string, string> = {}
  const mistakes: SettingMistake[] = []
  const unread = new Set<string>()
  for (const secret of SECRETS) {
    const variable = fileVariable(secret)
    const file = given[variable]
    if (file === undefined) continue
    const read =
      given[secret] === undefined ? readSecret(file) : { mistake: `${secret} is set too; set only one of the two` }
    if ('mistake' in read) {
      mistakes.push({ setting: variable, message: read.mistake })
      unread.add(secret)
    } else {
      values[secret] = read.value
      files.set(secret, file)
    }
  }
  return { environment: { ...given, ...values }, files, mistakes, unread }
}

const readSecret = (file: string): { readonly value: string } | { readonly mistake: string } => {
  try {
    const value = readGivenFile(file).replace(/\r?\n$/, '')
    return value === '' ? { mistake: `${file} is empty` } : { value }
  } catch (error) {
    if (error instanceof GivenFileUnusable) return { mistake: error.message }
    throw error
  }
}
