import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { organizationCaller } from '../access/rules/caller.ts'
import type { Organization } from '../access/rules/organization.ts'
import { KEY_PERMISSIONS } from '../access/rules/permit.ts'
import type { ManagingExchange } from './route.ts'

/**
 * The exchange with which a command of an operator runs an endpoint (`ManagingRoute.run`): with the permissions of an
 * owner of the organization, and as `command` in its audit log.
 */
export const operatorExchange = (organization: Organization, publicUrl: string): ManagingExchange => ({
  caller: organizationCaller(organization.id),
  organization,
  permissions: KEY_PERMISSIONS,
  role: 'owner',
  by: { actor: { kind: 'command' } },
  traceId: randomUUID(),
  isOperator: true,
  publicUrl,
  newId: uuidv7(),
  setHeader: () => undefined,
})
