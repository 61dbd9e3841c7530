import { type AccessClaims, accessTokens } from './access-tokens.ts'
import type { AccountParts } from './account-parts.ts'

export type { AccountParts } from './account-parts.ts'

import { type LoggedIn, type LogInRequest, logIn } from './log-in.ts'
import { acceptInvitation, confirmEmail, type MailWish, resetPassword, wishForMail } from './mailed-flows.ts'
import { addUser, changeUser, foundUser, inviteAgain, removeFactorOf, removeUser } from './managed-users.ts'
import { beginSecondFactor, changePassword, confirmSecondFactor, removeSecondFactor } from './own-account.ts'
import { passwords } from './passwords.ts'
import { type Person, personOf } from './person.ts'
import { refresh } from './refresh.ts'

type Bound<Verb> = Verb extends (parts: AccountParts, ...args: infer Args) => infer Value
  ? (...args: Args) => Value
  : never

/** People: how they are let in, and how they are managed. */
export interface Accounts {
  /** @throws Problem `token_invalid`, `token_expired` */
  readonly claims: (token: string) => Promise<AccessClaims>
  readonly person: Bound<typeof personOf>
  readonly logIn: (request: LogInRequest) => Promise<LoggedIn>
  readonly refresh: Bound<typeof refresh>
  readonly logOut: (person: Pick<Person, 'user' | 'sessionId'>) => Promise<void>
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
}

/** @param keys roots of the installation's secret and of those before it, for all that people show */
export const accountParts = (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  keys: readonly [Uint8Array, ...Uint8Array[]],
): AccountParts => ({ store, mails, passwords: passwords(), tokens: accessTokens(keys), digestKeys: keys })

export const accounts = (parts: AccountParts): Accounts => ({
  claims: (token) => parts.tokens.read(token),
  person: (claims) => personOf(parts, claims),
  logIn: (request) => logIn(parts, request),
  refresh: (...args) => refresh(parts, ...args),
  logOut: ({ user, sessionId }) => parts.store.endPortalSession(user, sessionId),
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
})
