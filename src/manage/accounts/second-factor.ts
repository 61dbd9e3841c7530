import type { AccountParts } from './account-parts.ts'
import { acceptedTimeStep, recoveryDigest, withoutSeparators } from './one-time-codes.ts'
import type { Account } from './store/user-document.ts'

/** Checks a code of the authenticator app, or a recovery code, and consumes it. @returns whether it was valid */
export const consumeSecondFactorCode = async (
  { store, digestKeys }: Pick<AccountParts, 'store' | 'digestKeys'>,
  account: Account,
  code: string,
): Promise<boolean> => {
  const { id, secondFactor } = account
  if (secondFactor === undefined) return false
  const step = await acceptedTimeStep(secondFactor, withoutSeparators(code))
  if (step !== undefined) return await store.users.takeStep(account, id, step)
  // A recovery code issued under a previous secret of the installation is stored under that secret.
  for (const key of digestKeys) {
    const digest = recoveryDigest(code, key)
    if (digest !== undefined && (await store.users.takeRecoveryCode(account, id, digest))) return true
  }
  return false
}
