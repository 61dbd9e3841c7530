import type { Store } from '../../store/store.ts'
import { type AuditEntry, changesOf } from '../audit/rules/audit.ts'
import type { OAuthGrant } from './rules/oauth-grant.ts'

export const GRANT_REVOKED = 'oauth_grant.revoked'

/** Ends a grant with its tokens, at once. @param by for the audit log @returns false if it has ended already */
export const revokeGrant = async (
  store: Pick<Store, 'oauthGrants' | 'oauthItems' | 'audit'>,
  grant: OAuthGrant,
  by: Pick<AuditEntry, 'actor' | 'traceId'>,
): Promise<boolean> => {
  const changes = changesOf({ client: grant.clientName, user_id: grant.userId })
  const write = async () => {
    const isRemoved = await store.oauthGrants.remove(grant, grant.id)
    await store.oauthItems.removeOfGrant(grant.id)
    return isRemoved
  }
  return await store.audit.record(grant, { ...by, action: GRANT_REVOKED, subject: grant.id, changes }, { write })
}
