import type { z } from 'zod'
import type { ListedKey } from '../../../access/rules/api-key.ts'
import type { Caller } from '../../../access/rules/caller.ts'
import { answerDetailsOf } from '../../../access/rules/disclosure.ts'
import {
  type KeyPermission,
  PERMISSIONS_OF_KIND,
  requireGrantable,
  uselessPermissions,
} from '../../../access/rules/permit.ts'
import type { ManagingExchange } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField, Problem } from '../../../platform/problems/problem.ts'
import type { ApiKeyItem, ApiKeyPatch } from './api-key-schema.ts'

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
  answer_details: key.kind === 'database' ? answerDetailsOf(key) : null,
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

const SERVERS_ONLY = 'apply to database keys only: an organization key is for servers, which'

/** @throws Problem `input_invalid` if origins or answer details are set for an organization key */
export const requirePublicKey = (
  kind: ListedKey['kind'],
  { origins, answer_details: details }: Pick<z.output<typeof ApiKeyPatch>, 'origins' | 'answer_details'>,
): void => {
  if (kind === 'database') return
  if (origins != null) throw invalidField('origins', `${SERVERS_ONLY} send no Origin`)
  if (details !== undefined) throw invalidField('answer_details', `${SERVERS_ONLY} receive all details`)
}
