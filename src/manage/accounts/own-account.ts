import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { auditOwnChange } from './audit-own-change.ts'
import { digestOf } from './digest.ts'
import { countAttempts } from './log-in.ts'
import { writePassword } from './new-password.ts'
import { acceptedTimeStep, newAppSecret, newRecoveryCodes, recoveryDigest } from './one-time-codes.ts'
import type { Person } from './person.ts'
import { consumeSecondFactorCode } from './second-factor.ts'
import type { Account } from './store/user-document.ts'

/** Changes that users make to their own account. */

interface OwnRequest {
  readonly person: Person
  readonly traceId: string
}

/**
 * Changes the password of a user who presents the current one. All other sessions of the user end.
 * @throws Problem `login_invalid`, `login_delayed`, `password_invalid`
 */
export const changePassword = async (
  parts: AccountParts,
  { person, traceId }: OwnRequest,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> => {
  const { user, sessionId } = person
  await requireCurrentPassword(parts, person, current)
  await parts.passwords.require(next, user.email)
  const passwordHash = await parts.passwords.hash(next)
  await auditOwnChange(parts, user, { action: 'user.password_changed', traceId }, () =>
    writePassword(parts, user, { passwordHash }, sessionId),
  )
}

/**
 * Creates a secret for an authenticator app; it takes effect once `confirmSecondFactor` has received a code of it.
 * @throws Problem `second_factor_on`, `login_invalid`, `login_delayed`
 */
export const beginSecondFactor = async (parts: AccountParts, person: Person, password: string) => {
  const { user } = person
  await requireCurrentPassword(parts, person, password)
  const appSecret = await newAppSecret(user.email)
  if (!(await parts.store.users.beginSecondFactor(user, user.id, appSecret.secret)))
    throw new Problem('second_factor_on')
  return appSecret
}

/**
 * Requires a second factor from the next login on.
 * @returns recovery codes, which cannot be read again
 * @throws Problem `second_factor_off`, `second_factor_invalid`, `login_delayed`
 */
export const confirmSecondFactor = async (
  parts: AccountParts,
  { person, traceId }: OwnRequest,
  code: string,
): Promise<readonly string[]> => {
  const { user } = person
  const { secondFactor } = await accountOf(parts, person)
  if (secondFactor === undefined || secondFactor.isConfirmed) throw new Problem('second_factor_off')
  await countAttempts(parts, [{ kind: 'code', key: digestOf(parts, 'code', user.id) }])
  const step = await acceptedTimeStep(secondFactor, code.replaceAll(' ', ''))
  if (step === undefined) throw new Problem('second_factor_invalid')
  const codes = newRecoveryCodes()
  const recovery = codes.flatMap((one) => recoveryDigest(one, parts.digestKeys[0]) ?? [])
  await auditOwnChange(parts, user, { action: 'user.second_factor_added', traceId }, async () => {
    if (!(await parts.store.users.confirmSecondFactor(user, user.id, { factor: secondFactor.id, step, recovery })))
      throw new Problem('second_factor_off')
  })
  await parts.store.loginAttempts.remove(digestOf(parts, 'code', user.id))
  return codes
}

/**
 * Removes the second factor of a user who presents it.
 * @throws Problem `second_factor_off`, `second_factor_invalid`, `login_invalid`, `login_delayed`
 */
export const removeSecondFactor = async (
  parts: AccountParts,
  { person, traceId }: OwnRequest,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<void> => {
  const { user } = person
  await requireCurrentPassword(parts, person, password)
  const account = await accountOf(parts, person)
  if (!account.hasSecondFactor) throw new Problem('second_factor_off')
  const key = digestOf(parts, 'code', user.id)
  await countAttempts(parts, [{ kind: 'code', key }])
  if (!(await consumeSecondFactorCode(parts, account, code))) throw new Problem('second_factor_invalid')
  await parts.store.loginAttempts.remove(key)
  await auditOwnChange(parts, user, { action: 'user.second_factor_removed', traceId }, async () => {
    await parts.store.users.removeSecondFactor(user, user.id)
  })
}

/** Requires the password again, so that a stolen access token is not enough to take over the account. */
const requireCurrentPassword = async (parts: AccountParts, person: Person, password: string): Promise<void> => {
  const { store, passwords } = parts
  const key = digestOf(parts, 'own', person.user.id)
  await countAttempts(parts, [{ kind: 'pair', key }])
  const { passwordHash } = await accountOf(parts, person)
  if (!(await passwords.matches(passwordHash, password)))
    throw new Problem('login_invalid', { message: WRONG_PASSWORD })
  await store.loginAttempts.remove(key)
}

const WRONG_PASSWORD = 'The password is not correct.'

const accountOf = async ({ store }: AccountParts, { user }: Person): Promise<Account> => {
  const account = await store.users.findAccount(user, user.id)
  if (account === undefined) throw new Problem('token_invalid')
  return account
}
