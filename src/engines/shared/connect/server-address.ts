import { decodedPart, invalidAddress } from './address-parts.ts'
import { authorityIn } from './authority.ts'

/** How to reach one database of a server; nothing in it is interpreted by a driver. */
export interface ServerAddress {
  /** A name or an IP address, without brackets. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tls: TlsMode
  /** Who signs certificates that are believed, in PEM; absent where those do that this service knows. */
  readonly authority?: string
}

/**
 * As PostgreSQL's `sslmode`: `disable` never encrypts, `prefer` encrypts where the server can, `require` insists on it,
 * `verify-ca` also checks who signed the certificate, and `verify-full` for which host.
 */
export type TlsMode = (typeof TLS_MODES)[number]

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

export interface AddressForm {
  /** With the colon: `postgres:`. */
  readonly schemes: readonly string[]
  readonly defaultPort: number
}

/**
 * Reads `scheme://user:password@host:port/database?sslmode=…&sslrootcert=…`, where the last holds certificates and never
 * names a file. One host, and no other option: drivers take options that name sockets, files and programs.
 *
 * @throws Problem `database_unreachable`, whose message says what is wrong and repeats nothing of the address
 */
export const serverAddress = (text: string, { schemes, defaultPort }: AddressForm): ServerAddress => {
  const url = URL.parse(text)
  if (url === null || !schemes.includes(url.protocol) || !text.startsWith(`${url.protocol}//`))
    throw invalidAddress(`Write the address as ${schemes[0]}//user:password@host:port/database.`)
  const host = decodedPart(url.hostname).replace(/^\[(.*)\]$/, '$1')
  const database = decodedPart(url.pathname.slice(1))
  if (!/^[\p{L}\p{N}_.:-]{1,255}$/u.test(host)) throw invalidAddress('The address must name one host.')
  if (database === '' || /[\0/]/.test(database))
    throw invalidAddress('The address must end with the name of a database.')
  if (url.hash !== '') throw invalidAddress('Write # in a password as %23.')
  const { sslmode, sslrootcert, ...others } = Object.fromEntries(url.searchParams)
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw invalidAddress(`An address may only have the options sslmode and sslrootcert: remove ${named(other)}.`)
  const authority = sslrootcert === undefined ? undefined : authorityIn(sslrootcert)
  return {
    host,
    database,
    tls: tlsMode(sslmode, authority),
    ...(authority === undefined ? {} : { authority }),
    port: url.port === '' ? defaultPort : Number(url.port),
    user: decodedPart(url.username),
    password: decodedPart(url.password),
  }
}

/** An option is repeated where it is a plain word; anything else could be a part of a password. */
const named = (option: string): string => (/^[a-z_-]{1,30}$/i.test(option) ? option : 'the others')

/** Who names an authority wants to be sure of the server. As in PostgreSQL, `require` then means `verify-ca`. */
const tlsMode = (written: string | undefined, authority: string | undefined): TlsMode => {
  const mode = TLS_MODES.find((known) => known === (written ?? (authority === undefined ? 'prefer' : 'verify-full')))
  if (mode === undefined) throw invalidAddress(`sslmode is one of ${TLS_MODES.join(', ')}.`)
  if (authority === undefined) return mode
  if (mode === 'disable' || mode === 'prefer')
    throw invalidAddress(
      'With a certificate authority, sslmode must be verify-ca or verify-full: other modes do not check the certificate.',
    )
  return mode === 'require' ? 'verify-ca' : mode
}
