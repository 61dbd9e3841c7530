import type { Organization } from '../domain/access/organization.ts'
import { roleOf } from '../domain/account/user.ts'
import type { OpenSession } from '../store/portal-sessions.ts'
import type { Account } from '../store/user-document.ts'
import type { AccountParts } from './account-parts.ts'

/** Somebody who was let in, with the tokens of it. */
export interface LoggedIn extends OpenSession {
  readonly account: Account
  readonly organization: Organization
  readonly accessToken: string
  readonly expiresInS: number
}

/** Begins a log-in for somebody who is let in. */
export const entered = async (
  parts: Pick<AccountParts, 'store' | 'tokens'>,
  account: Account,
  organization: Organization,
): Promise<LoggedIn> =>
  await withAccess(parts, await parts.store.addPortalSession(account, account.id), { account, organization })

/** An access token for a log-in, beside its refresh token. */
export const withAccess = async (
  { tokens }: Pick<AccountParts, 'tokens'>,
  opened: OpenSession,
  { account, organization }: Pick<LoggedIn, 'account' | 'organization'>,
): Promise<LoggedIn> => {
  const { id: userId, organizationId } = account
  const claims = { userId, organizationId, sessionId: opened.session.id, role: roleOf(account, organization) }
  const { token: accessToken, expiresInS } = await tokens.sign(claims)
  return { ...opened, account, organization, accessToken, expiresInS }
}
