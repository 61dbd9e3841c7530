import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { ownerTypes } from '../../../manage/databases/routes/database-schema.ts'
import type { DatabaseSettings } from '../../../manage/databases/rules/database-settings.ts'
import { data } from '../../reply.ts'
import { type Exchange, endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'

/** A database as shown to callers who may ask it. */
const AskableDatabase = z
  .object({
    id: z.uuid(),
    name: z.string(),
    engine: z.string().optional().meta({ description: 'Only for organization keys and users.' }),
    scoped: z
      .boolean()
      .meta({ description: 'Whether the database has tenant scoping: then questions require `X-Tenant-Id`.' }),
    tenant_id_type: ownerTypes
      .nullable()
      .meta({ description: 'The type of its tenant ids; null if it has no tenant scoping.' }),
    takes_scope: z.boolean().meta({ description: 'Whether `X-Scope-Id` restricts the rows that a question sees.' }),
  })
  .meta({ id: 'AskableDatabase' })

/** The databases of the caller's organization, or the own database of a public key, oldest first. */
export const askableDatabases = async (
  { cachedReads }: Pick<RouteParts, 'cachedReads'>,
  { caller, revision }: Pick<Exchange, 'caller' | 'revision'>,
): Promise<readonly DatabaseSettings[]> => {
  const all = await cachedReads.databases(caller, revision)
  return caller.kind === 'database' ? all.filter(({ id }) => id === caller.databaseId) : all
}

/** `GET /chat/databases`: without pages, because plans limit the number of databases. */
export const listAskable = (app: Pick<RouteParts, 'cachedReads'>) =>
  endpoint({
    method: 'get',
    path: '/chat/databases',
    summary: 'List databases that the caller may ask, oldest first',
    description:
      'All databases of the organization; for a database key, its own database. Unlike `GET /databases`, this is also available to members.',
    takes: z.object({}),
    gives: data(z.object({ databases: z.array(AskableDatabase) })),
    problems: [],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle(exchange) {
      const all = await askableDatabases(app, exchange)
      const isPublic = exchange.caller.kind === 'database'
      const databases = all.map(({ id, name, engine, requiresOrganizationScoping: scoped, policy }) => ({
        id,
        name,
        scoped,
        takes_scope: policy.scope !== undefined,
        ...(isPublic ? {} : { engine }),
        tenant_id_type: scoped ? (policy.tenant?.type ?? ('integer' as const)) : null,
      }))
      return { databases }
    },
  })
