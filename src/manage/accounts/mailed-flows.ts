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

/** Whose mail it is, as somebody says who may be anybody. */
export interface MailWish {
  readonly kind: Exclude<MailKind, 'invitation'>
  readonly email: string
  readonly organizationId?: number | undefined
  /** Where from: a network that one subscriber has. */
  readonly from: string
}

/**
 * Has a mail sent to whom an address belongs, if to anybody: that is found out later and elsewhere, so that neither the
 * answer nor its time tells anything.
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
 * A first password for somebody who was invited. With it the address is verified too.
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
 * Looked up before anything is hashed: work is done for those alone who have a token. It is not used up by that: a password
 * that will not do costs nobody their mail.
 *
 * @throws Problem `mailed_token_invalid`
 */
const meantBy = async ({ store }: AccountParts, token: string, purpose: MailKind): Promise<Meant> => {
  const found = await store.mailedTokens.find(token, purpose)
  const account = found === undefined ? undefined : await store.users.findAccount(found, found.userId)
  if (found === undefined || account === undefined || !fits(account, found)) throw new Problem('mailed_token_invalid')
  return { ...found, account }
}

/** Whether a token is for somebody as they are now. One that was sent to another address is worth nothing. */
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

/** Uses a token up, once, and with it whatever else of its kind the same person was sent. @throws Problem `mailed_token_invalid` */
const used = async ({ store }: AccountParts, token: string, { account, purpose }: Meant): Promise<Account> => {
  if ((await store.mailedTokens.take(token, purpose)) === undefined) throw new Problem('mailed_token_invalid')
  await store.mailedTokens.removeOfUser(account, account.id, purpose)
  return account
}

/** Somebody reads mail at an address: it is theirs from now on, and an owner who was waiting for that is one. */
const verified = async (parts: AccountParts, account: Account, email: string): Promise<void> => {
  if (!(await parts.store.users.verifyEmail(account, account.id, email))) throw new Problem('mailed_token_invalid')
  await settleOwner(parts, account, account.id)
}
