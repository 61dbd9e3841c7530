import type { Role } from '../../../access/rules/role.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ProvidedIdentity } from './identity-provider.ts'

/** Roles that a provider can assign. It can neither make a user an owner nor change the role of an owner. */
export const PROVIDED_ROLES = ['admin', 'member'] as const satisfies readonly Role[]
export type ProvidedRole = (typeof PROVIDED_ROLES)[number]

/** The mapping of the values of a claim to roles. */
export interface RolesClaim {
  readonly claim: string
  readonly roles: readonly { readonly value: string; readonly role: ProvidedRole }[]
}

/** The configurable fields. The client secret is stored separately and never returned. */
export interface SsoFields {
  readonly enabled: boolean
  /** Whether only owners may log in with a password while SSO is enabled. */
  readonly required: boolean
  readonly issuer: string
  readonly clientId: string
  /** Domains of email addresses that may log in, in lower-case ASCII; absent: all. */
  readonly domains?: readonly string[] | undefined
  /** Whether a user account is created at the first login (just-in-time provisioning). */
  readonly provisioning: boolean
  /** The role of provisioned users, and of users without a matching value of the roles claim. */
  readonly defaultRole: ProvidedRole
  readonly rolesClaim?: RolesClaim | undefined
}

/** The SSO configuration of an organization. */
export interface SsoConfiguration extends SsoFields {
  readonly organizationId: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * Checks whether a user may log in with a password. Owners always may, so that an unavailable provider does not lock out the
 * organization.
 *
 * @param role the current role of the user
 * @throws Problem `sso_required`
 */
export const requirePasswordLogin = (
  role: Role,
  configuration: Pick<SsoConfiguration, 'enabled' | 'required' | 'organizationId'> | undefined,
): void => {
  if (role === 'owner' || !configuration?.enabled || !configuration.required) return
  const begin = `GET /api/v1/auth/sso?organization_id=${configuration.organizationId}`
  throw new Problem('sso_required', {
    message: `Users of this organization log in at its identity provider, not with a password: start with ${begin}.`,
  })
}

/**
 * Whether an email address may log in. Subdomains are not included: `shop.example` matches neither `eu.shop.example` nor
 * `notshop.example`.
 *
 * @param email as returned by `canonicalEmail`
 */
export const isDomainAllowed = (email: string, { domains }: Pick<SsoFields, 'domains'>): boolean =>
  domains === undefined || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Issuers of Google's ID tokens; both forms are documented. */
const GOOGLE: readonly string[] = ['https://accounts.google.com', 'accounts.google.com']

/**
 * Whether the domains allow an account of the provider. At Google anyone can have a personal account with a verified address of
 * their employer, also with tags, and keeps it after leaving: the claim `hd` contains the Workspace of an account, and personal
 * accounts lack it.
 *
 * @param claims of a verified ID token
 */
export const isHostAllowed = (
  { issuer, claims }: Pick<ProvidedIdentity, 'issuer' | 'claims'>,
  { domains }: Pick<SsoFields, 'domains'>,
): boolean => {
  if (domains === undefined || !GOOGLE.includes(issuer)) return true
  return Object.hasOwn(claims, 'hd') && typeof claims.hd === 'string' && domains.includes(claims.hd.toLowerCase())
}

/**
 * The highest role that the roles claim of an ID token maps to, or the default if no value matches.
 *
 * @returns undefined if the token lacks the claim
 */
export const providedRole = (
  claims: Readonly<Record<string, unknown>>,
  { claim, roles }: RolesClaim,
  defaultRole: ProvidedRole,
): ProvidedRole | undefined => {
  const claimed = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (claimed === undefined || claimed === null) return undefined
  const values: ReadonlySet<unknown> = new Set(Array.isArray(claimed) ? claimed : [claimed])
  const mapped = new Set(roles.filter(({ value }) => values.has(value)).map(({ role }) => role))
  return PROVIDED_ROLES.find((role) => mapped.has(role)) ?? defaultRole
}
