import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { PartOf } from '../../../platform/values/part-of.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import type { IdentityRule } from '../rules/database-settings.ts'
import { databaseIdPath } from './database-schema.ts'

const path = '/databases/:database_id/identity'

/** Whether database keys require an identity token; `off` if the database has no secret. */
const rule = z.enum(['off', 'accepted', 'required'])

const NONE: z.input<typeof rule> = 'off'

const IdentityItem = z.object({ identity: rule }).meta({ id: 'DatabaseIdentity' })

/** The secret is set only if a new one was created. */
const ShownIdentity = IdentityItem.extend({ secret: z.string().nullable() }).meta({ id: 'ShownDatabaseIdentity' })

const IdentityBody = z
  .strictObject({ required: z.boolean('must be true or false'), rotate: z.boolean().optional() })
  .meta({ id: 'DatabaseIdentityRequest' })

/** `GET /databases/{database_id}/identity` */
export const getIdentity = (app: PartOf<RouteParts, { databases: 'database' }>) =>
  managing({
    method: 'get',
    path,
    summary: 'Get whether database keys require identity tokens',
    takes: z.object({ params: databaseIdPath }),
    gives: data(IdentityItem),
    problems: ['database_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      const { identity = NONE } = await app.databases.database(caller, params.database_id)
      return { identity }
    },
  })

/** `PUT /databases/{database_id}/identity` */
export const putIdentity = (app: Pick<RouteParts, 'store'> & PartOf<RouteParts, { databases: 'database' }>) =>
  audited(app, {
    method: 'put',
    path,
    summary: 'Require identity tokens for database keys, or only accept them',
    description:
      'The secret is shown only in the first response and in responses with `rotate`. Your server uses it to sign tokens (JWT, HS256) with `tenant_id`, `scope_id` and `exp`; pages send them in X-Identity-Token.',
    takes: z.object({ params: databaseIdPath, body: IdentityBody }),
    gives: data(ShownIdentity),
    problems: ['database_not_found'],
    audits: 'database.identity_changed',
    async change({ caller }, { params, body }, record) {
      const { id, identity: before } = await app.databases.database(caller, params.database_id)
      const identity: IdentityRule = body.required ? 'required' : 'accepted'
      const isNew = before === undefined || body.rotate === true
      const changes = changesOf({ identity, identity_secret: isNew ? 'new' : undefined }, ['identity_secret'])
      return await record({ subject: id, changes }, async () => {
        const secret = isNew ? await app.store.databases.renewIdentity(caller, id, identity) : undefined
        const isThere = isNew ? secret !== undefined : await app.store.databases.putIdentity(caller, id, identity)
        if (!isThere) throw new Problem('database_not_found')
        return { identity, secret: secret ?? null }
      })
    },
  })
