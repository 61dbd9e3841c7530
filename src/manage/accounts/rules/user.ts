import type { Organization } from '../../../access/rules/organization.ts'
import type { Role } from '../../../access/rules/role.ts'

export const USER_STATUSES = ['invited', 'active', 'suspended'] as const
/** `invited`: has no password yet, and is let in nowhere. */
export type UserStatus = (typeof USER_STATUSES)[number]

/** A person in an organization; who belongs to two is a user of each, with a number and a password of each. */
export interface User {
  readonly id: number
  readonly organizationId: number
  /** As `canonicalEmail` writes it. */
  readonly email: string
  /** The address that they are to have once they have read mail at it. */
  readonly pendingEmail?: string
  readonly name?: string
  readonly role: Role
  readonly status: UserStatus
  readonly emailVerified: boolean
  /** Whether a second factor is asked for at log-in. */
  readonly hasSecondFactor: boolean
  /** ISO 8601. */
  readonly createdAt: string
  readonly lastLoginAt?: string
}

/** At most so many people are in one organization. */
export const USERS_MAX = 10_000

/**
 * The current role of a user. Ownership is stored in one document, the organization, so that two concurrent requests
 * cannot both remove the last owner.
 */
export const roleOf = ({ id, role }: Pick<User, 'id' | 'role'>, { owners = [] }: Pick<Organization, 'owners'>): Role =>
  role === 'owner' && !owners.includes(id) ? 'admin' : role

/** Whether a user may log in: has accepted the invitation, is not suspended, and has a verified address. */
export const mayEnter = ({ status, emailVerified }: Pick<User, 'status' | 'emailVerified'>): boolean =>
  status === 'active' && emailVerified

/** The role that is shown: the assigned one for users who have not logged in yet. */
export const shownRole = (user: User, organization: Pick<Organization, 'owners'>): Role =>
  mayEnter(user) ? roleOf(user, organization) : user.role
