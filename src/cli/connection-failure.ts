import { stat } from 'node:fs/promises'
import type { Engine } from '../engines/engine.ts'
import { Problem, type ProblemName, problemRow } from '../platform/problems/problem.ts'
import { CommandFailed } from './command-failed.ts'
import { fileErrorText } from './file-error-text.ts'

/**
 * Names the file or host of a connection error, for the user who has given the address. Shows no other part of the address.
 *
 * @returns the given error if it is no connection error, or the address has no host
 */
export const connectionFailure = async (
  { engine, address }: { readonly engine: Pick<Engine, 'addresses'>; readonly address: string },
  error: unknown,
): Promise<unknown> => {
  if (!(error instanceof Problem) || !UNREACHED.has(error.problem)) return error
  const code = error.details[0]?.code ?? problemRow(error.problem).errorCode
  const text = engine.addresses.areFiles ? await inFile(fileOf(address)) : atHosts(address, error.message)
  return text === undefined ? error : new CommandFailed(`${text} (${code})`, { cause: error })
}

const UNREACHED: ReadonlySet<ProblemName> = new Set([
  'connection_rejected',
  'database_connect_timeout',
  'database_login_failed',
  'database_unreachable',
])

/** The path in `sqlite:/path` and `sqlite:///path`. */
const fileOf = (address: string): string => address.replace(/^[a-z]+:(?:\/\/(?=\/))?/i, '')

const inFile = async (file: string): Promise<string> => {
  try {
    if ((await stat(file)).isFile()) return `${file} is not a readable database, or you have no permission to read it.`
    return fileErrorText(file, { code: 'EISDIR' })
  } catch (cause) {
    return fileErrorText(file, cause)
  }
}

const atHosts = (address: string, message: string): string | undefined => {
  const [, hosts] = /^[a-z+]+:\/\/(?:[^/?#]*@)?([^/?#@]+)/i.exec(address) ?? []
  return hosts === undefined ? undefined : `${message} Address: ${hosts}.`
}
