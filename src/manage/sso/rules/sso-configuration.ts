import type { Role } from '../../../access/rules/role.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ProvidedIdentity } from './identity-provider.ts'

/** Roles that somebody may have by what a provider says of them: nobody becomes an owner by that, and no owner anything else. */
export const PROVIDED_ROLES = ['admin', 'member'] as const satisfies readonly Role[]
export type ProvidedRole = (typeof PROVIDED_ROLES)[number]

/** Which roles come of which values of a claim. */
export interface RolesClaim {
  readonly claim: string
  readonly roles: readonly { readonly value: string; readonly role: ProvidedRole }[]
}

/** What an owner says of the organization's identity provider; its client secret is kept apart and shown to nobody. */
export interface SsoFields {
  readonly enabled: boolean
  /** Whether a password lets in owners alone, as long as it is enabled. */
  readonly required: boolean
  readonly issuer: string
  readonly clientId: string
  /** Of addresses that may log in, in small ASCII letters; absent: all. */
  readonly domains?: readonly string[] | undefined
  /** Whether somebody whom nobody has added becomes a user by logging in. */
  readonly provisioning: boolean
  /** Of those who are added so, and of whom no value of the claim says a role. */
  readonly defaultRole: ProvidedRole
  readonly rolesClaim?: RolesClaim | undefined
}

/** How an organization's people log in at its identity provider. */
export interface SsoConfiguration extends SsoFields {
  readonly organizationId: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * Decides whether a password lets somebody in. Owners it always does: a provider that is gone locks no organization out.
 *
 * @param role what they are at this moment
 * @throws Problem `sso_required`
 */
export const requirePasswordIsEnough = (
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
 * Whether an address may log in. A domain is meant by itself: `shop.example` is neither `eu.shop.example` nor
 * `notshop.example`.
 *
 * @param email as `canonicalEmail` writes it
 */
export const isDomainAllowed = (email: string, { domains }: Pick<SsoFields, 'domains'>): boolean =>
  domains === undefined || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** As Google's ID tokens name it; both are said to occur. */
const GOOGLE: readonly string[] = ['https://accounts.google.com', 'accounts.google.com']

/**
 * Whether whose account it is at the provider may log in. At Google anybody may have an account with an address of their
 * organization's, tags included, and keeps it, verified, when they are gone: `hd` says which Workspace an account is of, and
 * personal ones have none.
 *
 * @param claims of an ID token that was verified
 */
export const isHostAllowed = (
  { issuer, claims }: Pick<ProvidedIdentity, 'issuer' | 'claims'>,
  { domains }: Pick<SsoFields, 'domains'>,
): boolean => {
  if (domains === undefined || !GOOGLE.includes(issuer)) return true
  return Object.hasOwn(claims, 'hd') && typeof claims.hd === 'string' && domains.includes(claims.hd.toLowerCase())
}

/**
 * The role that an ID token gives: the highest of those that its values stand for, and the default where they stand for none.
 *
 * @returns undefined where the token lacks the claim
 */
export const providedRole = (
  claims: Readonly<Record<string, unknown>>,
  { claim, roles }: RolesClaim,
  defaultRole: ProvidedRole,
): ProvidedRole | undefined => {
  const said = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (said === undefined || said === null) return undefined
  const values: ReadonlySet<unknown> = new Set(Array.isArray(said) ? said : [said])
  const given = new Set(roles.filter(({ value }) => values.has(value)).map(({ role }) => role))
  return PROVIDED_ROLES.find((role) => given.has(role)) ?? defaultRole
}
