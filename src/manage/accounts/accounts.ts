import { beginSso, finishSso, returnFromSso } from '../sso/single-sign-on.ts'
import { configureSso, foundSso, removeSso } from '../sso/sso-settings.ts'
import { type AccessClaims, accessTokens } from './access-tokens.ts'
import type { AccountParts, PortalParts } from './account-parts.ts'
import { logInWithoutPassword, setPassword, userAnywhere } from './by-operators.ts'
import { resumeMails } from './due-mails.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { acceptInvitation, confirmEmail, resetPassword, wishForMail } from './mailed-flows.ts'
import { foundUser } from './managed-user.ts'
import { addUser, changeUser, inviteAgain, removeFactorOf, removeLinkOf, removeUser } from './managed-users.ts'
import { beginSecondFactor, changePassword, confirmSecondFactor, removeSecondFactor } from './own-account.ts'
import { type PasswordCost, passwords } from './passwords.ts'
import { personOf } from './person.ts'
import { refresh } from './refresh.ts'

/**
 * @param keys roots of the installation's secret and of those before it, for all that people show
 * @param passwordCost of new password hashes; by default what OWASP recommends
 */
export const accountParts = (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  keys: readonly [Uint8Array, ...Uint8Array[]],
  passwordCost?: PasswordCost,
): AccountParts => ({ store, mails, passwords: passwords(passwordCost), tokens: accessTokens(keys), digestKeys: keys })

/** People: how they are let in, and how they are managed. What each verb takes and throws is said where it is. */
export const accounts = (parts: PortalParts) => {
  const of =
    <Args extends unknown[], Value>(verb: (parts: PortalParts, ...args: Args) => Value) =>
    (...args: Args): Value =>
      verb(parts, ...args)
  return {
    /** @throws Problem `token_invalid`, `token_expired` */
    claims: async (token: string): Promise<AccessClaims> => await parts.tokens.read(token),
    person: of(personOf),
    logIn: of(logIn),
    refresh: of(refresh),
    logOut: of(logOut),
    changePassword: of(changePassword),
    beginSecondFactor: of(beginSecondFactor),
    confirmSecondFactor: of(confirmSecondFactor),
    removeSecondFactor: of(removeSecondFactor),
    wishForMail: of(wishForMail),
    acceptInvitation: of(acceptInvitation),
    confirmEmail: of(confirmEmail),
    resetPassword: of(resetPassword),
    user: of(foundUser),
    userAnywhere: of(userAnywhere),
    setPassword: of(setPassword),
    logInWithoutPassword: of(logInWithoutPassword),
    addUser: of(addUser),
    changeUser: of(changeUser),
    removeUser: of(removeUser),
    inviteAgain: of(inviteAgain),
    resumeMails: of(resumeMails),
    removeFactorOf: of(removeFactorOf),
    removeLinkOf: of(removeLinkOf),
    beginSso: of(beginSso),
    returnFromSso: of(returnFromSso),
    finishSso: of(finishSso),
    sso: of(foundSso),
    configureSso: of(configureSso),
    removeSso: of(removeSso),
  }
}

export type Accounts = ReturnType<typeof accounts>
