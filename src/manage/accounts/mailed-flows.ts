import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { digestOf } from './digest.ts'
import { welcome } from './log-in.ts'
import { countMails } from './mail-counts.ts'
import { writePassword } from './new-password.ts'
import { settleOwner } from './ownership.ts'
import { recordOwn } from './record-own.ts'
import { emailKeyOf } from './rules/email-key.ts'
import type { MailKind } from './rules/mail-request.ts'
import type { MailedToken } from './rules/mailed-token.ts'
import type { Account } from './store/user-document.ts'

/** What people do who have no log-in: with an address, and with tokens that were mailed to it. */

/** The recipient of a requested mail; the request is unauthenticated. */
export interface MailWish {
  readonly kind: Exclude<MailKind, 'invitation'>
  readonly email: string
  readonly organizationId?: number | undefined
  /** Where from: a network that one subscriber has. */
  readonly from: string
}

/**
 * Requests a mail to the account of an address. Whether it exists is decided later in a workflow, so that neither the
 * response nor its time discloses it.
 *
 * @throws Problem `email_invalid`, `mails_delayed` after a few for one address
 */
export const wishForMail = async (
  parts: AccountParts,
  { kind, email, organizationId, from }: MailWish,
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
  /** Where from: a network that one subscriber has. */
  readonly from: string
  readonly traceId: string
}

/**
 * Sets the first password of an invited user, and verifies the address.
 *
 * @throws Problem `mailed_token_invalid`, `password_invalid`, `login_delayed`
 */
export const acceptInvitation = async (
  parts: AccountParts,
  { token, password, name, from, traceId }: MailedPassword & { readonly name?: string | undefined },
): Promise<void> => {
  const { store } = parts
  const meant = await meantBy(parts, token, 'invitation')
  const passwordHash = await chosen(parts, meant.account, password)
  const account = await used(parts, token, meant)
  await recordOwn(parts, account, { action: 'user.invitation_accepted', traceId }, async () => {
    const fields = { passwordHash, ...(name === undefined ? {} : { name }) }
    if (!(await store.users.acceptInvitation(account, account.id, meant.email, fields)))
      throw new Problem('mailed_token_invalid')
    await settleOwner(parts, account, account.id)
    await welcome(parts, { ...account, email: meant.email }, from)
  })
}

/** @throws Problem `mailed_token_invalid`, `email_taken` where another user has taken the address meanwhile */
export const confirmEmail = async (
  parts: AccountParts,
  { token, traceId }: Pick<MailedPassword, 'token' | 'traceId'>,
): Promise<void> => {
  const meant = await meantBy(parts, token, 'verification')
  const account = await used(parts, token, meant)
  await recordOwn(parts, account, { action: 'user.email_verified', traceId }, () =>
    verified(parts, account, meant.email),
  )
}

/**
 * Another password for who reads mail at the address. All log-ins of the person end.
 * @throws Problem `mailed_token_invalid`, `password_invalid`, `login_delayed`
 */
export const resetPassword = async (
  parts: AccountParts,
  { token, password, from, traceId }: MailedPassword,
): Promise<void> => {
  const meant = await meantBy(parts, token, 'password_reset')
  const passwordHash = await chosen(parts, meant.account, password)
  const account = await used(parts, token, meant)
  await recordOwn(parts, account, { action: 'user.password_reset', traceId }, async () => {
    await writePassword(parts, account, { passwordHash })
    await verified(parts, account, meant.email)
    await welcome(parts, { ...account, email: meant.email }, from)
  })
}

const chosen = async (
  { passwords }: AccountParts,
  { email }: Pick<Account, 'email'>,
  password: string,
): Promise<string> => {
  await passwords.require(password, email)
  return await passwords.hash(password)
}

/** What a token stands for. */
interface Meant extends MailedToken {
  readonly account: Account
}

/**
 * Checked before anything is hashed, so that hashing is done for valid tokens alone. It does not use the token up: a
 * refused password does not cost the user the mail.
 *
 * @throws Problem `mailed_token_invalid`
 */
const meantBy = async ({ store }: AccountParts, token: string, purpose: MailKind): Promise<Meant> => {
  const found = await store.mailedTokens.find(token, purpose)
  const account = found === undefined ? undefined : await store.users.findAccount(found, found.userId)
  if (found === undefined || account === undefined || !fits(account, found)) throw new Problem('mailed_token_invalid')
  return { ...found, account }
}

/** Whether a token fits the current account; one that was sent to another address does not. */
const fits = (account: Account, { purpose, email }: MailedToken): boolean => {
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

/** Uses a token up, once, and with it all others of its kind for the same user. @throws Problem `mailed_token_invalid` */
const used = async ({ store }: AccountParts, token: string, { account, purpose }: Meant): Promise<Account> => {
  if ((await store.mailedTokens.take(token, purpose)) === undefined) throw new Problem('mailed_token_invalid')
  await store.mailedTokens.removeOfUser(account, account.id, purpose)
  return account
}

/** Marks an address as verified; an owner who was waiting for that becomes one. */
const verified = async (parts: AccountParts, account: Account, email: string): Promise<void> => {
  if (!(await parts.store.users.verifyEmail(account, account.id, email))) throw new Problem('mailed_token_invalid')
  await settleOwner(parts, account, account.id)
}
