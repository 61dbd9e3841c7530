import type { Organization } from '../../access/rules/organization.ts'
import type { Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccessClaims } from './access-tokens.ts'
import type { AccountParts } from './account-parts.ts'
import { requireLoginAllowed } from './rules/login-allowed.ts'
import { roleOf, type User } from './rules/user.ts'

/** The user of an access token, with the user's current state. */
export interface Person {
  readonly user: User
  readonly role: Role
  readonly organization: Organization
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
  const own = { organizationId }
  const [user, session, organization] = await Promise.all([
    store.users.find(own, userId),
    store.portalSessions.find(own, sessionId),
    store.organizations.find(own),
  ])
  if (organization === undefined || user === undefined) throw new Problem('token_invalid')
  requireLoginAllowed(user, organization)
  if (session?.userId !== userId) throw new Problem('token_invalid')
  const { isCookieBased } = session
  return { user, role: roleOf(user, organization), organization, sessionId, isCookieBased }
}
