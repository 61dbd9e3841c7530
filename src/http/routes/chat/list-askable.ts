import { z } from 'zod'
import { ANY_KEY } from '../../../domain/access/permit.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { ownerTypes } from '../databases/database-schema.ts'

/** A database as those see it who may ask it. */
const AskableDatabase = z
  .object({
    id: z.uuid(),
    name: z.string(),
    engine: z.string().optional().meta({ description: 'Of organization keys and people only.' }),
    scoped: z.boolean().meta({ description: 'Whether it keeps tenants apart: then questions need `X-Tenant-Id`.' }),
    tenant_id_type: ownerTypes.nullable().meta({ description: 'What its tenants are; null where it is not scoped.' }),
    takes_scope: z.boolean().meta({ description: 'Whether `X-Scope-Id` narrows what a question sees.' }),
  })
  .meta({ id: 'AskableDatabase' })

/** `GET /chat/databases`: a plan bounds how many there are, so that there are no pages. */
export const listAskable = (app: Pick<RouteParts, 'cachedReads'>) =>
  endpoint({
    method: 'get',
    path: '/chat/databases',
    summary: 'Databases that the caller may ask, oldest first',
    description: 'All of the organization; of a database key its own. Unlike `GET /databases`, for members too.',
    takes: z.object({}),
    gives: data(z.object({ databases: z.array(AskableDatabase) })),
    problems: [],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ caller, epoch }) {
      const all = await app.cachedReads.databases(caller, epoch)
      const isPublic = caller.kind === 'database'
      const databases = all
        .filter(({ id }) => !isPublic || id === caller.databaseId)
        .map(({ id, name, engine, requiresOrganizationScoping: scoped, policy }) => ({
          ...{ id, name, scoped, takes_scope: policy.scope !== undefined },
          ...(isPublic ? {} : { engine }),
          tenant_id_type: scoped ? (policy.tenant?.type ?? ('integer' as const)) : null,
        }))
      return { databases }
    },
  })
