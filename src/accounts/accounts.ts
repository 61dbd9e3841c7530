import { type AccessClaims, accessTokens } from './access-tokens.ts'
import type { AccountParts } from './account-parts.ts'
import { logIn } from './log-in.ts'
import { acceptInvitation, confirmEmail, resetPassword, wishForMail } from './mailed-flows.ts'
import { addUser, changeUser, foundUser, inviteAgain, removeFactorOf, removeUser } from './managed-users.ts'
import { beginSecondFactor, changePassword, confirmSecondFactor, removeSecondFactor } from './own-account.ts'
import { passwords } from './passwords.ts'
import { type Person, personOf } from './person.ts'
import { refresh } from './refresh.ts'

/** @param keys roots of the installation's secret and of those before it, for all that people show */
export const accountParts = (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  keys: readonly [Uint8Array, ...Uint8Array[]],
): AccountParts => ({ store, mails, passwords: passwords(), tokens: accessTokens(keys), digestKeys: keys })

/** People: how they are let in, and how they are managed. What each verb takes and throws is said where it is. */
export const accounts = (parts: AccountParts) => {
  const of =
    <Args extends unknown[], Value>(verb: (parts: AccountParts, ...args: Args) => Value) =>
    (...args: Args): Value =>
      verb(parts, ...args)
  return {
    /** @throws Problem `token_invalid`, `token_expired` */
    claims: async (token: string): Promise<AccessClaims> => await parts.tokens.read(token),
    person: of(personOf),
    logIn: of(logIn),
    refresh: of(refresh),
    logOut: async ({ user, sessionId }: Pick<Person, 'user' | 'sessionId'>): Promise<void> =>
      await parts.store.endPortalSession(user, sessionId),
    changePassword: of(changePassword),
    beginSecondFactor: of(beginSecondFactor),
    confirmSecondFactor: of(confirmSecondFactor),
    removeSecondFactor: of(removeSecondFactor),
    wishForMail: of(wishForMail),
    acceptInvitation: of(acceptInvitation),
    confirmEmail: of(confirmEmail),
    resetPassword: of(resetPassword),
    user: of(foundUser),
    addUser: of(addUser),
    changeUser: of(changeUser),
    removeUser: of(removeUser),
    inviteAgain: of(inviteAgain),
    removeFactorOf: of(removeFactorOf),
  }
}

export type Accounts = ReturnType<typeof accounts>
