import { z } from 'zod'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import type { ConnectRequest } from '../connect-database.ts'
import { addressRequired, auditedFields, databaseData, reviewData, SECRET_FIELDS } from './database-data.ts'
import { ConnectBody, ConnectedItem } from './database-schema.ts'

/** `POST /databases` */
export const connectDatabase = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/databases',
    summary: 'Connect a database',
    description:
      'Tests the address, reads the tables and proposes a policy of what each tenant may see. With scoping, only tables with the tenant column are accessible; all other proposals wait for confirmation in `to_confirm`. A database with too many tables is refused: choose some of them with `include`.',
    takes: z.object({ body: ConnectBody }),
    gives: data(ConnectedItem, { status: 201, description: 'Connected.' }),
    problems: [
      'busy',
      'connection_rejected',
      'database_limit_reached',
      'database_too_large',
      'duplicate_entry',
      'tenant_busy',
    ],
    audits: 'database.created',
    async change({ organization, newId: id }, { body }, record) {
      const connected = await app.managed.connect(organization, connectRequest(body, id), ({ id: subject }, write) =>
        record({ subject, changes: changesOf(auditedFields(body), SECRET_FIELDS) }, write),
      )
      const { likelyTenantColumn, excessRights, leftOut, database } = connected
      return {
        ...databaseData(database),
        ...reviewData(connected),
        excess_rights: [...excessRights.rights],
        warnings: [...(likelyTenantColumn === undefined ? [] : [unscoped(likelyTenantColumn)]), ...leftOut],
      }
    },
  })

/** Converts a request body. @throws Problem `field_missing`, `input_invalid` */
export const connectRequest = (body: z.output<typeof ConnectBody>, id: string): ConnectRequest => {
  const { name, policy, include, rows, thinking } = body
  const { shared_values: sharedValues, async_query_timeout: asyncQueryTimeout } = body
  return {
    id,
    name,
    at: addressRequired(body),
    options: policyOptions(body),
    asyncQueryTimeout,
    rows,
    sharedValues,
    thinking,
    publicExports: body.public_exports,
    ...(policy === undefined ? {} : { policy }),
    ...(include === undefined ? {} : { include }),
  }
}

const policyOptions = ({ requires_organization_scoping: required, scoping, policy }: z.output<typeof ConnectBody>) => {
  const { tenant_column: tenantColumn, tenant_id_type: tenantType } = scoping ?? {}
  const namesTenant = tenantColumn !== undefined || tenantType !== undefined
  if (required === false && namesTenant)
    throw invalidField('scoping.tenant_column', 'requires tenant scoping, but the request disables it')
  if (policy !== undefined && (scoping !== undefined || required !== undefined))
    throw invalidField('policy', 'already defines the scoping of rows: omit scoping')
  return {
    scoped: required ?? scoping !== undefined,
    tenantColumn,
    tenantType,
    scopeColumn: scoping?.scope_column,
    missingScope: scoping?.missing_scope,
  }
}

/** @param column the likely tenant column */
export const unscoped = (column: string): string =>
  `Rows have a column ${column}; without scoping, every key sees the rows of all tenants. Set scoping to separate them.`
