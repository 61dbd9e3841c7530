import { v7 as uuidv7 } from 'uuid'
import type { Organization } from '../../access/rules/organization.ts'
import type { Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { beginDueMail, dueMail } from './due-mails.ts'
import { countMails, mailsTo } from './mail-counts.ts'
import { foundUser, managedUser, requireGiven, type UserManager } from './managed-user.ts'
import { endOwning, settleOwner } from './ownership.ts'
import { roleOf, USERS_MAX, type User } from './rules/user.ts'
import type { UserChange } from './store/users.ts'

/** A user to add. */
export interface UserRequest {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  /** Absent: they are invited, and choose one. */
  readonly password?: string | undefined
  /** Whether the manager vouches for the address. */
  readonly isVerified?: boolean
  /** Idempotency key: a repeated request adds no second user, and returns the first. */
  readonly madeAs?: string
}

/** What of a user is to be another; absent: stays. */
export interface UserPatch {
  readonly name?: string | null | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'suspended' | undefined
}

/** Makes the change, between the two writes of its entry in the log. */
type Around = <Value>(write: () => Promise<Value>) => Promise<Value>

/**
 * Adds a user. Who has no password yet is invited by mail; who has one is asked to verify the address.
 * @throws Problem `email_invalid`, `email_taken`, `password_invalid`, `role_not_permitted`, `permission_missing`, `users_full`,
 * `mails_delayed` after a few to this address
 */
export const addUser = async (
  parts: AccountParts,
  manager: UserManager,
  { email: written, name, role, password, isVerified = false, madeAs }: UserRequest,
  around: (id: number) => Around,
): Promise<User> => {
  const { store, passwords } = parts
  const organizationId = manager.organization.id
  const own = { organizationId }
  const email = canonicalEmail(written)
  requireGiven(manager, role)
  if (password !== undefined) await passwords.require(password, email)
  const [before] = await store.users.findAccounts(email, organizationId)
  if (before !== undefined && madeAs !== undefined && before.madeAs === madeAs)
    return await around(before.id)(async () => before)
  if (before !== undefined) throw new Problem('email_taken')
  if ((await store.users.count(own)) >= USERS_MAX) throw new Problem('users_full')
  if (!isVerified) await countMails(parts, [mailsTo(parts, own, email)])
  const passwordHash = password === undefined ? {} : { passwordHash: await passwords.hash(password) }
  const id = await store.users.newId()
  const status = password === undefined ? 'invited' : 'active'
  return await around(id)(async () => {
    const mailDue = isVerified ? undefined : dueMail(status === 'invited' ? 'invitation' : 'verification')
    const more = {
      ...(name === undefined ? {} : { name }),
      ...(mailDue === undefined ? {} : { mailDue }),
      ...(madeAs === undefined ? {} : { madeAs }),
    }
    const fields = { email, role, status, emailVerified: isVerified, ...passwordHash, ...more } as const
    const added = await store.users.add(own, fields, id)
    if (role === 'owner') await settleOwner(parts, own, id)
    if (mailDue === undefined) return added
    try {
      await beginDueMail(parts, own, id, mailDue)
    } catch (error) {
      // A repeated request starts again.
      await store.users.remove(own, id)
      throw error
    }
    return added
  })
}

/**
 * Changes a user. Another address is theirs once they have read mail at it; until then the one of now is. Log-ins of who is
 * suspended stay, so that each request with one says why it is refused.
 * @throws Problem `user_not_found`, `email_invalid`, `email_taken`, `role_not_permitted`, `permission_missing`, `last_owner`,
 * `owner_not_suspendable`, `user_changed`, `mails_delayed` after a few to the address
 */
export const changeUser = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  { name, email: written, role, status }: UserPatch,
  around: Around,
): Promise<User> => {
  const { store } = parts
  const { organization } = manager
  const own = { organizationId: organization.id }
  const found = await managedUser(parts, manager, id)
  const current = roleOf(found, organization)
  const email = written === undefined ? undefined : canonicalEmail(written)
  const isOther = email !== undefined && email !== found.email
  // A new address gives its reader access to the account.
  if (role !== undefined || status === 'active' || isOther) requireGiven(manager, role ?? found.role)
  if (isOther) await requireFree(parts, found, email)
  if (status === 'suspended' && (role ?? current) === 'owner') throw new Problem('owner_not_suspendable')
  const isAtOnce = isOther && found.status === 'invited'
  if (isOther) await countMails(parts, [mailsTo(parts, own, email)])
  const mailDue = isOther ? dueMail(isAtOnce ? 'invitation' : 'verification') : undefined
  await around(async () => {
    const change: UserChange = {
      ...(name === undefined ? {} : { name }),
      ...(isAtOnce ? { email } : {}),
      ...(isOther && !isAtOnce ? { pendingEmail: email } : {}),
      // The address of now, once more: what was sent to another one is worth nothing.
      ...(email !== undefined && !isOther ? { pendingEmail: null } : {}),
      ...(mailDue === undefined ? {} : { mailDue }),
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { status: await statusOf(parts, found, status) }),
    }
    const asFound = { role: found.role, status: found.status }
    const isOwnerNoMore = (role !== undefined && role !== 'owner') || status === 'suspended'
    if (isOwnerNoMore && isListed(found, organization))
      await endOwning(parts, own, id, async (account) => {
        if (account.role !== found.role || account.status !== found.status) throw new Problem('user_changed')
        return await store.users.change(own, id, change, { ...asFound, owning: account.owning })
      })
    else if (!(await store.users.change(own, id, change, asFound))) throw new Problem('user_changed')
    if (email !== undefined) await store.mailedTokens.removeOfUser(own, id, 'verification')
    if (role === 'owner' || status === 'active') await settleOwner(parts, own, id)
  })
  if (mailDue !== undefined) await beginDueMail(parts, own, id, mailDue)
  return await foundUser(parts, own, id)
}

/**
 * Removes a user, with every log-in. Keys that they have made stay: they are the organization's.
 * @throws Problem `user_not_found`, `role_not_permitted`, `last_owner`, `user_changed`
 */
export const removeUser = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  around: Around,
): Promise<void> => {
  const { store } = parts
  const { organization } = manager
  const own = { organizationId: organization.id }
  // Who has not accepted yet is no owner: an admin may still take the invitation back.
  const found = await managedUser(parts, manager, id, (user) => roleOf(user, organization))
  await around(async () => {
    await endOwning(parts, own, id, async ({ role, owning }) => {
      if (role !== found.role) throw new Problem('user_changed')
      return await store.users.remove(own, id, { role, owning })
    })
    await store.portalSessions.endOfUser(own, id)
    await store.mailedTokens.removeOfUser(own, id)
  })
}

/** Mails an invitation once more. @throws Problem `user_not_found`, `invitation_over`, `role_not_permitted`, `permission_missing`, `mails_delayed` */
export const inviteAgain = async (parts: AccountParts, manager: UserManager, id: number): Promise<void> => {
  const found = await managedUser(parts, manager, id)
  requireGiven(manager, found.role)
  if (found.status !== 'invited') throw new Problem('invitation_over')
  await countMails(parts, [mailsTo(parts, found, found.email)])
  await parts.mails.send({ mailId: uuidv7(), kind: 'invitation', organizationId: found.organizationId, userId: id })
}

/**
 * Removes the second factor of a user who has lost it, and ends their sessions.
 *
 * @throws Problem `user_not_found`, `second_factor_off`, `role_not_permitted`, `permission_missing`
 */
export const removeFactorOf = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  around: Around,
): Promise<void> => {
  const own = await managedUser(parts, manager, id)
  requireGiven(manager, own.role)
  // One that was begun and never confirmed is asked for nowhere.
  const take = async () => own.hasSecondFactor && (await parts.store.users.removeSecondFactor(own, id))
  await around(() => takeAway(parts, own, take, 'second_factor_off'))
}

/**
 * Unlinks a user from the identity provider, for example after its subjects have changed, and ends their sessions. The
 * next SSO login with the same email links the account again.
 *
 * @throws Problem `user_not_found`, `provider_link_off`, `role_not_permitted`, `permission_missing`
 */
export const removeLinkOf = async (
  parts: AccountParts,
  manager: UserManager,
  id: number,
  around: Around,
): Promise<void> => {
  const own = await managedUser(parts, manager, id)
  requireGiven(manager, own.role)
  await around(() => takeAway(parts, own, () => parts.store.users.unlinkSubject(own, id), 'provider_link_off'))
}

/** Removes a way to log in, and ends the sessions. @param off the problem where there was none */
const takeAway = async (
  { store }: AccountParts,
  user: User,
  take: () => Promise<boolean>,
  off: 'second_factor_off' | 'provider_link_off',
): Promise<void> => {
  if (!(await take())) throw new Problem(off)
  await store.portalSessions.endOfUser(user, user.id)
}

/** Whether a user is in the list of owners, or may become so at any moment. */
const isListed = ({ id, role }: User, { owners = [] }: Organization): boolean => role === 'owner' || owners.includes(id)

/** @throws Problem `email_taken` */
const requireFree = async (
  { store }: AccountParts,
  { id, organizationId }: Pick<User, 'id' | 'organizationId'>,
  email: string,
): Promise<void> => {
  if ((await store.users.findAccounts(email, organizationId)).some((one) => one.id !== id))
    throw new Problem('email_taken')
}

/** Who was shut out before they had a password, or a log-in at the provider, is invited again by being let in. */
const statusOf = async (
  { store }: AccountParts,
  { id, organizationId }: User,
  status: 'active' | 'suspended',
): Promise<User['status']> => {
  if (status === 'suspended') return status
  const account = await store.users.findAccount({ organizationId }, id)
  return account?.passwordHash === undefined && account?.providerSubject === undefined ? 'invited' : 'active'
}
