import { type UrlRules, urlFault } from '../../platform/values/url-fault.ts'

const MESSAGE = 'must not contain a user, ? or #'

/**
 * Scheme, host and optionally a port and a path (OpenID Connect Core, section 2). The longest known issuers have about 200
 * characters.
 */
const ISSUER: UrlRules = {
  lengthMax: 1_000,
  isCompared: true,
  messages: { user: MESSAGE, fragment: MESSAGE, query: MESSAGE },
}

/** The fault of an issuer URL; see `urlFault`. */
export const issuerFault = (text: string, allowPrivate: boolean): string | undefined =>
  urlFault(text, ISSUER, allowPrivate)
