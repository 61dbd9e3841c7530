import { z } from 'zod'
import { audited } from '../../../http/audited.ts'
import { data, status } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { addressGiven, auditedFields, databaseData, SECRET_FIELDS } from './database-data.ts'
import { DatabaseItem, DatabasePatch, databaseIdPath } from './database-schema.ts'

/** `PATCH /databases/{database_id}` */
export const patchDatabase = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/databases/:database_id',
    summary:
      'Update the name, address, scoping, chosen tables, time limit, sent rows, shared values, shown thinking or public exports of a database',
    description:
      'Omitted fields stay unchanged. A new address is tested first. A different tenant column starts a new policy: tables without that column must be confirmed. Tables added to `include` are read and classified; decisions about tables removed from it are kept.',
    takes: z.object({ params: databaseIdPath, body: DatabasePatch }),
    gives: data(DatabaseItem),
    problems: [
      'busy',
      'connection_rejected',
      'database_not_found',
      'database_too_large',
      'duplicate_entry',
      'state_invalid',
      'tenant_busy',
    ],
    audits: 'database.changed',
    async change({ caller }, { params, body }, record) {
      const stored = await app.managed.stored(caller, params.database_id)
      const { name, scoping, requires_organization_scoping: scoped, async_query_timeout: asyncQueryTimeout } = body
      const request = {
        name,
        at: addressGiven(body),
        include: body.include,
        asyncQueryTimeout,
        rows: body.rows,
        sharedValues: body.shared_values,
        thinking: body.thinking,
        publicExports: body.public_exports,
        scoping:
          scoping === undefined && scoped === undefined
            ? undefined
            : {
                scoped,
                tenantColumn: scoping?.tenant_column,
                tenantType: scoping?.tenant_id_type,
                scopeColumn: scoping?.scope_column,
                missingScope: scoping?.missing_scope,
              },
      }
      const changed = await app.managed.change(stored, request, ({ id: subject }, write) =>
        record({ subject, changes: changesOf(auditedFields(body), SECRET_FIELDS) }, write),
      )
      return databaseData(changed)
    },
  })

/** `DELETE /databases/{database_id}` */
export const removeDatabase = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/databases/:database_id',
    summary: 'Disconnect a database and revoke its keys',
    description: 'The database itself is not changed; conversations about it can still be read and deleted.',
    takes: z.object({ params: databaseIdPath }),
    gives: status('Disconnected.'),
    problems: ['database_not_found'],
    audits: 'database.removed',
    async change({ caller }, { params: { database_id: id } }, record) {
      // A deletion that an earlier request left incomplete is completed.
      const subject = await app.managed.removable(caller, id)
      const ended = await record(
        { subject, changes: [] },
        () => app.managed.remove(caller, subject),
        (keys) => changesOf({ revoked_keys: keys }),
      )
      return `The database is disconnected, and ${ended === 1 ? 'one key was' : `${ended} keys were`} revoked.`
    },
    removed: ({ params }) => ({
      subject: params.database_id,
      answer: 'The database is disconnected, and its keys are revoked.',
    }),
  })
