import { z } from 'zod'
import { uuid } from '../../../http/input.ts'
import { OAUTH_DATABASES_MAX, type OAuthGrant } from '../rules/oauth-grant.ts'

const timestamp = z.iso.datetime({ precision: 3 })

export const requestPath = z.object({ uid: z.string().min(1).max(100) })

const client = {
  client_name: z.string().meta({ description: 'As the app calls itself: not verified.' }),
  redirect_host: z
    .string()
    .meta({ description: 'The host to which the browser is sent with the result, or the scheme of an app.' }),
}

/** What a user decides about. */
export const OAuthRequestItem = z
  .object({ ...client, organization_name: z.string(), expires_at: timestamp })
  .meta({ id: 'OAuthRequest' })

const DATABASES = `must be a list of 1 to ${OAUTH_DATABASES_MAX} databases`

export const AllowBody = z
  .strictObject({ database_ids: z.array(uuid, DATABASES).min(1, DATABASES).max(OAUTH_DATABASES_MAX, DATABASES) })
  .meta({ id: 'OAuthAllowRequest' })

export const OAuthAnswer = z
  .object({ redirect_to: z.url().meta({ description: 'Where the browser that asked has to go. Works once.' }) })
  .meta({ id: 'OAuthAnswer' })

const OAuthGrantItem = z
  .object({
    id: z.uuid(),
    ...client,
    user_id: z.int(),
    database_ids: z.array(z.uuid()).readonly(),
    tenant_id: z.string().nullable(),
    scope_id: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'OAuthGrant' })

export const OAuthGrantList = z.object({ grants: z.array(OAuthGrantItem).readonly() })

export const grantPath = z.object({ grant_id: uuid })

/** A grant as the API returns it. */
export const grantItem = (grant: OAuthGrant) => ({
  id: grant.id,
  client_name: grant.clientName,
  redirect_host: grant.redirectHost,
  user_id: grant.userId,
  database_ids: grant.databaseIds,
  tenant_id: grant.tenantId ?? null,
  scope_id: grant.scopeId ?? null,
  created_at: grant.createdAt.toISOString(),
  last_used_at: grant.lastUsedAt?.toISOString() ?? null,
})
