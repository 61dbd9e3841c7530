import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { requirePasswordLoginAllowed } from './log-in.ts'
import { type LoggedIn, withAccessToken } from './logged-in.ts'
import { requireLoginAllowed } from './rules/login-allowed.ts'
import type { PortalSession } from './rules/portal-session.ts'

interface RefreshRequest {
  readonly refreshToken: string
  /** Whether the token was sent as a cookie. */
  readonly isFromCookie: boolean
  readonly traceId: string
}

/**
 * Exchanges a refresh token for a new pair of tokens, once; a refused request does not use it up. Reuse indicates a
 * stolen token: the session ends, and the organization's audit log records it (RFC 9700, section 4.14.2). A cookie that
 * is repeated within `COOKIE_REUSE_GRACE_MS` comes from another tab or a page whose response was lost: it gets the current
 * pair.
 * @throws Problem `refresh_token_invalid`, `refresh_token_expired`, `account_suspended`, `email_not_verified`,
 * `sso_required`, `organization_suspended`, `organization_inactive`
 */
export const refresh = async (
  parts: AccountParts,
  { refreshToken: text, isFromCookie, traceId }: RefreshRequest,
): Promise<LoggedIn> => {
  const { store } = parts
  const presented = await store.portalSessions.findByToken(text)
  const holder = presented === undefined ? undefined : await requireSessionUser(parts, presented)
  const refreshed = await store.portalSessions.refresh(text, { isFromCookie })
  switch (refreshed.kind) {
    case 'expired':
      throw new Problem('refresh_token_expired')
    case 'unknown':
      throw new Problem('refresh_token_invalid')
    case 'reused':
      await recordReuse(parts, refreshed.session, traceId)
      throw new Problem('refresh_token_invalid')
    case 'refreshed': {
      const { session, refreshToken } = refreshed
      return await withAccessToken(
        parts,
        { session, refreshToken },
        holder ?? (await requireSessionUser(parts, session)),
      )
    }
  }
}

/** @throws Problem if the user of the session may no longer log in */
const requireSessionUser = async (
  parts: AccountParts,
  session: PortalSession,
): Promise<Pick<LoggedIn, 'account' | 'organization'>> => {
  const { store } = parts
  const [account, organization] = await Promise.all([
    store.users.findAccount(session, session.userId),
    store.organizations.find(session),
  ])
  if (account === undefined || organization === undefined) throw new Problem('refresh_token_invalid')
  requireLoginAllowed(account, organization)
  if (!session.isFromProvider) await requirePasswordLoginAllowed(parts, account, organization)
  return { account, organization }
}

/** Records the reuse. Of a removed user only the id is known. */
const recordReuse = async ({ store }: AccountParts, session: PortalSession, traceId: string): Promise<void> => {
  const { userId: id } = session
  const email = (await store.users.find(session, id))?.email
  const actor = { kind: 'user', id, ...(email === undefined ? {} : { email }) } as const
  const change = { actor, action: 'session.ended_by_reuse', subject: String(id), changes: [], traceId } as const
  await store.audit.record(session, change, { write: async () => undefined })
}
