import { requireEntrance } from '../domain/account/entrance.ts'
import { Problem } from '../domain/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { requirePassword } from './log-in.ts'
import { type LoggedIn, withAccess } from './logged-in.ts'

/**
 * Gives another pair of tokens for a refresh token, once. One that comes twice was stolen, or is sent by who has stolen it:
 * the whole log-in ends, and the log of the organization says so (RFC 9700, section 4.14.2).
 *
 * @throws Problem `refresh_token_invalid`, `refresh_token_expired`, `account_suspended`, `email_not_verified`,
 * `sso_required`, `organization_suspended`, `organization_inactive`
 */
export const refresh = async (parts: AccountParts, text: string, traceId: string): Promise<LoggedIn> => {
  const { store } = parts
  const refreshed = await store.refreshSession(text)
  if (refreshed.kind === 'expired') throw new Problem('refresh_token_expired')
  if (refreshed.kind === 'unknown') throw new Problem('refresh_token_invalid')
  const { session } = refreshed
  const { userId } = session
  if (refreshed.kind === 'reused') {
    const change = { action: 'session.ended_by_reuse' as const, subject: String(userId), changes: [], traceId }
    await store.recordChange(
      session,
      { ...change, actor: { kind: 'user', id: userId } },
      { write: async () => undefined },
    )
    throw new Problem('refresh_token_invalid')
  }
  const [account, organization] = await Promise.all([store.account(session, userId), store.organization(session)])
  if (account === undefined || organization === undefined) throw new Problem('refresh_token_invalid')
  requireEntrance(account, organization)
  if (!session.isFromProvider) await requirePassword(parts, account, organization)
  return await withAccess(parts, { session, refreshToken: refreshed.refreshToken }, { account, organization })
}
