import type { Organization } from '../../access/rules/organization.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { type LoggedIn, startSession } from './logged-in.ts'
import { writePassword } from './new-password.ts'
import { reconcileOwner } from './ownership.ts'
import { canLogIn, type User } from './rules/user.ts'

/** Performs the write between the two writes of its audit entry. */
type Audited = <Value>(write: () => Promise<Value>) => Promise<Value>

/** A user of any organization. @throws Problem `user_not_found` */
export const findUserInAnyOrganization = async (
  { store }: Pick<AccountParts, 'store'>,
  id: number,
): Promise<{ readonly user: User; readonly organization: Organization }> => {
  const user = await store.users.findInAnyOrganization(id)
  const organization = user && (await store.organizations.find(user))
  if (user === undefined || organization === undefined)
    throw new Problem('user_not_found', { message: `There is no user ${id}.` })
  return { user, organization }
}

/**
 * Sets the password of a user on behalf of an operator, who vouches for the address: it counts as verified. All
 * sessions end.
 * @throws Problem `password_invalid`
 */
export const setPassword = async (parts: AccountParts, user: User, password: string, audit: Audited): Promise<void> => {
  await parts.passwords.require(password, user.email)
  const passwordHash = await parts.passwords.hash(password)
  const change = { passwordHash, ...(user.status === 'invited' ? { status: 'active' as const } : {}) }
  await audit(async () => {
    await writePassword(parts, user, { ...change, emailVerified: true })
    await reconcileOwner(parts, user, user.id)
  })
}

/** Logs a user in without a password. @throws Problem `state_invalid` where the user may not log in, `user_not_found` */
export const logInWithoutPassword = async (
  parts: AccountParts,
  user: User,
  organization: Organization,
  audit: Audited,
): Promise<LoggedIn> => {
  if (!canLogIn(user)) {
    const message = `User ${user.id} cannot log in: the status is ${user.status}, or the email address is not verified.`
    throw new Problem('state_invalid', { message })
  }
  return await audit(async () => {
    const account = await parts.store.users.findAccount(user, user.id)
    if (account === undefined) throw new Problem('user_not_found')
    return await startSession(parts, account, organization)
  })
}
