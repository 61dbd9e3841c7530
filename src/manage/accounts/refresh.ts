import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { requirePasswordEntrance } from './log-in.ts'
import { type LoggedIn, withAccess } from './logged-in.ts'
import { requireEntrance } from './rules/entrance.ts'
import type { PortalSession } from './rules/portal-session.ts'

/** A refresh token, and how it was sent. */
export interface RefreshRequest {
  readonly refreshToken: string
  /** Whether a browser has sent it in its cookie. */
  readonly isFromCookie: boolean
  readonly traceId: string
}

/**
 * Exchanges a refresh token for a new pair, once; a refused user keeps it. A reused token was stolen or is sent by a
 * thief: the session ends, and the audit log records it (RFC 9700, section 4.14.2). A cookie that is repeated at once
 * is another tab's, or that of a lost response: it gets the current pair.
 *
 * @throws Problem `refresh_token_invalid`, `refresh_token_expired`, `account_suspended`, `email_not_verified`,
 * `sso_required`, `organization_suspended`, `organization_inactive`
 */
export const refresh = async (
  parts: AccountParts,
  { refreshToken: text, isFromCookie, traceId }: RefreshRequest,
): Promise<LoggedIn> => {
  const { store } = parts
  const presented = await store.portalSessions.findByToken(text)
  const whose = presented === undefined ? undefined : await letIn(parts, presented)
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
      return await withAccess(parts, { session, refreshToken }, whose ?? (await letIn(parts, session)))
    }
  }
}

/** @throws Problem where the person of a log-in is let in no more */
const letIn = async (
  parts: AccountParts,
  session: PortalSession,
): Promise<Pick<LoggedIn, 'account' | 'organization'>> => {
  const { store } = parts
  const [account, organization] = await Promise.all([
    store.users.findAccount(session, session.userId),
    store.organizations.find(session),
  ])
  if (account === undefined || organization === undefined) throw new Problem('refresh_token_invalid')
  requireEntrance(account, organization)
  if (!session.isFromProvider) await requirePasswordEntrance(parts, account, organization)
  return { account, organization }
}

/** Of a deleted account only the id is known. */
const recordReuse = async ({ store }: AccountParts, session: PortalSession, traceId: string): Promise<void> => {
  const { userId: id } = session
  const email = (await store.users.find(session, id))?.email
  const actor = { kind: 'user', id, ...(email === undefined ? {} : { email }) } as const
  const change = { actor, action: 'session.ended_by_reuse', subject: String(id), changes: [], traceId } as const
  await store.audit.record(session, change, { write: async () => undefined })
}
