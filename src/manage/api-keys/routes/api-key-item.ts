import type { z } from 'zod'
import type { ListedKey } from '../../../access/rules/api-key.ts'
import type { Caller } from '../../../access/rules/caller.ts'
import {
  type KeyPermission,
  PERMISSIONS_OF_KIND,
  requireGrantable,
  uselessPermissions,
} from '../../../access/rules/permit.ts'
import type { ManagingExchange } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField, Problem } from '../../../platform/problems/problem.ts'
import type { ApiKeyItem } from './api-key-schema.ts'

/** A key as the contract writes it. */
export const apiKeyItem = (key: ListedKey): z.input<typeof ApiKeyItem> => ({
  id: key.id,
  name: key.name ?? null,
  kind: key.kind,
  database_id: key.databaseId ?? null,
  hint: key.hint,
  status: key.status,
  permissions: key.permissions ?? null,
  origins: key.origins ?? null,
  addresses: key.addresses ?? null,
  user_id: key.userId,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt ?? null,
  expires_at: key.expiresAt ?? null,
  revoked_at: key.revokedAt ?? null,
  previous_until: key.previousUntil ?? null,
})

/** A key of the caller's organization. @throws Problem `api_key_not_found` */
export const requireKey = async (
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<ListedKey> => {
  const found = await store.apiKeys.findListed(caller, id)
  if (found === undefined) throw new Problem('api_key_not_found')
  return found
}

/** An API key that was not revoked. @throws Problem `api_key_not_found`, `api_key_revoked` */
export const requireActiveKey = async (
  app: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<ListedKey> => {
  const found = await requireKey(app, caller, id)
  if (found.status === 'revoked') throw new Problem('api_key_revoked')
  return found
}

/**
 * Checks the permissions of a key against those of its creator and of its kind.
 * @param wanted undefined: all
 * @throws Problem `permission_missing`, `input_invalid`
 */
export const requirePermissions = (
  { permissions }: Pick<ManagingExchange, 'permissions'>,
  kind: ListedKey['kind'],
  wanted: readonly KeyPermission[] | undefined,
): void => {
  const useless = uselessPermissions(kind, wanted)
  const can = PERMISSIONS_OF_KIND[kind]
  if (useless.length > 0) throw invalidField('permissions', `must be among ${can.join(', ')} for a database key`)
  requireGrantable(permissions, wanted ?? can, 'permissions')
}

/** @throws Problem `input_invalid` if origins are set for an organization key */
export const requireNoOrigins = (kind: ListedKey['kind'], origins: readonly string[] | null | undefined): void => {
  if (kind === 'database' || origins == null) return
  throw invalidField('origins', 'apply to database keys only: an organization key is for servers, which send no Origin')
}
