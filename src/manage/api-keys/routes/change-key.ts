import { z } from 'zod'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { apiKeyItem, requireActiveKey, requireKey, requirePermissions, requirePublicKey } from './api-key-item.ts'
import { ApiKeyItem, ApiKeyPatch, apiKeyPath } from './api-key-schema.ts'

/** `PATCH /api-keys/{api_key_id}` */
export const patchApiKey = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/api-keys/:api_key_id',
    summary: 'Update the name and restrictions of an API key',
    description:
      'Omitted fields stay unchanged; null removes a restriction. Changes apply from the next request with the key.',
    takes: z.object({ params: apiKeyPath, body: ApiKeyPatch }),
    gives: data(ApiKeyItem),
    problems: ['api_key_not_found', 'api_key_revoked', 'api_key_name_taken'],
    audits: 'api_key.changed',
    async change(exchange, { params, body }, record) {
      const { caller } = exchange
      const found = await requireActiveKey(app, caller, params.api_key_id)
      const { name, permissions, origins, addresses, expires_at: expiresAt, answer_details: answerDetails } = body
      requirePublicKey(found.kind, body)
      if (permissions !== undefined) requirePermissions(exchange, found.kind, permissions ?? undefined)
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(permissions === undefined ? {} : { permissions }),
        ...(origins === undefined ? {} : { origins }),
        ...(addresses === undefined ? {} : { addresses }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(answerDetails === undefined ? {} : { answerDetails }),
      }
      if (Object.keys(change).length === 0) return apiKeyItem(found)
      await record({ subject: found.id, changes: changesOf(body) }, async () => {
        if (!(await app.store.apiKeys.change(caller, found.id, change))) throw new Problem('api_key_revoked')
      })
      return apiKeyItem(await requireKey(app, caller, found.id))
    },
  })
