import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import type { ConnectionTest } from '../managed-databases.ts'
import { addressRequired } from './database-data.ts'
import { databaseIdPath, SchemaItem, TestedItem, TriedItem, TryBody } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'

/** `POST /databases/test` */
export const testAddress = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'post',
    path: '/databases/test',
    summary: 'Test the address of a database before connecting it',
    description:
      'Connects, reads the tables, and returns excess privileges of the database user and the column that appears to hold the tenant. Stores nothing.',
    takes: z.object({ body: TryBody }),
    gives: data(TriedItem),
    problems: ['busy', 'connection_rejected', 'database_too_large', 'tenant_busy'],
    needs: MANAGING,
    async handle({ caller }, { body }) {
      const tried = await app.managed.testAddress(caller, addressRequired(body), body.include)
      return { ...testedData(tried), likely_tenant_column: tried.likelyTenantColumn ?? null }
    },
  })

/** `POST /databases/{database_id}/test` */
export const testDatabase = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'post',
    path: '/databases/:database_id/test',
    summary: 'Test the connection of a database',
    description: 'Connects, reads the tables, and returns excess privileges of the database user. Changes nothing.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(TestedItem),
    problems: ['busy', 'connection_rejected', 'database_not_found', 'database_too_large', 'tenant_busy'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return testedData(await app.managed.test(await app.managed.stored(caller, params.database_id)))
    },
  })

const testedData = ({
  engine,
  serverVersion,
  tables,
  latencyMs,
  excessRights,
}: ConnectionTest): z.input<typeof TestedItem> => ({
  ok: true,
  engine,
  server_version: serverVersion,
  tables,
  latency_ms: latencyMs,
  excess_rights: [...excessRights.rights],
})

/** `GET /databases/{database_id}/schema` */
export const getSchema = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'get',
    path: '/databases/:database_id/schema',
    summary: 'Get the schema of a database: tables, columns and keys, or collections',
    description: 'The format of the schema file of the command.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(SchemaItem),
    problems: DESCRIBING_PROBLEMS,
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return SchemaItem.parse(await app.managed.schemaFile(await app.managed.stored(caller, params.database_id)))
    },
  })
