import { beginSso, finishSso, storeSsoCallback } from '../sso/single-sign-on.ts'
import { configureSso, findSso, removeSso } from '../sso/sso-settings.ts'
import { type AccessClaims, accessTokens } from './access-tokens.ts'
import type { AccountParts, PortalParts } from './account-parts.ts'
import { resumeMails } from './due-mails.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { acceptInvitation, confirmEmail, requestMail, resetPassword } from './mailed-flows.ts'
import { requireUser } from './managed-user.ts'
import {
  addUser,
  changeUser,
  removeProviderLink,
  removeUser,
  resendInvitation,
  resetSecondFactor,
} from './managed-users.ts'
import { findUserInAnyOrganization, logInWithoutPassword, setPassword } from './operator-changes.ts'
import { beginSecondFactor, changePassword, confirmSecondFactor, removeSecondFactor } from './own-account.ts'
import { type PasswordCost, passwords } from './passwords.ts'
import { personOf } from './person.ts'
import { refresh } from './refresh.ts'

/**
 * @param keys roots of the installation's current and previous secrets, for all credentials of users
 * @param passwordCost of new password hashes; by default the OWASP recommendation
 */
export const accountParts = (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  keys: readonly [Uint8Array, ...Uint8Array[]],
  passwordCost?: PasswordCost,
): AccountParts => ({ store, mails, passwords: passwords(passwordCost), tokens: accessTokens(keys), digestKeys: keys })

/** Login and user management. Each function is documented where it is defined. */
export const accounts = (parts: PortalParts) => {
  const bind =
    <Args extends unknown[], Value>(operation: (parts: PortalParts, ...args: Args) => Value) =>
    (...args: Args): Value =>
      operation(parts, ...args)
  return {
    /** @throws Problem `token_invalid`, `token_expired` */
    claims: async (token: string): Promise<AccessClaims> => await parts.tokens.read(token),
    person: bind(personOf),
    logIn: bind(logIn),
    refresh: bind(refresh),
    logOut: bind(logOut),
    changePassword: bind(changePassword),
    beginSecondFactor: bind(beginSecondFactor),
    confirmSecondFactor: bind(confirmSecondFactor),
    removeSecondFactor: bind(removeSecondFactor),
    requestMail: bind(requestMail),
    acceptInvitation: bind(acceptInvitation),
    confirmEmail: bind(confirmEmail),
    resetPassword: bind(resetPassword),
    user: bind(requireUser),
    userAnywhere: bind(findUserInAnyOrganization),
    setPassword: bind(setPassword),
    logInWithoutPassword: bind(logInWithoutPassword),
    addUser: bind(addUser),
    changeUser: bind(changeUser),
    removeUser: bind(removeUser),
    inviteAgain: bind(resendInvitation),
    resumeMails: bind(resumeMails),
    removeFactorOf: bind(resetSecondFactor),
    removeLinkOf: bind(removeProviderLink),
    beginSso: bind(beginSso),
    returnFromSso: bind(storeSsoCallback),
    finishSso: bind(finishSso),
    sso: bind(findSso),
    configureSso: bind(configureSso),
    removeSso: bind(removeSso),
  }
}

export type Accounts = ReturnType<typeof accounts>
