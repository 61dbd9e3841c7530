import type { Problem } from '../../../platform/problems/problem.ts'
import { invalidAddress } from '../../shared/connect/address-parts.ts'

/** Which member of a replica set is read. */
export const READ_PREFERENCES = ['primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', 'nearest'] as const
export type MongoReadPreference = (typeof READ_PREFERENCES)[number]

const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable', 'snapshot'] as const
const MECHANISMS = ['SCRAM-SHA-1', 'SCRAM-SHA-256'] as const

export interface AddressOptions {
  readonly tls: MongoTls
  /** The database that knows the user. */
  readonly authSource: string
  /** Whether the address itself says so: a DNS record may say it otherwise. */
  readonly authSourceGiven: boolean
  /** Chosen by the server unless given. */
  readonly authMechanism: (typeof MECHANISMS)[number] | undefined
  readonly replicaSet: string | undefined
  readonly readPreference: MongoReadPreference
  readonly readConcern: (typeof READ_CONCERNS)[number] | undefined
  /** Whether the host of the address is read, whatever part it plays among others. */
  readonly direct: boolean
}

export interface MongoTls {
  readonly on: boolean
  /** Whether a certificate must be signed by an authority that this machine trusts. */
  readonly checkAuthority: boolean
  /** Whether a certificate must be for the host of the address. */
  readonly checkHost: boolean
}

/** What the service decides itself, whatever an address says; usual in addresses that are copied from elsewhere. */
const READ_OVER: ReadonlySet<string> = new Set(
  [
    ...['appName', 'compressors', 'connectTimeoutMS', 'heartbeatFrequencyMS', 'journal', 'localThresholdMS'],
    ...['maxConnecting', 'maxIdleTimeMS', 'maxPoolSize', 'minPoolSize', 'retryReads', 'retryWrites'],
    ...['serverMonitoringMode', 'serverSelectionTimeoutMS', 'serverSelectionTryOnce', 'socketTimeoutMS', 'timeoutMS'],
    ...['w', 'waitQueueTimeoutMS', 'wtimeoutMS', 'zlibCompressionLevel'],
  ].map((name) => name.toLowerCase()),
)

const KNOWN = [
  ...['authSource', 'authMechanism', 'directConnection', 'readConcernLevel', 'readPreference', 'replicaSet', 'ssl'],
  ...['tls', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames', 'tlsInsecure'],
] as const

/**
 * Reads the options of an address; upper and lower case are the same in their names.
 *
 * @throws Problem `database_unreachable`, which names what is wrong and no value
 */
export const readOptions = (
  pairs: readonly (readonly [string, string])[],
  { isSrv, database }: { readonly isSrv: boolean; readonly database: string },
): AddressOptions => {
  const given = new Map<(typeof KNOWN)[number], string>()
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase()
    const known = KNOWN.find((one) => one.toLowerCase() === lower)
    if (known === undefined && !READ_OVER.has(lower)) throw refused(name)
    if (known === undefined) continue
    if (given.has(known)) throw invalidAddress(`The address sets ${known} twice.`)
    given.set(known, value)
  }
  const flag = (name: (typeof KNOWN)[number], otherwise: boolean): boolean => {
    const value = given.get(name)
    return value === undefined ? otherwise : oneOf(name, value, ['true', 'false']) === 'true'
  }
  const choice = <Value extends string>(name: (typeof KNOWN)[number], values: readonly Value[]): Value | undefined => {
    const value = given.get(name)
    return value === undefined ? undefined : oneOf(name, value, values)
  }
  const on = flag('tls', flag('ssl', isSrv))
  if (flag('ssl', on) !== on) throw invalidAddress('tls and ssl are synonyms: use only one of them.')
  const insecure = flag('tlsInsecure', false)
  return {
    tls: {
      on,
      checkAuthority: !insecure && !flag('tlsAllowInvalidCertificates', false),
      checkHost: !insecure && !flag('tlsAllowInvalidHostnames', false) && !flag('tlsAllowInvalidCertificates', false),
    },
    authSource: nameOf('authSource', given.get('authSource') ?? database),
    authSourceGiven: given.has('authSource'),
    authMechanism: choice('authMechanism', MECHANISMS),
    replicaSet: given.has('replicaSet') ? nameOf('replicaSet', given.get('replicaSet')) : undefined,
    readPreference: choice('readPreference', READ_PREFERENCES) ?? 'secondaryPreferred',
    readConcern: choice('readConcernLevel', READ_CONCERNS),
    direct: flag('directConnection', false),
  }
}

/** A name that a server gives to a database or a replica set. */
export const nameOf = (option: string, name = ''): string => {
  if (!/^[^\0/\\. "$*<>:|?]{1,63}$/.test(name) && name !== '$external') throw invalidAddress(`${option} is no name.`)
  return name
}

const oneOf = <Value extends string>(name: string, value: string, values: readonly Value[]): Value => {
  const found = values.find((known) => known === value)
  if (found === undefined) throw invalidAddress(`${name} is one of ${values.join(', ')}.`)
  return found
}

/** An option is repeated where it is a plain word; anything else could be a part of a password. */
const refused = (name: string): Problem =>
  invalidAddress(
    `Leave ${/^[a-z]{1,40}$/i.test(name) ? name : 'the other options'} out; an address may give ${KNOWN.join(', ')}.`,
  )
