import type { Organization } from '../../access/rules/organization.ts'
import type { AccountParts } from './account-parts.ts'
import { withReconciledOwner } from './ownership.ts'
import { roleOf } from './rules/user.ts'
import type { OpenSession } from './store/portal-sessions.ts'
import type { Account } from './store/user-document.ts'

/** A logged-in user and the tokens of the new session. */
export interface LoggedIn extends OpenSession {
  readonly account: Account
  readonly organization: Organization
  readonly accessToken: string
  readonly expiresInS: number
}

export interface SessionOptions {
  /** Whether the refresh token is set as a cookie of the browser; false by default. */
  readonly isCookieBased?: boolean | undefined
}

/** Starts a session. The caller has authenticated the account. */
export const startSession = async (
  parts: Pick<AccountParts, 'store' | 'tokens'>,
  account: Account,
  organization: Organization,
  options: SessionOptions = {},
): Promise<LoggedIn> =>
  await withAccessToken(parts, await parts.store.portalSessions.add(account, account.id, options), {
    account,
    organization,
  })

/**
 * Adds an access token to a session. It also completes an accepted ownership that a process left unfinished when it
 * died.
 */
export const withAccessToken = async (
  parts: Pick<AccountParts, 'store' | 'tokens'>,
  opened: OpenSession,
  { account, organization: found }: Pick<LoggedIn, 'account' | 'organization'>,
): Promise<LoggedIn> => {
  const organization = await withReconciledOwner(parts, account, found)
  const { id: userId, organizationId } = account
  const claims = { userId, organizationId, sessionId: opened.session.id, role: roleOf(account, organization) }
  const { token: accessToken, expiresInS } = await parts.tokens.sign(claims)
  return { ...opened, account, organization, accessToken, expiresInS }
}
