import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { auditOwnChange } from './audit-own-change.ts'
import { canonicalEmail } from './canonical-email.ts'
import { digestOf } from './digest.ts'
import { clearLoginThrottle } from './log-in.ts'
import { countMails } from './mail-counts.ts'
import { writePassword } from './new-password.ts'
import { reconcileOwner } from './ownership.ts'
import { emailKeyOf } from './rules/email-key.ts'
import type { MailKind } from './rules/mail-request.ts'
import type { MailedToken } from './rules/mailed-token.ts'
import type { Account } from './store/user-document.ts'

/** Flows without a session: requested by email address, or with a token that was mailed. */

/** A mail requested by an unauthenticated client. */
interface RequestedMail {
  readonly kind: Exclude<MailKind, 'invitation'>
  readonly email: string
  readonly organizationId?: number | undefined
  /** Network of the client, as one subscriber has it. */
  readonly from: string
}

/**
 * Requests a mail to the account of an address, if there is one. The account is looked up later by the worker, so that
 * neither response nor response time shows whether it exists.
 * @throws Problem `email_invalid`, `mails_delayed` after several requests for one address
 */
export const requestMail = async (
  parts: AccountParts,
  { kind, email, organizationId, from }: RequestedMail,
): Promise<void> => {
  const address = canonicalEmail(email)
  await countMails(parts, [
    { kind: 'mail', key: digestOf(parts, 'mail', kind, organizationId ?? 0, emailKeyOf(address)) },
    { kind: 'address', key: digestOf(parts, 'mails from', from) },
  ])
  const whose = organizationId === undefined ? {} : { organizationId }
  await parts.mails.send({ mailId: uuidv7(), kind, email: address, ...whose })
}

interface MailedPassword {
  readonly token: string
  readonly password: string
  /** Network of the client, as one subscriber has it. */
  readonly from: string
  readonly traceId: string
}

/**
 * Sets the first password of an invited user, and verifies the address.
 * @throws Problem `mailed_token_invalid`, `password_invalid`, `login_delayed`
 */
export const acceptInvitation = async (
  parts: AccountParts,
  { token, password, name, from, traceId }: MailedPassword & { readonly name?: string | undefined },
): Promise<void> => {
  const { store } = parts
  const resolved = await findMailedToken(parts, token, 'invitation')
  const passwordHash = await hashNewPassword(parts, resolved.account, password)
  const account = await consumeToken(parts, token, resolved)
  await auditOwnChange(parts, account, { action: 'user.invitation_accepted', traceId }, async () => {
    const fields = { passwordHash, ...(name === undefined ? {} : { name }) }
    if (!(await store.users.acceptInvitation(account, account.id, resolved.email, fields)))
      throw new Problem('mailed_token_invalid')
    await reconcileOwner(parts, account, account.id)
    await clearLoginThrottle(parts, { ...account, email: resolved.email }, from)
  })
}

/** @throws Problem `mailed_token_invalid`, `email_taken` if another user has taken the address in the meantime */
export const confirmEmail = async (
  parts: AccountParts,
  { token, traceId }: Pick<MailedPassword, 'token' | 'traceId'>,
): Promise<void> => {
  const resolved = await findMailedToken(parts, token, 'verification')
  const account = await consumeToken(parts, token, resolved)
  await auditOwnChange(parts, account, { action: 'user.email_verified', traceId }, () =>
    verifyAddress(parts, account, resolved.email),
  )
}

/**
 * Sets a password with a token from a mail. All sessions of the user end.
 * @throws Problem `mailed_token_invalid`, `password_invalid`, `login_delayed`
 */
export const resetPassword = async (
  parts: AccountParts,
  { token, password, from, traceId }: MailedPassword,
): Promise<void> => {
  const resolved = await findMailedToken(parts, token, 'password_reset')
  const passwordHash = await hashNewPassword(parts, resolved.account, password)
  const account = await consumeToken(parts, token, resolved)
  await auditOwnChange(parts, account, { action: 'user.password_reset', traceId }, async () => {
    await writePassword(parts, account, { passwordHash })
    await verifyAddress(parts, account, resolved.email)
    await clearLoginThrottle(parts, { ...account, email: resolved.email }, from)
  })
}

const hashNewPassword = async (
  { passwords }: AccountParts,
  { email }: Pick<Account, 'email'>,
  password: string,
): Promise<string> => {
  await passwords.require(password, email)
  return await passwords.hash(password)
}

/** A mailed token with its account. */
interface ResolvedToken extends MailedToken {
  readonly account: Account
}

/**
 * Finds a token without consuming it, before the password is hashed: requests without a valid token cost no hashing,
 * and a rejected password does not use up the token.
 * @throws Problem `mailed_token_invalid`
 */
const findMailedToken = async ({ store }: AccountParts, token: string, purpose: MailKind): Promise<ResolvedToken> => {
  const found = await store.mailedTokens.find(token, purpose)
  const account = found === undefined ? undefined : await store.users.findAccount(found, found.userId)
  if (found === undefined || account === undefined || !isUsableBy(account, found))
    throw new Problem('mailed_token_invalid')
  return { ...found, account }
}

/** Whether a token fits the current state of the account. A token that was sent to another address is invalid. */
const isUsableBy = (account: Account, { purpose, email }: MailedToken): boolean => {
  const isTheirs = emailKeyOf(account.email) === emailKeyOf(email)
  switch (purpose) {
    case 'invitation':
      return account.status === 'invited' && isTheirs
    case 'verification':
      return account.status === 'active' && (isTheirs || account.pendingEmail === email)
    case 'password_reset':
      return account.status === 'active' && isTheirs
  }
}

/** Consumes a token, once, and removes the user's other tokens of its kind. @throws Problem `mailed_token_invalid` */
const consumeToken = async (
  { store }: AccountParts,
  token: string,
  { account, purpose }: ResolvedToken,
): Promise<Account> => {
  if ((await store.mailedTokens.take(token, purpose)) === undefined) throw new Problem('mailed_token_invalid')
  await store.mailedTokens.removeOfUser(account, account.id, purpose)
  return account
}

/** Verifies the address, and completes an ownership that waited for it. */
const verifyAddress = async (parts: AccountParts, account: Account, email: string): Promise<void> => {
  if (!(await parts.store.users.verifyEmail(account, account.id, email))) throw new Problem('mailed_token_invalid')
  await reconcileOwner(parts, account, account.id)
}
