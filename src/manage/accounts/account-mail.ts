import {
  invitationMail,
  type MailFacts,
  type MailText,
  passwordResetMail,
  verificationMail,
} from '../../platform/mail/rules/mail-texts.ts'
import type { Store } from '../../store/store.ts'
import type { AccountParts } from './account-parts.ts'
import { digestOf } from './digest.ts'
import type { AccountMail, MailKind } from './rules/mail-request.ts'
import { MAILED_TOKEN_PREFIX } from './rules/mailed-token.ts'
import type { Account } from './store/user-document.ts'

/**
 * Writes the text of a mail in the worker that sends it, so that its token is in no workflow history. Every attempt to
 * send one mail uses the same token, which derives from the mail's id and purpose. A mail whose token was used is not
 * written again.
 * @param portalUrl base of the links; undefined: mails show the API request instead
 */
export const accountMail =
  (parts: Pick<AccountParts, 'store' | 'digestKeys'>, portalUrl: string | undefined): AccountMail =>
  async ({ mailId, kind, organizationId, userId, email }) => {
    const { store } = parts
    const account = await addressee(store, { organizationId, userId, email }, kind)
    const organization = account && (await store.organizations.find(account))
    if (account === undefined || organization === undefined) return undefined
    const to = kind === 'verification' ? (account.pendingEmail ?? account.email) : account.email
    const token = `${MAILED_TOKEN_PREFIX}_${digestOf(parts, 'mailed token', mailId, kind, account.organizationId, account.id, to)}`
    const mailedToken = { organizationId: account.organizationId, userId: account.id, purpose: kind, email: to }
    const expiresAt = await store.mailedTokens.add(token, mailedToken)
    if (expiresAt === undefined) return undefined
    const facts = {
      token,
      expiresAt,
      organizationName: organization.name,
      organizationId: organization.id,
      ...(portalUrl === undefined ? {} : { portalUrl }),
    }
    return { id: mailId, to, ...TEXTS[kind](facts) }
  }

const TEXTS: Readonly<Record<MailKind, (facts: MailFacts) => MailText>> = {
  invitation: invitationMail,
  verification: verificationMail,
  password_reset: passwordResetMail,
}

interface AddresseeRef {
  readonly organizationId: number | undefined
  readonly userId: number | undefined
  readonly email: string | undefined
}

/** The account that the mail is for, if its current state allows this kind of mail. */
const addressee = async (
  store: Store,
  { organizationId, userId, email }: AddresseeRef,
  kind: MailKind,
): Promise<Account | undefined> => {
  if (userId !== undefined && organizationId !== undefined) {
    const account = await store.users.findAccount({ organizationId }, userId)
    return account !== undefined && isDeliverable(kind, account) ? account : undefined
  }
  if (email === undefined) return undefined
  const all = await store.users.findAccounts(email, organizationId)
  return all.find((account) => isDeliverable(kind, account))
}

const isDeliverable = (kind: MailKind, account: Account): boolean => {
  switch (kind) {
    case 'invitation':
      return account.status === 'invited'
    case 'verification':
      return account.status === 'active' && (!account.emailVerified || account.pendingEmail !== undefined)
    case 'password_reset':
      // Owners can log in with a password even if the identity provider fails, so they may always set one.
      return account.status === 'active' && (account.passwordHash !== undefined || account.role === 'owner')
  }
}
