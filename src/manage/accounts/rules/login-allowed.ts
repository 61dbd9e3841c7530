import { requireActive } from '../../../access/rules/admit.ts'
import type { Organization } from '../../../access/rules/organization.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { User } from './user.ts'

/**
 * Checks that an authenticated user may use the organization: at login, refresh, and each request.
 * @throws Problem `organization_suspended`, `organization_inactive`, `account_suspended`, `email_not_verified`
 */
export const requireLoginAllowed = (
  { status, emailVerified }: Pick<User, 'status' | 'emailVerified'>,
  organization: Pick<Organization, 'status'>,
): void => {
  requireActive(organization)
  if (status !== 'active') throw new Problem('account_suspended')
  if (!emailVerified) throw new Problem('email_not_verified')
}
