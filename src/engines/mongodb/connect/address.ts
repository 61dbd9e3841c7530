import { ConnectionString } from 'mongodb-connection-string-url'
import { decodedPart, invalidAddress } from '../../shared/connect/address-parts.ts'
import { type AddressOptions, readOptions } from './address-options.ts'

export const SCHEMES = ['mongodb:', 'mongodb+srv:'] as const

export interface MongoHost {
  /** A name or an IP address, without brackets. */
  readonly host: string
  readonly port: number
}

/** A parsed address; only the fields named here reach the driver. */
export interface MongoAddress extends AddressOptions {
  /** Empty if a DNS record names them. */
  readonly hosts: readonly MongoHost[]
  /** The name of that DNS record. */
  readonly srvName: string | undefined
  readonly user: string
  readonly password: string
  readonly database: string
}

const DEFAULT_PORT = 27_017
const HOSTS_MAX = 50

/**
 * Parses `mongodb://user:password@host:port,host:port/database?options` and `mongodb+srv://…`. Options that the service
 * decides are ignored; those that name files, sockets, proxies and programs are refused.
 *
 * @throws Problem `database_unreachable`, whose message says what is wrong and repeats nothing of the address
 */
export const addressOf = (text: string): MongoAddress => {
  const url = parseAddress(text)
  const database = decodedPart(url.pathname.slice(1))
  if (url.hash !== '') throw invalidAddress('Write # in a password as %23.')
  if (url.hosts.length > HOSTS_MAX) throw invalidAddress('The address names too many hosts.')
  if (!/^[^\0/\\. "$*<>:|?]{1,63}$/.test(database))
    throw invalidAddress('The address must end with the name of a database, before its options.')
  const [srvName = ''] = url.hosts
  if (url.isSRV && !/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+){1,20}$/u.test(srvName))
    throw invalidAddress('A mongodb+srv:// address names one host, without a port.')
  return {
    ...readOptions([...url.searchParams], { isSrv: url.isSRV, database }),
    hosts: url.isSRV ? [] : url.hosts.map(hostOf),
    srvName: url.isSRV ? srvName : undefined,
    user: decodedPart(url.username),
    password: decodedPart(url.password),
    database,
  }
}

/** @throws Problem `database_unreachable` */
export const hostOf = (text: string): MongoHost => {
  const [, bracketed, plain = '', port] =
    /^(?:\[([\da-f:.]{2,45})\]|([^:[\]]{1,255}))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = bracketed ?? decodedPart(plain)
  const number = port === undefined ? DEFAULT_PORT : Number(port)
  if (!/^[\p{L}\p{N}_.:-]{1,255}$/u.test(host) || number < 1 || number > 65_535)
    throw invalidAddress('Write each host of the address as host:port.')
  return { host, port: number }
}

/** Replaces the parser's messages, which may repeat its input. */
const parseAddress = (text: string): ConnectionString => {
  // The parser reports an upper-case scheme as another kind of error.
  const scheme = SCHEMES.find((known) => text.toLowerCase().startsWith(`${known}//`))
  try {
    if (scheme !== undefined) return new ConnectionString(scheme + text.slice(scheme.length))
  } catch {}
  throw invalidAddress(
    'Write the address as mongodb://user:password@host:port/database, with the characters :/?#[]@% of a user or password percent-encoded.',
  )
}
