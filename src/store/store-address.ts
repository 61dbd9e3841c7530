import { ConnectionString } from 'mongodb-connection-string-url'
import { Mendable } from '../platform/problems/mendable.ts'

/** One member of a store, as its address names it: a port of a host, or a socket in the file system. */
export type StoreHost = { readonly text: string } & (
  | { readonly host: string; readonly port: number }
  | { readonly path: string }
)

/** What a connection string says about where a store is; never who may use it. */
export interface StoreAddress {
  /** Empty where a DNS record names them. */
  readonly hosts: readonly StoreHost[]
  /** The DNS record that names the hosts (`mongodb+srv://`). */
  readonly srvRecord: string | undefined
  /** Decoded; undefined where the address names none. */
  readonly database: string | undefined
  /** Fit to be shown: without user, password and options, which may hold secrets too. */
  readonly shown: string
}

const FORM =
  'mongodb://user:password@host:27017,other:27017/database?options or mongodb+srv://…, ' +
  'with the characters :/?#[]@% of a user name or a password percent-encoded'

/** The text is no address of a store. The message never holds any of it: it may contain a password. */
export class StoreAddressInvalid extends Mendable {
  override readonly name = 'StoreAddressInvalid'

  /** What is wrong and what is right, without the setting's name. */
  readonly advice: string

  constructor(reason = 'this is not a connection string') {
    const advice = `${reason}; use ${FORM}`
    super(`MONGODB_URI: ${advice}`)
    this.advice = advice
  }
}

/**
 * Takes a connection string apart with the driver's own parser; nothing else in the house does.
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
 * What an address may not decide. Every read may be what a decision rests on (a claim, an epoch, a name), and what a
 * member that lags behind says is old; what was acknowledged has to outlive the member that took it.
 */
const NOT_ITS_TO_SAY = [
  ...['readPreference', 'readPreferenceTags', 'maxStalenessSeconds', 'readConcernLevel'],
  ...['w', 'journal', 'j', 'fsync'],
]

/**
 * The address as the driver gets it.
 *
 * @param defaults options that hold where the address names no other
 * @returns it without what it may not decide, and the defaults that it leaves
 * @throws StoreAddressInvalid
 */
export const addressForDriver = <Options extends object>(
  uri: string,
  defaults: Options,
): { readonly uri: string; readonly options: Partial<Options> } => {
  const parsed = parse(uri)
  for (const name of NOT_ITS_TO_SAY) while (parsed.searchParams.has(name)) parsed.searchParams.delete(name)
  const left = Object.entries(defaults).filter(([name]) => !parsed.searchParams.has(name))
  // What is left are options of the same names and types.
  const options: Partial<Options> = {}
  for (const [name, value] of left) Reflect.set(options, name, value)
  return { uri: parsed.href, options }
}

/** The parser's own messages may repeat what it was given. */
const parse = (uri: string): ConnectionString => {
  try {
    return new ConnectionString(uri)
  } catch {
    throw new StoreAddressInvalid()
  }
}

const DEFAULT_PORT = 27_017

/** As the driver reads a host: the name of a socket ends in `.sock`, anything else is a host with or without a port. */
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
