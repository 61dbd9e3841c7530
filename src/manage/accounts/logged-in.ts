import type { Organization } from '../../access/rules/organization.ts'
import type { AccountParts } from './account-parts.ts'
import { withOwner } from './ownership.ts'
import { roleOf } from './rules/user.ts'
import type { OpenSession } from './store/portal-sessions.ts'
import type { Account } from './store/user-document.ts'

/** Somebody who was let in, with the tokens of it. */
export interface LoggedIn extends OpenSession {
  readonly account: Account
  readonly organization: Organization
  readonly accessToken: string
  readonly expiresInS: number
}

/** How a session is begun. */
export interface SessionOptions {
  /** Whether a browser is to keep the refresh token in a cookie; false by default. */
  readonly isCookieBased?: boolean | undefined
}

/** Begins a log-in for somebody who is let in. */
export const entered = async (
  parts: Pick<AccountParts, 'store' | 'tokens'>,
  account: Account,
  organization: Organization,
  options: SessionOptions = {},
): Promise<LoggedIn> =>
  await withAccess(parts, await parts.store.portalSessions.add(account, account.id, options), { account, organization })

/**
 * An access token for a log-in, beside its refresh token. Whoever has accepted to be an owner is one by now, be it that
 * a process died when they did.
 */
export const withAccess = async (
  parts: Pick<AccountParts, 'store' | 'tokens'>,
  opened: OpenSession,
  { account, organization: found }: Pick<LoggedIn, 'account' | 'organization'>,
): Promise<LoggedIn> => {
  const organization = await withOwner(parts, account, found)
  const { id: userId, organizationId } = account
  const claims = { userId, organizationId, sessionId: opened.session.id, role: roleOf(account, organization) }
  const { token: accessToken, expiresInS } = await parts.tokens.sign(claims)
  return { ...opened, account, organization, accessToken, expiresInS }
}
