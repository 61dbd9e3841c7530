import { z } from 'zod'
import { MANAGING } from '../../../domain/access/permit.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { databaseIdPath, SchemaItem, TestedItem } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'

/** `POST /databases/{database_id}/test` */
export const testDatabase = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'post',
    path: '/databases/:database_id/test',
    summary: 'Try the connection of a database',
    description: 'Connects, reads the tables, and says what its user may do beyond that. Changes nothing.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(TestedItem),
    problems: ['busy', 'connection_rejected', 'database_not_found', 'database_too_large', 'tenant_busy'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      const { engine, serverVersion, tables, latencyMs, excessRights } = await app.managed.test(
        await app.managed.stored(caller, params.database_id),
      )
      return {
        ...{ ok: true as const, engine, server_version: serverVersion, tables, latency_ms: latencyMs },
        excess_rights: [...excessRights],
      }
    },
  })

/** `GET /databases/{database_id}/schema` */
export const getSchema = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'get',
    path: '/databases/:database_id/schema',
    summary: 'Tables, columns and keys of a database, or its collections',
    description: 'As the schema file of the command has it.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(SchemaItem),
    problems: DESCRIBING_PROBLEMS,
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return SchemaItem.parse(await app.managed.schemaFile(await app.managed.stored(caller, params.database_id)))
    },
  })
