import { z } from 'zod'
import { outranks } from '../../../access/rules/role.ts'
import { audited } from '../../../http/audited.ts'
import { data, status } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { apiKeyItem, requireActiveKey, requireKey, requirePermissions } from './api-key-item.ts'
import { apiKeyPath, RotationBody, ShownApiKey } from './api-key-schema.ts'

/** `POST /api-keys/{api_key_id}/rotate` */
export const rotateApiKey = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/api-keys/:api_key_id/rotate',
    summary: 'Rotate an API key',
    description:
      'The new key is shown only in this response. The previous key stops working immediately, or after `grace_seconds`.',
    takes: z.object({ params: apiKeyPath, body: RotationBody }),
    gives: data(ShownApiKey),
    problems: ['api_key_not_found', 'api_key_revoked', 'role_not_permitted'],
    audits: 'api_key.rotated',
    async change(exchange, { params, body }, record) {
      const { caller } = exchange
      const found = await requireActiveKey(app, caller, params.api_key_id)
      // The caller receives the new key, and with it the key's permissions.
      requirePermissions(exchange, found.kind, found.permissions)
      if (!outranks(exchange.role, found.role ?? 'owner')) throw new Problem('role_not_permitted')
      const graceS = body?.grace_seconds ?? 0
      const recorded = { subject: found.id, changes: changesOf({ grace_seconds: graceS }) }
      const { text } = await record(recorded, async () => {
        const renewed = await app.store.apiKeys.rotate(caller, found.id, graceS * 1000)
        if (renewed === undefined) throw new Problem('api_key_revoked')
        return renewed
      })
      return { ...apiKeyItem(await requireKey(app, caller, found.id)), key: text, warnings: [] }
    },
  })

/** `DELETE /api-keys/{api_key_id}` */
export const revokeApiKey = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/api-keys/:api_key_id',
    summary: 'Revoke an API key',
    description: 'Requests with the key are refused from now on. Revocation is permanent; the key stays in the list.',
    takes: z.object({ params: apiKeyPath }),
    gives: status('Revoked.'),
    problems: ['api_key_not_found'],
    audits: 'api_key.revoked',
    async change({ caller }, { params }, record) {
      const { id, status } = await requireKey(app, caller, params.api_key_id)
      // Two concurrent requests may both revoke the key.
      if (status !== 'revoked') await record({ subject: id, changes: [] }, () => app.store.apiKeys.revoke(caller, id))
      return 'The API key is revoked.'
    },
  })
