import type { Store } from '../../store/store.ts'
import { changesOf } from '../audit/rules/audit.ts'
import type { OAuthGrant } from './rules/oauth-grant.ts'

export const GRANT_REVOKED = 'oauth_grant.revoked'

/** Ends a grant with its tokens, at once. @returns false if it has ended already */
export const revokeGrant = async (
  store: Pick<Store, 'oauthGrants' | 'oauthItems'>,
  grant: Pick<OAuthGrant, 'id' | 'organizationId'>,
): Promise<boolean> => {
  const isRemoved = await store.oauthGrants.remove(grant, grant.id)
  await store.oauthItems.removeOfGrant(grant.id)
  return isRemoved
}

/** As `revokeGrant`, at the request of the client, or because a code or refresh token was used twice. */
export const revokeGrantOfClient = async (
  store: Pick<Store, 'oauthGrants' | 'oauthItems' | 'audit'>,
  grant: OAuthGrant,
): Promise<void> => {
  const changes = changesOf({ client: grant.clientName, user_id: grant.userId })
  const entry = { actor: { kind: 'service' }, action: GRANT_REVOKED, subject: grant.id, changes } as const
  await store.audit.record(grant, entry, { write: () => revokeGrant(store, grant) })
}
