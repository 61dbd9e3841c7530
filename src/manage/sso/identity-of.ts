import { ProviderFault } from './provider-fault.ts'
import type { ProvidedIdentity } from './rules/identity-provider.ts'

export type Claims = Readonly<Record<string, unknown>>

/** OpenID Connect Core, section 2. */
const SUBJECT_MAX = 255
/** UTF-16 units of an address and of a name; longer ones are none. */
const EMAIL_MAX = 320
const NAME_MAX = 256

/** What the library has verified, and where that says too little, what the userinfo endpoint says of the same subject. */
export interface Verified {
  readonly idToken: string
  readonly claims: Claims
  readonly userinfo: Claims
}

/**
 * Whom a provider has let in.
 * @throws ProviderFault `sso_missing_claims` without a subject or an e-mail address
 */
export const identityOf = ({ idToken, claims, userinfo }: Verified): ProvidedIdentity => {
  const { iss, sub } = claims
  if (typeof iss !== 'string') throw new ProviderFault('sso_invalid_token', 'no iss')
  if (typeof sub !== 'string' || sub === '') throw new ProviderFault('sso_missing_claims', 'no sub')
  if (sub.length > SUBJECT_MAX) throw new ProviderFault('sso_invalid_token', 'sub too long')
  // An address, and whether it was verified, are said in one place.
  const { email, email_verified } = hasEmail(claims) ? claims : userinfo
  if (typeof email !== 'string' || email === '' || email.length > EMAIL_MAX)
    throw new ProviderFault('sso_missing_claims', 'no email')
  const all = { ...userinfo, ...claims }
  const isNamed = typeof all.name === 'string' && all.name !== '' && all.name.length <= NAME_MAX
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: verified(email_verified),
    claims: all,
    idToken,
    ...(isNamed ? { name: String(all.name) } : {}),
  }
}

export const hasEmail = ({ email }: Claims): boolean => typeof email === 'string' && email !== ''

/** Some providers write it as text. What is neither is not taken for a yes. */
const verified = (said: unknown): boolean | undefined => (said === undefined ? said : said === true || said === 'true')
