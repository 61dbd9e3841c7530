import { type AddressKind, addressFault } from '../../platform/values/address-fault.ts'

const SAID = 'must not contain a user, ? or #'

/**
 * Scheme, host, and a port and a path where there are any (OpenID Connect Core, section 2). Providers with the longest have some
 * two hundred characters.
 */
const ISSUER: AddressKind = {
  lengthMax: 1_000,
  isCompared: true,
  says: { user: SAID, fragment: SAID, query: SAID },
}

/** What is wrong with the address of an issuer, as `addressFault` says it. */
export const issuerFault = (text: string, allowPrivate: boolean): string | undefined =>
  addressFault(text, ISSUER, allowPrivate)
