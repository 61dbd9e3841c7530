import type { Organization } from '../../../access/rules/organization.ts'
import type { Role } from '../../../access/rules/role.ts'

export const USER_STATUSES = ['invited', 'active', 'suspended'] as const
/** `invited`: has no password yet and cannot log in. */
export type UserStatus = (typeof USER_STATUSES)[number]

/** A user of one organization. A member of two organizations is two users, each with its own id and password. */
export interface User {
  readonly id: number
  readonly organizationId: number
  /** As `canonicalEmail` writes it. */
  readonly email: string
  /** A new address that the user has not verified yet. */
  readonly pendingEmail?: string
  readonly name?: string
  readonly role: Role
  readonly status: UserStatus
  readonly emailVerified: boolean
  /** Whether a second factor is required at login. */
  readonly hasSecondFactor: boolean
  /** ISO 8601. */
  readonly createdAt: string
  readonly lastLoginAt?: string
}

/** Maximum users per organization. */
export const USERS_MAX = 10_000

/**
 * The current role. Ownership is stored in the organization alone, so that two concurrent requests cannot both remove
 * the last owner.
 */
export const roleOf = ({ id, role }: Pick<User, 'id' | 'role'>, { owners = [] }: Pick<Organization, 'owners'>): Role =>
  role === 'owner' && !owners.includes(id) ? 'admin' : role

/** Whether a user may log in: accepted, not suspended, with a verified address. */
export const canLogIn = ({ status, emailVerified }: Pick<User, 'status' | 'emailVerified'>): boolean =>
  status === 'active' && emailVerified

/** The role to display: the assigned role until the user can log in. */
export const displayedRole = (user: User, organization: Pick<Organization, 'owners'>): Role =>
  canLogIn(user) ? roleOf(user, organization) : user.role
