import type { Engine } from '../../engines/engine.ts'
import { engineFor, knownSchemes } from '../../engines/shared/connect/address-schemes.ts'
import { withAuthority } from '../../engines/shared/connect/authority.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import type { ConnectedAddress } from './open-database.ts'

/** An untrusted database address: a URL, or its parts. */
export type GivenAddress =
  | { readonly url: string; readonly connection?: undefined }
  | { readonly url?: undefined; readonly connection: ConnectionParts }

interface ConnectionParts {
  /** The URL scheme, before `://`. */
  readonly engine: string
  readonly host: string
  readonly port?: number | undefined
  readonly database: string
  readonly user?: string | undefined
  readonly password?: string | undefined
  readonly sslmode?: string | undefined
  /** CA certificate of the server, in PEM. */
  readonly ca?: string | undefined
}

/**
 * Validates the address of a database and finds its engine. Database files are local, so they are refused wherever
 * private addresses are.
 * @throws Problem `input_invalid`, `connection_rejected`; the address is not repeated in them
 */
export const givenAddress = (
  { url, connection }: GivenAddress,
  { engines, allowPrivateHosts }: { readonly engines: readonly Engine[]; readonly allowPrivateHosts: boolean },
): ConnectedAddress => {
  const address = url ?? addressOf(connection)
  const field = url === undefined ? 'connection.engine' : 'url'
  const engine = engineFor(address, engines)
  if (engine === undefined) throw invalidField(field, `must begin with one of ${knownSchemes(engines)}`)
  if (!engine.addresses.areFiles) return { engine, address }
  if (connection !== undefined) throw invalidField(field, 'is a file database: send its address as url')
  if (allowPrivateHosts) return { engine, address }
  const message = 'Database files on this machine are not allowed here.'
  throw new Problem('connection_rejected', { message, details: [{ field, message, code: 'CONNECTION_FAILED' }] })
}

const addressOf = ({ engine, host, port, database, user, password, sslmode, ca }: ConnectionParts): string => {
  const part = (text: string) => encodeURIComponent(text)
  const login = user === undefined ? '' : `${part(user)}${password === undefined ? '' : `:${part(password)}`}@`
  const name = host.includes(':') ? `[${host}]` : part(host)
  const options = sslmode === undefined ? '' : `?sslmode=${part(sslmode)}`
  const address = `${engine}://${login}${name}${port === undefined ? '' : `:${port}`}/${part(database)}${options}`
  if (ca === undefined) return address
  try {
    return withAuthority(address, ca)
  } catch (cause) {
    throw invalidField('connection.ca', 'does not contain a PEM certificate', 'VALIDATION_ERROR', cause)
  }
}
