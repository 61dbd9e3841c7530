import { decodedPart, invalidAddress } from './address-parts.ts'
import { parseAuthority } from './authority.ts'

/** A parsed server address; drivers interpret nothing in it. */
export interface ServerAddress {
  /** A name or an IP address, without brackets. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tls: TlsMode
  /** CA certificates in PEM; if absent, the service's default CAs apply. */
  readonly authority?: string
}

/**
 * PostgreSQL's `sslmode`: `disable` never encrypts, `prefer` encrypts if the server can, `require` always encrypts,
 * `verify-ca` also checks the CA, and `verify-full` the host name too.
 */
type TlsMode = (typeof TLS_MODES)[number]

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

export interface AddressForm {
  /** With the colon: `postgres:`. */
  readonly schemes: readonly string[]
  readonly defaultPort: number
}

/**
 * Parses `scheme://user:password@host:port/database?sslmode=…&sslrootcert=…`, where `sslrootcert` contains certificates
 * and never names a file. One host, and no other options: drivers accept options that name sockets, files and programs.
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
    throw invalidAddress(
      `An address may only have the options sslmode and sslrootcert: remove ${optionForMessage(other)}.`,
    )
  const authority = sslrootcert === undefined ? undefined : parseAuthority(sslrootcert)
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

/** Repeats an option only if it is a plain word; anything else may be part of a password. */
const optionForMessage = (option: string): string => (/^[a-z_-]{1,30}$/i.test(option) ? option : 'the others')

/** Defaults to `verify-full` with a CA. As in PostgreSQL, `require` with a CA means `verify-ca`. */
const tlsMode = (sslmode: string | undefined, authority: string | undefined): TlsMode => {
  const mode = TLS_MODES.find((valid) => valid === (sslmode ?? (authority === undefined ? 'prefer' : 'verify-full')))
  if (mode === undefined) throw invalidAddress(`sslmode is one of ${TLS_MODES.join(', ')}.`)
  if (authority === undefined) return mode
  if (mode === 'disable' || mode === 'prefer')
    throw invalidAddress(
      'With a certificate authority, sslmode must be verify-ca or verify-full: other modes do not check the certificate.',
    )
  return mode === 'require' ? 'verify-ca' : mode
}
