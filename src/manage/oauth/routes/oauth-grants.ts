import { z } from 'zod'
import { OWN_ACCOUNT } from '../../../access/rules/permit.ts'
import { outranks } from '../../../access/rules/role.ts'
import { NOTHING } from '../../../http/input.ts'
import { data, status } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { GRANT_REVOKED, revokeGrant } from '../revoke-grant.ts'
import { grantItem, grantPath, OAuthGrantList } from './oauth-schema.ts'

/** Owners and admins see and end the connections of all users; they can remove the users, too. */
const managesAll = (role: Parameters<typeof outranks>[0]): boolean => outranks(role, 'admin')

/** `GET /auth/grants` */
export const listOAuthGrants = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/auth/grants',
    summary: 'List connected apps, latest first',
    description:
      'Apps that may ask in the name of the user, over OAuth. Owners and admins get those of all users of the organization, at most 1,000. An app without a request for 30 days is disconnected.',
    takes: NOTHING,
    gives: data(OAuthGrantList),
    problems: [],
    needs: OWN_ACCOUNT,
    async handle({ caller, role }) {
      const grants = await app.store.oauthGrants.list(caller, managesAll(role) ? undefined : caller.userId)
      return { grants: grants.map(grantItem) }
    },
  })

/** `DELETE /auth/grants/{grant_id}` */
export const revokeOAuthGrant = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'delete',
    path: '/auth/grants/:grant_id',
    summary: 'Disconnect an app immediately',
    description: 'Its tokens are no longer accepted. Owners and admins can disconnect the apps of all users.',
    takes: z.object({ params: grantPath }),
    gives: status('The app is disconnected.'),
    problems: ['oauth_grant_not_found'],
    audits: GRANT_REVOKED,
    needs: OWN_ACCOUNT,
    async handle({ caller, role, by }, { params: { grant_id } }) {
      const grant = await app.store.oauthGrants.find(caller, grant_id)
      const isOwn = grant?.userId === caller.userId
      if (grant === undefined || !(isOwn || managesAll(role))) throw new Problem('oauth_grant_not_found')
      if (!(await revokeGrant(app.store, grant, by))) throw new Problem('oauth_grant_not_found')
      return 'The app is disconnected.'
    },
  })
