import { z } from 'zod'
import { tenantScope } from '../../../access/rules/caller.ts'
import { type AccessRequirements, OWN_ACCOUNT } from '../../../access/rules/permit.ts'
import { restrict } from '../../../guard/restriction.ts'
import { data } from '../../../http/reply.ts'
import { type Exchange, endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { requirePerson } from '../../accounts/routes/auth/require-person.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { OAUTH_IDLE_S, type OAuthGrant } from '../rules/oauth-grant.ts'
import { AllowBody, OAuthAnswer, OAuthRequestItem, requestPath } from './oauth-schema.ts'

type Parts = Pick<RouteParts, 'oauth' | 'store' | 'databases'>

/** A key cannot connect an app: its tokens act as a user. */
const CONNECTING: AccessRequirements = { ...OWN_ACCOUNT, feature: 'api_access' }

/** `GET /auth/oauth/requests/{uid}` */
export const getOAuthRequest = (app: Parts) =>
  endpoint({
    method: 'get',
    path: '/auth/oauth/requests/:uid',
    summary: 'Get the request of an app that a user decides about',
    description:
      'The page `/connect/{uid}` of the portal shows it, to which `/oauth/authorize` has sent the browser of the user. It can be answered once, within 30 minutes.',
    takes: z.object({ params: requestPath }),
    gives: data(OAuthRequestItem),
    problems: ['oauth_request_not_found', 'plan_feature_required'],
    needs: CONNECTING,
    async handle({ publicUrl, organization }, { params: { uid } }) {
      const { clientName, redirectHost, expiresAt } = await app.oauth.request(publicUrl, uid)
      return {
        client_name: clientName,
        redirect_host: redirectHost,
        organization_name: organization.name,
        expires_at: expiresAt.toISOString(),
      }
    },
  })

/** `POST /auth/oauth/requests/{uid}/allow` */
export const allowOAuthRequest = (app: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/oauth/requests/:uid/allow',
    summary: 'Allow an app to ask in the name of the user',
    description:
      'The app may ask the given databases, with the role of the user, for the tenant and scope of the headers `X-Tenant-Id` and `X-Scope-Id`. Databases with and without tenant scoping need separate connections. Redirect the browser to `redirect_to`.',
    takes: z.object({ params: requestPath, body: AllowBody }),
    gives: data(OAuthAnswer, { description: 'Allowed.' }),
    problems: [
      'oauth_request_not_found',
      'database_not_found',
      'tenant_missing',
      'tenant_invalid',
      'tenant_not_expected',
      'plan_feature_required',
    ],
    audits: 'oauth_grant.created',
    needs: CONNECTING,
    async handle(exchange, { params: { uid }, body: { database_ids } }) {
      const databaseIds = [...new Set(database_ids)]
      const { caller, revision } = exchange
      for (const id of databaseIds) restrict(caller, await app.databases.database(caller, id, revision))
      const request = await app.oauth.request(exchange.publicUrl, uid)
      const decide = () => addGrant(app, exchange, { ...request, databaseIds })
      return { redirect_to: await app.oauth.answer(uid, decide) }
    },
  })

/** `POST /auth/oauth/requests/{uid}/refuse` */
export const refuseOAuthRequest = (app: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/oauth/requests/:uid/refuse',
    summary: 'Refuse the request of an app',
    takes: z.object({ params: requestPath }),
    gives: data(OAuthAnswer, { description: 'Refused. Redirect the browser to `redirect_to`, which tells the app.' }),
    problems: ['oauth_request_not_found'],
    needs: OWN_ACCOUNT,
    async handle(_exchange, { params: { uid } }) {
      return { redirect_to: await app.oauth.answer(uid, async () => undefined) }
    },
  })

/** Stores what a user allows, unless the login in which it is allowed has ended. */
const addGrant = async (
  { store }: Parts,
  exchange: Exchange,
  request: Pick<OAuthGrant, 'clientId' | 'clientName' | 'redirectHost' | 'resource' | 'databaseIds'>,
): Promise<OAuthGrant> => {
  const { caller, newId: id, by } = exchange
  const { organizationId, userId } = caller
  const findLogin = async () => {
    const session = await store.portalSessions.find(caller, requirePerson(exchange).sessionId)
    if (session === undefined) throw new Problem('token_invalid')
    return session.provider === undefined ? {} : { provider: session.provider }
  }
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + OAUTH_IDLE_S * 1000)
  const owner = { organizationId, userId, ...tenantScope(caller), ...(await findLogin()) }
  const grant = { ...request, ...owner, id, createdAt, expiresAt }
  const changes = changesOf({
    client: grant.clientName,
    redirect_host: grant.redirectHost,
    database_ids: [...grant.databaseIds],
    tenant_id: caller.tenantId,
    scope_id: caller.scopeId,
  })
  const write = async () => {
    await store.oauthGrants.add(grant)
    // A concurrent change of the password ends the grants that exist at that time: check again after the write.
    await findLogin().catch(async (error: unknown) => {
      await store.oauthGrants.remove(grant, id)
      throw error
    })
  }
  await store.audit.record(caller, { ...by, action: 'oauth_grant.created', subject: id, changes }, { write })
  await store.oauthItems.extend({ kind: 'Client', id: grant.clientId }, expiresAt)
  return grant
}
