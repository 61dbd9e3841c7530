import type { Organization } from '../../access/rules/organization.ts'
import type { AccountParts } from './account-parts.ts'
import { withOwner } from './ownership.ts'
import { roleOf } from './rules/user.ts'
import type { OpenSession } from './store/portal-sessions.ts'
import type { Account } from './store/user-document.ts'

/** A logged-in user with the tokens of the session. */
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

/** Starts a session for an authenticated user. */
export const entered = async (
  parts: Pick<AccountParts, 'store' | 'tokens'>,
  account: Account,
  organization: Organization,
  options: SessionOptions = {},
): Promise<LoggedIn> =>
  await withAccess(parts, await parts.store.portalSessions.add(account, account.id, options), { account, organization })

/**
 * Adds an access token to a refresh token. A user who has accepted to be an owner becomes one here at the latest, if a
 * process died before.
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
