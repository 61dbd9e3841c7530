import { readSettingFile, SettingFileUnusable } from './read-setting-file.ts'
import { fileVariable, SECRETS } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A mistake in a setting, without its value. */
export interface SettingMistake {
  readonly setting: string
  readonly message: string
}

export interface WithSecrets {
  /** The environment with the contents of the files as values of the secrets. */
  readonly environment: Environment
  /** Files of secrets, by the name of the secret. */
  readonly files: ReadonlyMap<string, string>
  readonly mistakes: readonly SettingMistake[]
  /** Secrets with an unusable file, for which no further mistakes are reported. */
  readonly unreadable: ReadonlySet<string>
}

/**
 * Reads secrets from files, as mounted by Docker and Kubernetes: `NAME_FILE` contains the path of a file with the value of `NAME`.
 * One trailing line break, as written by editors and `echo`, is removed.
 *
 * @param given the variables that are set and not empty
 */
export const withSecrets = (given: Environment): WithSecrets => {
  const files = new Map<string, string>()
  const values: Record<string, string> = {}
  const mistakes: SettingMistake[] = []
  const unreadable = new Set<string>()
  for (const secret of SECRETS) {
    const variable = fileVariable(secret)
    const file = given[variable]
    if (file === undefined) continue
    const read =
      given[secret] === undefined ? readSecret(file) : { mistake: `${secret} is set too; set only one of the two` }
    if ('mistake' in read) {
      mistakes.push({ setting: variable, message: read.mistake })
      unreadable.add(secret)
    } else {
      values[secret] = read.value
      files.set(secret, file)
    }
  }
  return { environment: { ...given, ...values }, files, mistakes, unreadable }
}

const readSecret = (file: string): { readonly value: string } | { readonly mistake: string } => {
  try {
    const value = readSettingFile(file).replace(/\r?\n$/, '')
    return value === '' ? { mistake: `${file} is empty` } : { value }
  } catch (error) {
    if (error instanceof SettingFileUnusable) return { mistake: error.message }
    throw error
  }
}
