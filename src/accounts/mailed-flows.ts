import { v7 as uuidv7 } from 'uuid'
import type { MailKind } from '../domain/account/mail-request.ts'
import type { MailedToken } from '../domain/account/mailed-token.ts'
import { Problem } from '../domain/problem.ts'
import type { Account } from '../store/user-document.ts'
import type { AccountParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { digestOf } from './digest.ts'
import { countAll } from './log-in.ts'

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
 * @throws Problem `email_invalid`, `login_delayed` after a few for one address
 */
export const wishForMail = async (
  parts: AccountParts,
  { kind, email, organizationId, from }: MailWish,
): Promise<void> => {
  const address = canonicalEmail(email)
  await countAll(parts, [
    { kind: 'mail', key: digestOf(parts, 'mail', kind, address.toLowerCase()) },
    { kind: 'address', key: digestOf(parts, 'mails from', from) },
  ])
  const whose = organizationId === undefined ? {} : { organizationId }
  await parts.mails.send({ mailId: uuidv7(), kind, email: address, ...whose })
}

/**
 * A first password for somebody who was invited. With it the address is verified too.
 * @throws Problem `mailed_token_invalid`, `password_invalid`
 */
export const acceptInvitation = async (
  parts: AccountParts,
  { token, password, name, traceId }: { token: string; password: string; name?: string | undefined; traceId: string },
): Promise<void> => {
  const passwordHash = await chosen(parts, password)
  const { account, taken } = await used(
    parts,
    token,
    'invitation',
    (found, email) => found.status === 'invited' && isOf(found, email),
  )
  await recorded(parts, account, 'user.invitation_accepted', traceId, async () => {
    const named = name === undefined ? {} : { name }
    await parts.store.changeUser(account, account.id, { status: 'active', passwordHash, ...named })
    await verified(parts, account, taken)
  })
}

/** @throws Problem `mailed_token_invalid`, `email_taken` where another user has taken the address meanwhile */
export const confirmEmail = async (
  parts: AccountParts,
  { token, traceId }: { token: string; traceId: string },
): Promise<void> => {
  const { account, taken } = await used(
    parts,
    token,
    'verification',
    (found, email) => isOf(found, email) || found.pendingEmail === email,
  )
  await recorded(parts, account, 'user.email_verified', traceId, () => verified(parts, account, taken))
}

/**
 * Another password for who reads mail at the address. All log-ins of the person end.
 * @throws Problem `mailed_token_invalid`, `password_invalid`
 */
export const resetPassword = async (
  parts: AccountParts,
  { token, password, traceId }: { token: string; password: string; traceId: string },
): Promise<void> => {
  const passwordHash = await chosen(parts, password)
  const { account, taken } = await used(
    parts,
    token,
    'password_reset',
    (found, email) => found.status !== 'invited' && isOf(found, email),
  )
  await recorded(parts, account, 'user.password_reset', traceId, async () => {
    await parts.store.changeUser(account, account.id, { passwordHash })
    await parts.store.endSessionsOf(account, account.id)
    await verified(parts, account, taken)
  })
}

/** Held against what is known of no account: the token is used up only by a password that will do. */
const chosen = async ({ passwords }: AccountParts, password: string): Promise<string> => {
  await passwords.require(password, '')
  return await passwords.hash(password)
}

/** Whether a token was sent to the address that an account has now: one that went elsewhere is worth nothing. */
const isOf = ({ email }: Account, sentTo: string): boolean => email.toLowerCase() === sentTo.toLowerCase()

/** Of a token that is used up by it. @throws Problem `mailed_token_invalid` */
const used = async (
  { store }: AccountParts,
  token: string,
  purpose: MailKind,
  fits: (account: Account, email: string) => boolean,
): Promise<{ readonly account: Account; readonly taken: MailedToken }> => {
  const taken = await store.takeMailedToken(token, purpose)
  const account = taken === undefined ? undefined : await store.account(taken, taken.userId)
  if (taken === undefined || account === undefined || !fits(account, taken.email))
    throw new Problem('mailed_token_invalid')
  // What else of its kind the same person was sent has no use any more.
  await store.removeMailedTokens(account, account.id, purpose)
  return { account, taken }
}

/** Somebody reads mail at an address: it is theirs from now on, and an owner who was waiting for that is one. */
const verified = async ({ store }: AccountParts, account: Account, { email }: MailedToken): Promise<void> => {
  if (!(await store.verifyEmail(account, account.id, email))) throw new Problem('mailed_token_invalid')
  if (account.role === 'owner') await store.addOwner(account, account.id)
}

type Action = 'user.invitation_accepted' | 'user.email_verified' | 'user.password_reset'

const recorded = async (
  { store }: AccountParts,
  account: Account,
  action: Action,
  traceId: string,
  write: () => Promise<void>,
): Promise<void> => {
  const actor = { kind: 'user', id: account.id, email: account.email } as const
  await store.recordChange(account, { actor, action, subject: String(account.id), changes: [], traceId }, { write })
}
