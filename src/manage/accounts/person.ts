import type { Organization } from '../../access/rules/organization.ts'
import type { Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { AccessClaims } from './access-tokens.ts'
import type { AccountParts } from './account-parts.ts'
import { requireLoginAllowed } from './rules/login-allowed.ts'
import { roleOf, type User } from './rules/user.ts'

/** A user who may use the organization, with the user's current state. */
export interface ActiveUser {
  readonly user: User
  readonly role: Role
  readonly organization: Organization
}

/** The user of an access token. */
export interface Person extends ActiveUser {
  readonly sessionId: string
  /** Whether a browser keeps the refresh token of this session in a cookie. */
  readonly isCookieBased: boolean
}

/**
 * Loads the user of an access token. Nothing is cached, so a suspension or a new role applies from the next request on.
 * @throws Problem `token_invalid` if the session has ended; the problems of `requireLoginAllowed`
 */
export const personOf = async (
  { store }: Pick<AccountParts, 'store'>,
  { userId, organizationId, sessionId }: Omit<AccessClaims, 'role'>,
): Promise<Person> => {
  const [active, session] = await Promise.all([
    activeUser({ store }, { organizationId, userId }),
    store.portalSessions.find({ organizationId }, sessionId),
  ])
  if (session?.userId !== userId) throw new Problem('token_invalid')
  const { isCookieBased } = session
  return { ...active, sessionId, isCookieBased }
}

/** Loads a user. @throws Problem `token_invalid` if there is none; the problems of `requireLoginAllowed` */
export const activeUser = async (
  { store }: { readonly store: Pick<Store, 'users' | 'organizations'> },
  { userId, organizationId }: Pick<AccessClaims, 'userId' | 'organizationId'>,
): Promise<ActiveUser> => {
  const own = { organizationId }
  const [user, organization] = await Promise.all([store.users.find(own, userId), store.organizations.find(own)])
  if (organization === undefined || user === undefined) throw new Problem('token_invalid')
  requireLoginAllowed(user, organization)
  return { user, role: roleOf(user, organization), organization }
}
