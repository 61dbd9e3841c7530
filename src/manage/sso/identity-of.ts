import { ProviderFault } from './provider-fault.ts'
import type { ProvidedIdentity } from './rules/identity-provider.ts'

export type Claims = Readonly<Record<string, unknown>>

/** OpenID Connect Core, section 2. */
const SUBJECT_MAX = 255
/** Maximum lengths of an email address and a name, in UTF-16 code units; longer ones are ignored. */
const EMAIL_MAX = 320
const NAME_MAX = 256

/** Claims of a verified ID token and, if those are insufficient, of the userinfo endpoint for the same subject. */
interface VerifiedClaims {
  readonly idToken: string
  readonly claims: Claims
  readonly userinfo: Claims
}

/**
 * The identity of the user who logged in.
 * @throws ProviderFault `sso_missing_claims` without a subject or an email address
 */
export const identityOf = ({ idToken, claims, userinfo }: VerifiedClaims): ProvidedIdentity => {
  const { iss, sub } = claims
  if (typeof iss !== 'string') throw new ProviderFault('sso_invalid_token', 'no iss')
  if (typeof sub !== 'string' || sub === '') throw new ProviderFault('sso_missing_claims', 'no sub')
  if (sub.length > SUBJECT_MAX) throw new ProviderFault('sso_invalid_token', 'sub too long')
  // Both claims must come from the same source.
  const { email, email_verified } = hasEmail(claims) ? claims : userinfo
  if (typeof email !== 'string' || email === '' || email.length > EMAIL_MAX)
    throw new ProviderFault('sso_missing_claims', 'no email')
  const all = { ...userinfo, ...claims }
  const hasName = typeof all.name === 'string' && all.name !== '' && all.name.length <= NAME_MAX
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: isVerified(email_verified),
    claims: all,
    idToken,
    ...(hasName ? { name: String(all.name) } : {}),
  }
}

export const hasEmail = ({ email }: Claims): boolean => typeof email === 'string' && email !== ''

/** Some providers send a string. Any other value counts as not verified. */
const isVerified = (claim: unknown): boolean | undefined =>
  claim === undefined ? claim : claim === true || claim === 'true'
