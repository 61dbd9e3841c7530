import { z } from 'zod'
import { publicKeyRisk } from '../../../access/rules/api-key.ts'
import type { Caller } from '../../../access/rules/caller.ts'
import { audited } from '../../../http/audited.ts'
import { missing } from '../../../http/input.ts'
import { data } from '../../../http/reply.ts'
import type { ManagingExchange } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import type { PartOf } from '../../../platform/values/part-of.ts'
import { changesOf, type Recorder } from '../../audit/rules/audit.ts'
import type { DatabaseSettings } from '../../databases/rules/database-settings.ts'
import { apiKeyItem, requireKey, requirePermissions, requirePublicKey } from './api-key-item.ts'
import { ApiKeyBody, CommandKeyBody, ShownApiKey } from './api-key-schema.ts'

const CREATION = {
  method: 'post',
  path: '/api-keys',
  summary: 'Create an API key',
  description: 'The key is shown only in this response. A key cannot have more permissions than its creator.',
  gives: data(ShownApiKey, { status: 201, description: 'Created.' }),
  problems: ['api_key_name_taken', 'database_not_found'],
  audits: 'api_key.created',
} as const

type Parts = Pick<RouteParts, 'store'> & PartOf<RouteParts, { databases: 'database' }>

/** `POST /api-keys` */
export const createApiKey = (app: Parts) =>
  audited(app, {
    ...CREATION,
    takes: z.object({ body: ApiKeyBody }),
    change: (exchange, { body }, record) => createKey(app, exchange, body, record),
  })

/** The endpoint for the command line tool, whose keys may have no name. */
export const createCommandKey = (app: Parts) =>
  audited(app, {
    ...CREATION,
    takes: z.object({ body: CommandKeyBody }),
    change: (exchange, { body }, record) => createKey(app, exchange, body, record),
  })

const createKey = async (
  app: Parts,
  exchange: ManagingExchange,
  body: z.output<typeof CommandKeyBody>,
  record: Recorder,
): Promise<z.input<typeof ShownApiKey>> => {
  const { caller, newId } = exchange
  const { name, permissions, origins, addresses, expires_at: expiresAt, answer_details: answerDetails = [] } = body
  const database = await databaseOf(app, caller, body)
  const kind = database === undefined ? 'organization' : 'database'
  requirePublicKey(kind, body)
  requirePermissions(exchange, kind, permissions ?? undefined)
  const fields = {
    kind,
    userId: caller.userId,
    ...(name === undefined ? {} : { name }),
    ...(exchange.role === 'owner' ? {} : { role: exchange.role }),
    ...(database === undefined ? {} : { databaseId: database.id, answerDetails }),
    ...(permissions == null ? {} : { permissions }),
    ...(origins == null ? {} : { origins }),
    ...(addresses == null ? {} : { addresses }),
    ...(expiresAt == null ? {} : { expiresAt }),
  } as const
  const id = app.store.apiKeys.idFrom(newId)
  const recorded = { subject: id, changes: changesOf({ ...body, kind }) }
  const { text } = await record(recorded, () => app.store.apiKeys.add(caller, fields, id))
  const risk = database === undefined ? undefined : publicKeyRisk(database)
  const item = apiKeyItem(await requireKey(app, caller, id))
  return { ...item, key: text, warnings: risk === undefined ? [] : [risk] }
}

/** The database of a database key. @throws Problem `database_not_found`, `field_missing`, `input_invalid` */
const databaseOf = async (
  app: PartOf<RouteParts, { databases: 'database' }>,
  caller: Caller,
  { kind, database_id: id }: Pick<z.output<typeof ApiKeyBody>, 'kind' | 'database_id'>,
): Promise<DatabaseSettings | undefined> => {
  if (id == null && kind === 'database') throw missing('database_id')
  if (id == null) return undefined
  if (kind === 'organization')
    throw invalidField('database_id', 'applies to database keys only: an organization key has access to all databases')
  return await app.databases.database(caller, id)
}
