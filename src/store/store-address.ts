import { ConnectionString } from 'mongodb-connection-string-url'
import { OperatorError } from '../platform/problems/operator-error.ts'

/** A member in a connection string: host and port, or the path of a Unix domain socket. */
type StoreHost = { readonly text: string } & (
  | { readonly host: string; readonly port: number }
  | { readonly path: string }
)

/** The location of a store from a connection string, without credentials. */
interface StoreAddress {
  /** Empty for `mongodb+srv`. */
  readonly hosts: readonly StoreHost[]
  /** The DNS record with the hosts (`mongodb+srv://`). */
  readonly srvRecord: string | undefined
  /** Decoded; undefined if absent. */
  readonly database: string | undefined
  /** For display: without user, password and options, which may contain secrets, too. */
  readonly shown: string
}

const FORM =
  'mongodb://user:password@host:27017,other:27017/database?options or mongodb+srv://…, ' +
  'with the characters :/?#[]@% of a user name or a password percent-encoded'

/** An invalid connection string. The message contains no part of it, because it may include a password. */
export class StoreAddressInvalid extends OperatorError {
  override readonly name = 'StoreAddressInvalid'

  /** The error and the expected format, without the name of the setting. */
  readonly advice: string

  constructor(reason = 'this is not a connection string') {
    const advice = `${reason}; use ${FORM}`
    super(`MONGODB_URI: ${advice}`)
    this.advice = advice
  }
}

/**
 * Parses a connection string with the driver's parser. No other code parses connection strings of the store.
 * @throws StoreAddressInvalid
 */
export const parseStoreAddress = (uri: string): StoreAddress => {
  const parsed = parse(uri)
  const [first = ''] = parsed.hosts
  const srvService = parsed.searchParams.get('srvServiceName') ?? 'mongodb'
  return {
    shown: `${parsed.protocol}//${parsed.hosts.join(',')}${parsed.pathname}`,
    hosts: parsed.isSRV ? [] : parsed.hosts.map(parseHost),
    srvRecord: parsed.isSRV ? `_${srvService}._tcp.${first}` : undefined,
    database: decode(parsed.pathname.slice(1)) || undefined,
  }
}

/**
 * Options that a connection string may not set. Decisions depend on reads (a claim, a revision, a name), so stale reads from
 * secondaries are not allowed; acknowledged writes must survive the loss of a member.
 */
const FORBIDDEN_OPTIONS = [
  'readPreference',
  'readPreferenceTags',
  'maxStalenessSeconds',
  'readConcernLevel',
  'w',
  'journal',
  'j',
  'fsync',
]

/**
 * The connection string and options for the driver.
 *
 * @param defaults options that the connection string may override
 * @returns the connection string without forbidden options, and the defaults that it does not override
 * @throws StoreAddressInvalid
 */
export const addressForDriver = <Options extends object>(
  uri: string,
  defaults: Options,
): { readonly uri: string; readonly options: Partial<Options> } => {
  const parsed = parse(uri)
  for (const name of FORBIDDEN_OPTIONS) while (parsed.searchParams.has(name)) parsed.searchParams.delete(name)
  const remaining = Object.entries(defaults).filter(([name]) => !parsed.searchParams.has(name))
  // The remaining options have the names and types of `Options`.
  const options: Partial<Options> = {}
  for (const [name, value] of remaining) Reflect.set(options, name, value)
  return { uri: parsed.href, options }
}

/** Hides the parser's messages, which may contain its input. */
const parse = (uri: string): ConnectionString => {
  try {
    return new ConnectionString(uri)
  } catch {
    throw new StoreAddressInvalid()
  }
}

const DEFAULT_PORT = 27_017

/** Parses a host like the driver: socket names end in `.sock`; anything else is a host with an optional port. */
const parseHost = (text: string): StoreHost => {
  if (text.endsWith('.sock')) return { text, path: decode(text) }
  const address = `tcp://${text}`
  const { hostname, port } = URL.canParse(address) ? new URL(address) : { hostname: '', port: '' }
  if (hostname === '' || port === '0') throw new StoreAddressInvalid('it contains an invalid host')
  return { text, host: decode(hostname).replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreAddressInvalid('it contains a % that does not start an escape')
  }
}
