import type { Problem } from '../../../platform/problems/problem.ts'
import { invalidAddress } from '../../shared/connect/address-parts.ts'

/** Which member of a replica set is read. */
const READ_PREFERENCES = ['primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', 'nearest'] as const
export type MongoReadPreference = (typeof READ_PREFERENCES)[number]

const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable', 'snapshot'] as const
const MECHANISMS = ['SCRAM-SHA-1', 'SCRAM-SHA-256'] as const

export interface AddressOptions {
  readonly tls: MongoTls
  /** The database in which the user is defined. */
  readonly authSource: string
  /** Whether the address sets it; otherwise a DNS record may. */
  readonly authSourceGiven: boolean
  /** If absent, the server chooses. */
  readonly authMechanism: (typeof MECHANISMS)[number] | undefined
  readonly replicaSet: string | undefined
  readonly readPreference: MongoReadPreference
  readonly readConcern: (typeof READ_CONCERNS)[number] | undefined
  /** Whether the address's host is read regardless of its role in the replica set. */
  readonly direct: boolean
}

export interface MongoTls {
  readonly isEnabled: boolean
  /** Whether the certificate must be signed by a trusted authority. */
  readonly checkAuthority: boolean
  /** Whether the certificate must match the address's host. */
  readonly checkHost: boolean
}

/** Options that are ignored, because the service decides them; they are common in copied addresses. */
const IGNORED: ReadonlySet<string> = new Set(
  [
    'appName',
    'compressors',
    'connectTimeoutMS',
    'heartbeatFrequencyMS',
    'journal',
    'localThresholdMS',
    'maxConnecting',
    'maxIdleTimeMS',
    'maxPoolSize',
    'minPoolSize',
    'retryReads',
    'retryWrites',
    'serverMonitoringMode',
    'serverSelectionTimeoutMS',
    'serverSelectionTryOnce',
    'socketTimeoutMS',
    'timeoutMS',
    'w',
    'waitQueueTimeoutMS',
    'wtimeoutMS',
    'zlibCompressionLevel',
  ].map((name) => name.toLowerCase()),
)

const KNOWN = [
  'authSource',
  'authMechanism',
  'directConnection',
  'readConcernLevel',
  'readPreference',
  'replicaSet',
  'ssl',
  'tls',
  'tlsAllowInvalidCertificates',
  'tlsAllowInvalidHostnames',
  'tlsInsecure',
] as const

/**
 * Parses the options of an address; names are case-insensitive.
 *
 * @throws Problem `database_unreachable`, which says what is wrong and repeats no value
 */
export const readOptions = (
  pairs: readonly (readonly [string, string])[],
  { isSrv, database }: { readonly isSrv: boolean; readonly database: string },
): AddressOptions => {
  const given = new Map<(typeof KNOWN)[number], string>()
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase()
    const known = KNOWN.find((one) => one.toLowerCase() === lower)
    if (known === undefined && !IGNORED.has(lower)) throw unknownOption(name)
    if (known === undefined) continue
    if (given.has(known)) throw invalidAddress(`The address sets ${known} twice.`)
    given.set(known, value)
  }
  const readFlag = (name: (typeof KNOWN)[number], defaultValue: boolean): boolean => {
    const value = given.get(name)
    return value === undefined ? defaultValue : oneOf(name, value, ['true', 'false']) === 'true'
  }
  const readChoice = <Value extends string>(
    name: (typeof KNOWN)[number],
    values: readonly Value[],
  ): Value | undefined => {
    const value = given.get(name)
    return value === undefined ? undefined : oneOf(name, value, values)
  }
  const isEnabled = readFlag('tls', readFlag('ssl', isSrv))
  if (readFlag('ssl', isEnabled) !== isEnabled) throw invalidAddress('tls and ssl are synonyms: use only one of them.')
  const insecure = readFlag('tlsInsecure', false)
  return {
    tls: {
      isEnabled,
      checkAuthority: !insecure && !readFlag('tlsAllowInvalidCertificates', false),
      checkHost:
        !insecure && !readFlag('tlsAllowInvalidHostnames', false) && !readFlag('tlsAllowInvalidCertificates', false),
    },
    authSource: nameOf('authSource', given.get('authSource') ?? database),
    authSourceGiven: given.has('authSource'),
    authMechanism: readChoice('authMechanism', MECHANISMS),
    replicaSet: given.has('replicaSet') ? nameOf('replicaSet', given.get('replicaSet')) : undefined,
    readPreference: readChoice('readPreference', READ_PREFERENCES) ?? 'secondaryPreferred',
    readConcern: readChoice('readConcernLevel', READ_CONCERNS),
    direct: readFlag('directConnection', false),
  }
}

/** A name of a database or replica set. */
export const nameOf = (option: string, name = ''): string => {
  if (!/^[^\0/\\. "$*<>:|?]{1,63}$/.test(name) && name !== '$external') throw invalidAddress(`${option} is no name.`)
  return name
}

const oneOf = <Value extends string>(name: string, value: string, values: readonly Value[]): Value => {
  const found = values.find((known) => known === value)
  if (found === undefined) throw invalidAddress(`${name} is one of ${values.join(', ')}.`)
  return found
}

/** Repeats an option only if it is a plain word; anything else may be part of a password. */
const unknownOption = (name: string): Problem =>
  invalidAddress(
    `Leave ${/^[a-z]{1,40}$/i.test(name) ? name : 'the other options'} out; an address may give ${KNOWN.join(', ')}.`,
  )
