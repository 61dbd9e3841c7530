import { z } from 'zod'
import { publicKeyRisk } from '../../../domain/access/api-key.ts'
import { changesOf } from '../../../domain/access/audit.ts'
import type { Caller } from '../../../domain/access/caller.ts'
import type { DatabaseSettings } from '../../../domain/access/database-settings.ts'
import { invalidField } from '../../../domain/problem.ts'
import { audited } from '../../audited.ts'
import { missing } from '../../input.ts'
import { data } from '../../reply.ts'
import type { RouteParts } from '../../route-parts.ts'
import { apiKeyItem, foundKey, requireNoOrigins, requirePermissions } from './api-key-item.ts'
import { ApiKeyBody, ShownApiKey } from './api-key-schema.ts'

/** `POST /api-keys` */
export const createApiKey = (app: Pick<RouteParts, 'databases' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key',
    description: 'The key is shown only in this response. A key cannot have more permissions than its creator.',
    takes: z.object({ body: ApiKeyBody }),
    gives: data(ShownApiKey, { status: 201, description: 'Created.' }),
    problems: ['api_key_name_taken', 'database_not_found'],
    audits: 'api_key.created',
    async change(exchange, { body }, record) {
      const { caller, newId } = exchange
      const { name, permissions, origins, addresses, expires_at: expiresAt } = body
      const database = await databaseOf(app, caller, body)
      const kind = database === undefined ? 'organization' : 'database'
      requireNoOrigins(kind, origins)
      requirePermissions(exchange, kind, permissions ?? undefined)
      const kept = {
        kind,
        name,
        userId: caller.userId,
        ...(exchange.role === 'owner' ? {} : { role: exchange.role }),
        ...(database === undefined ? {} : { databaseId: database.id }),
        ...(permissions == null ? {} : { permissions }),
        ...(origins == null ? {} : { origins }),
        ...(addresses == null ? {} : { addresses }),
        ...(expiresAt == null ? {} : { expiresAt }),
      } as const
      const id = app.store.apiKeys.idFrom(newId)
      const recorded = { subject: id, changes: changesOf({ ...body, kind }) }
      const { text } = await record(recorded, () => app.store.apiKeys.add(caller, kept, id))
      const risk = database === undefined ? undefined : publicKeyRisk(database)
      const made = apiKeyItem(await foundKey(app, caller, id))
      return { ...made, key: text, warnings: risk === undefined ? [] : [risk] }
    },
  })

/** The database of a database key. @throws Problem `database_not_found`, `field_missing`, `input_invalid` */
const databaseOf = async (
  app: Pick<RouteParts, 'databases'>,
  caller: Caller,
  { kind, database_id: id }: z.output<typeof ApiKeyBody>,
): Promise<DatabaseSettings | undefined> => {
  if (id == null && kind === 'database') throw missing('database_id')
  if (id == null) return undefined
  if (kind === 'organization')
    throw invalidField('database_id', 'applies to database keys only: an organization key has access to all databases')
  return await app.databases.database(caller, id)
}
