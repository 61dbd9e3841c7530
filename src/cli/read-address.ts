import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import type { Engine } from '../engines/engine.ts'
import { absoluteAddress, engineFor, knownSchemes } from '../engines/shared/connect/address-schemes.ts'
import { withAuthority } from '../engines/shared/connect/authority.ts'
import type { ConnectedAddress } from '../manage/databases/open-database.ts'
import { CommandFailed } from './command-failed.ts'
import { readTextFile } from './text-files.ts'

/**
 * The connection URL of a database and its engine: from the option, from standard input if the option is `-`, or from
 * TABLETALK_DATABASE_URL. The last two keep passwords out of the shell history and process lists.
 *
 * @param authorityFile PEM file of the CA that signed the certificate of the server
 * @throws CommandFailed, whose message contains no part of the URL
 */
export const readAddress = async (
  url: string | undefined,
  engines: readonly Engine[],
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  authorityFile?: string,
): Promise<ConnectedAddress> => {
  const given = (url === '-' ? await text(process.stdin) : (url ?? databaseUrl))?.trim()
  if (given === undefined || given === '')
    throw new CommandFailed(
      'Give the connection URL with --url, on standard input with --url -, in TABLETALK_DATABASE_URL, or in a file named by TABLETALK_DATABASE_URL_FILE.',
    )
  const engine = engineFor(given, engines)
  if (engine === undefined)
    throw new CommandFailed(
      `Unknown connection URL scheme. A connection URL starts with one of: ${knownSchemes(engines)}`,
    )
  const address = absoluteAddress(given, engine, process.cwd())
  if (authorityFile === undefined) return { engine, address }
  if (engine.addresses.areFiles) throw new CommandFailed('A database file has no certificate: remove --ca.')
  return { engine, address: await signedBy(address, authorityFile) }
}

/** Adds the certificates to the URL, and is encrypted with it: the service may run on a host without the file. */
const signedBy = async (address: string, file: string): Promise<string> => {
  if (/[?&]sslrootcert=/.test(address))
    throw new CommandFailed('The connection URL already names a CA certificate: remove --ca.')
  const pem = await readTextFile(file)
  try {
    return withAuthority(address, pem)
  } catch {
    throw new CommandFailed(`${file} contains no PEM certificate, which starts with -----BEGIN CERTIFICATE-----`)
  }
}
