import { v7 as uuidv7 } from 'uuid'
import type { Organization } from '../../access/rules/organization.ts'
import type { Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { beginDueMail, dueMail } from './due-mails.ts'
import { countMails, mailThrottleKey } from './mail-counts.ts'
import { requireManageableUser, requireMayGrantRole, requireUser, type UserManager } from './managed-user.ts'
import { endOwnership, reconcileOwner } from './ownership.ts'
import { roleOf, USERS_MAX, type User } from './rules/user.ts'
import type { UserChange } from './store/users.ts'

interface UserRequest {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  /** Absent: the user is invited and chooses one. */
  readonly password?: string | undefined
  /** Whether the manager vouches for the address. */
  readonly isVerified?: boolean
  /** Idempotency key: adding with the same key again returns the existing user. */
  readonly madeAs?: string
}

/** Changes of a user; absent fields stay unchanged. */
interface UserPatch {
  readonly name?: string | null | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'suspended' | undefined
}

/** Performs the write between the two writes of its audit entry. */
type Audited = <Value>(write: () => Promise<Value>) => Promise<Value>

/**
 * Adds a user. Without a password the user is invited by mail; with one the user is asked to verify the address.
 * @throws Problem `email_invalid`, `email_taken`, `password_invalid`, `role_not_permitted`, `permission_missing`,
 * `users_full`, `mails_delayed` after several mails to this address
 */
export const addUser = async (
  parts: AccountParts,
  manager: UserManager,
  { email: written, name, role, password, isVerified = false, madeAs }: UserRequest,
  audit: (id: number) => Audited,
): Promise<User> => {
  const { store, passwords } = parts
  const organizationId = manager.organization.id
  const own = { organizationId }
  const email = canonicalEmail(written)
  requireMayGrantRole(manager, role)
  if (password !== undefined) await passwords.require(password, email)
  const [before] = await store.users.findAccounts(email, organizationId)
  if (before !== undefined && madeAs !== undefined && before.madeAs === madeAs)
    return await audit(before.id)(async () => before)
  if (before !== undefined) throw new Problem('email_taken')
  if ((await store.users.count(own)) >= USERS_MAX) throw new Problem('users_full')
  if (!isVerified) await countMails(parts, [mailThrottleKey(parts, own, email)])
  const passwordHash = password === undefined ? {} : { passwordHash: await passwords.hash(password) }
  const id = await store.users.newId()
  const status = password === undefined ? 'invited' : 'active'
  return await audit(id)(async () => {
    const mailDue = isVerified ? undefined : dueMail(status === 'invited' ? 'invitation' : 'verification')
    const more = {
      ...(name === undefined ? {} : { name }),
      ...(mailDue === undefined ? {} : { mailDue }),
      ...(madeAs === undefined ? {} : { madeAs }),
    }
    const fields = { email, role, status, emailVerified: isVerified, ...passwordHash, ...more } as const
    const added = await store.users.add(own, fields, id)
    if (role === 'owner') await reconcileOwner(parts, own, id)
    if (mailDue === undefined) return added
    try {
      await beginDueMail(parts, own, id, mailDue)
    } catch (error) {
      // A retry of the request starts from the beginning.
      await store.users.remove(own, id)
      throw error
    }
    return added
  })
}

/**
 * Changes a user. A new address takes effect once the user has verified it. Sessions of a suspended user stay, so that
 * their requests are refused with the reason.
 * @throws Problem `user_not_found`, `email_invalid`, `email_taken`, `role_not_permitted`, `permission_missing`,
 * `last_owner`, `owner_not_suspendable`, `user_changed`, `mails_delayed` after several mails to the address
 */
export const changeUser = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  { name, email: written, role, status }: UserPatch,
  audit: Audited,
): Promise<User> => {
  const { store } = parts
  const { organization } = manager
  const own = { organizationId: organization.id }
  const found = await requireManageableUser(parts, manager, id)
  const current = roleOf(found, organization)
  const email = written === undefined ? undefined : canonicalEmail(written)
  const isNewAddress = email !== undefined && email !== found.email
  // A new address gives control of the account to its reader, like granting its role.
  if (role !== undefined || status === 'active' || isNewAddress) requireMayGrantRole(manager, role ?? found.role)
  if (isNewAddress) await requireAddressFree(parts, found, email)
  if (status === 'suspended' && (role ?? current) === 'owner') throw new Problem('owner_not_suspendable')
  const appliesAtOnce = isNewAddress && found.status === 'invited'
  if (isNewAddress) await countMails(parts, [mailThrottleKey(parts, own, email)])
  const mailDue = isNewAddress ? dueMail(appliesAtOnce ? 'invitation' : 'verification') : undefined
  await audit(async () => {
    const change: UserChange = {
      ...(name === undefined ? {} : { name }),
      ...(appliesAtOnce ? { email } : {}),
      ...(isNewAddress && !appliesAtOnce ? { pendingEmail: email } : {}),
      // Setting the current address again cancels a pending one.
      ...(email !== undefined && !isNewAddress ? { pendingEmail: null } : {}),
      ...(mailDue === undefined ? {} : { mailDue }),
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { status: await statusOf(parts, found, status) }),
    }
    const asFound = { role: found.role, status: found.status }
    const losesOwnership = (role !== undefined && role !== 'owner') || status === 'suspended'
    if (losesOwnership && isListed(found, organization))
      await endOwnership(parts, own, id, async (account) => {
        if (account.role !== found.role || account.status !== found.status) throw new Problem('user_changed')
        return await store.users.change(own, id, change, { ...asFound, owning: account.owning })
      })
    else if (!(await store.users.change(own, id, change, asFound))) throw new Problem('user_changed')
    if (email !== undefined) await store.mailedTokens.removeOfUser(own, id, 'verification')
    if (role === 'owner' || status === 'active') await reconcileOwner(parts, own, id)
  })
  if (mailDue !== undefined) await beginDueMail(parts, own, id, mailDue)
  return await requireUser(parts, own, id)
}

/**
 * Removes a user and all sessions. API keys created by the user stay: they belong to the organization.
 * @throws Problem `user_not_found`, `role_not_permitted`, `last_owner`, `user_changed`
 */
export const removeUser = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  audit: Audited,
): Promise<void> => {
  const { store } = parts
  const { organization } = manager
  const own = { organizationId: organization.id }
  // An invited owner has not accepted yet: an admin may still withdraw the invitation.
  const found = await requireManageableUser(parts, manager, id, (user) => roleOf(user, organization))
  await audit(async () => {
    await endOwnership(parts, own, id, async ({ role, owning }) => {
      if (role !== found.role) throw new Problem('user_changed')
      return await store.users.remove(own, id, { role, owning })
    })
    await store.portalSessions.endOfUser(own, id)
    await store.mailedTokens.removeOfUser(own, id)
  })
}

/**
 * Resends an invitation.
 * @throws Problem `user_not_found`, `invitation_over`, `role_not_permitted`, `permission_missing`, `mails_delayed`
 */
export const resendInvitation = async (parts: AccountParts, manager: UserManager, id: number): Promise<void> => {
  const found = await requireManageableUser(parts, manager, id)
  requireMayGrantRole(manager, found.role)
  if (found.status !== 'invited') throw new Problem('invitation_over')
  await countMails(parts, [mailThrottleKey(parts, found, found.email)])
  await parts.mails.send({ mailId: uuidv7(), kind: 'invitation', organizationId: found.organizationId, userId: id })
}

/**
 * Removes the second factor of another user, who has lost it, and ends that user's sessions.
 * @throws Problem `user_not_found`, `second_factor_off`, `role_not_permitted`, `permission_missing`
 */
export const resetSecondFactor = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  audit: Audited,
): Promise<void> => {
  const own = await requireManageableUser(parts, manager, id)
  requireMayGrantRole(manager, own.role)
  // An unconfirmed factor is not required at login, so it counts as off.
  const take = async () => own.hasSecondFactor && (await parts.store.users.removeSecondFactor(own, id))
  await audit(() => removeCredential(parts, own, take, 'second_factor_off'))
}

/**
 * Removes a user's link to the identity provider, such as after its subjects changed, and ends the user's sessions. The
 * next SSO login with the same email address creates the link again.
 * @throws Problem `user_not_found`, `provider_link_off`, `role_not_permitted`, `permission_missing`
 */
export const removeProviderLink = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  audit: Audited,
): Promise<void> => {
  const own = await requireManageableUser(parts, manager, id)
  requireMayGrantRole(manager, own.role)
  await audit(() => removeCredential(parts, own, () => parts.store.users.unlinkSubject(own, id), 'provider_link_off'))
}

/** Removes a credential of a user and ends the user's sessions. @param off the problem if there was none */
const removeCredential = async (
  { store }: AccountParts,
  user: User,
  take: () => Promise<boolean>,
  off: 'second_factor_off' | 'provider_link_off',
): Promise<void> => {
  if (!(await take())) throw new Problem(off)
  await store.portalSessions.endOfUser(user, user.id)
}

/** Whether a user is in the list of owners, or can be added to it at any moment. */
const isListed = ({ id, role }: User, { owners = [] }: Organization): boolean => role === 'owner' || owners.includes(id)

/** @throws Problem `email_taken` */
const requireAddressFree = async (
  { store }: AccountParts,
  { id, organizationId }: Pick<User, 'id' | 'organizationId'>,
  email: string,
): Promise<void> => {
  if ((await store.users.findAccounts(email, organizationId)).some((one) => one.id !== id))
    throw new Problem('email_taken')
}

/** A user who was suspended before choosing a password or logging in through the provider becomes invited again. */
const statusOf = async (
  { store }: AccountParts,
  { id, organizationId }: User,
  status: 'active' | 'suspended',
): Promise<User['status']> => {
  if (status === 'suspended') return status
  const account = await store.users.findAccount({ organizationId }, id)
  return account?.passwordHash === undefined && account?.providerSubject === undefined ? 'invited' : 'active'
}
