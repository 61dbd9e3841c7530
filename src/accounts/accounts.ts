import { type AccessClaims, accessTokens } from './access-tokens.ts'
import type { AccountParts, PortalParts } from './account-parts.ts'

export type { AccountParts } from './account-parts.ts'

import { type LoggedIn, type LogInRequest, logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { acceptInvitation, confirmEmail, type MailWish, resetPassword, wishForMail } from './mailed-flows.ts'
import { addUser, changeUser, foundUser, inviteAgain, removeFactorOf, removeUser } from './managed-users.ts'
import { beginSecondFactor, changePassword, confirmSecondFactor, removeSecondFactor } from './own-account.ts'
import { passwords } from './passwords.ts'
import { personOf } from './person.ts'
import { refresh } from './refresh.ts'
import { beginSso, finishSso, returnFromSso } from './single-sign-on.ts'
import { configureSso, foundSso, removeSso } from './sso-settings.ts'

type Bound<Verb> = Verb extends (parts: never, ...args: infer Args) => infer Value ? (...args: Args) => Value : never

/** People: how they are let in, and how they are managed. */
export interface Accounts {
  /** @throws Problem `token_invalid`, `token_expired` */
  readonly claims: (token: string) => Promise<AccessClaims>
  readonly person: Bound<typeof personOf>
  readonly logIn: (request: LogInRequest) => Promise<LoggedIn>
  readonly refresh: Bound<typeof refresh>
  readonly logOut: Bound<typeof logOut>
  readonly changePassword: Bound<typeof changePassword>
  readonly beginSecondFactor: Bound<typeof beginSecondFactor>
  readonly confirmSecondFactor: Bound<typeof confirmSecondFactor>
  readonly removeSecondFactor: Bound<typeof removeSecondFactor>
  readonly wishForMail: (wish: MailWish) => Promise<void>
  readonly acceptInvitation: Bound<typeof acceptInvitation>
  readonly confirmEmail: Bound<typeof confirmEmail>
  readonly resetPassword: Bound<typeof resetPassword>
  readonly user: Bound<typeof foundUser>
  readonly addUser: Bound<typeof addUser>
  readonly changeUser: Bound<typeof changeUser>
  readonly removeUser: Bound<typeof removeUser>
  readonly inviteAgain: Bound<typeof inviteAgain>
  readonly removeFactorOf: Bound<typeof removeFactorOf>
  readonly beginSso: Bound<typeof beginSso>
  readonly returnFromSso: Bound<typeof returnFromSso>
  readonly finishSso: Bound<typeof finishSso>
  readonly sso: Bound<typeof foundSso>
  readonly configureSso: Bound<typeof configureSso>
  readonly removeSso: Bound<typeof removeSso>
}

/** @param keys roots of the installation's secret and of those before it, for all that people show */
export const accountParts = (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  keys: readonly [Uint8Array, ...Uint8Array[]],
): AccountParts => ({ store, mails, passwords: passwords(), tokens: accessTokens(keys), digestKeys: keys })

export const accounts = (parts: PortalParts): Accounts => ({
  claims: (token) => parts.tokens.read(token),
  person: (claims) => personOf(parts, claims),
  logIn: (request) => logIn(parts, request),
  refresh: (...args) => refresh(parts, ...args),
  logOut: (person) => logOut(parts, person),
  changePassword: (...args) => changePassword(parts, ...args),
  beginSecondFactor: (...args) => beginSecondFactor(parts, ...args),
  confirmSecondFactor: (...args) => confirmSecondFactor(parts, ...args),
  removeSecondFactor: (...args) => removeSecondFactor(parts, ...args),
  wishForMail: (wish) => wishForMail(parts, wish),
  acceptInvitation: (...args) => acceptInvitation(parts, ...args),
  confirmEmail: (...args) => confirmEmail(parts, ...args),
  resetPassword: (...args) => resetPassword(parts, ...args),
  user: (...args) => foundUser(parts, ...args),
  addUser: (...args) => addUser(parts, ...args),
  changeUser: (...args) => changeUser(parts, ...args),
  removeUser: (...args) => removeUser(parts, ...args),
  inviteAgain: (...args) => inviteAgain(parts, ...args),
  removeFactorOf: (...args) => removeFactorOf(parts, ...args),
  beginSso: (page) => beginSso(parts, page),
  returnFromSso: (parameters) => returnFromSso(parts, parameters),
  finishSso: (page) => finishSso(parts, page),
  sso: (caller) => foundSso(parts, caller),
  configureSso: (...args) => configureSso(parts, ...args),
  removeSso: (...args) => removeSso(parts, ...args),
})
