import type { z } from 'zod'
import { missing } from '../../../http/input.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import type { Json } from '../../../platform/values/json.ts'
import type { Review } from '../review.ts'
import type { RowsRule, SharedValuesRule, ThinkingRule } from '../rules/database-settings.ts'
import type { StoredDatabase } from '../store/databases.ts'
import type { ConnectBody, DatabaseItem, ReviewItem } from './database-schema.ts'

/** A database as the contract writes it, without its address. */
export const databaseData = (database: Omit<StoredDatabase, 'revision'>): z.input<typeof DatabaseItem> => {
  const { id, name, engine, requiresOrganizationScoping, policy, include, createdAt } = database
  const { asyncQueryTimeout, rows, sharedValues, thinking, publicExports = false } = database
  return {
    id,
    name,
    engine,
    requires_organization_scoping: requiresOrganizationScoping,
    scoping: {
      tenant_column: policy.tenant?.column ?? null,
      tenant_id_type: policy.tenant?.type ?? null,
      scope_column: policy.scope?.column ?? null,
      missing_scope: policy.scope?.missing_scope ?? null,
    },
    include: include === undefined ? null : [...include],
    async_query_timeout: asyncQueryTimeout ?? null,
    rows: rows ?? null,
    shared_values: sharedValues ?? null,
    thinking: thinking ?? null,
    public_exports: publicExports,
    created_at: createdAt,
  }
}

export const reviewData = ({ open, toConfirm, drift, missingIndexes }: Review): z.input<typeof ReviewItem> => ({
  open: [...open],
  to_confirm: toConfirm.map(({ table, policy, reason }) => ({ table, policy: { ...policy }, reason })),
  drift: [...drift],
  missing_indexes: [...missingIndexes],
})

type Given = Pick<z.output<typeof ConnectBody>, 'url' | 'connection'>

/** The address in a body; undefined if it has none. @throws Problem `input_invalid` if it has two */
export const addressGiven = ({ url, connection }: Given) => {
  if (url !== undefined && connection !== undefined)
    throw invalidField('connection', 'was sent together with url: send only one of them')
  if (url !== undefined) return { url }
  return connection === undefined ? undefined : { connection }
}

/** @throws Problem `field_missing` */
export const addressRequired = (body: Given) => {
  const at = addressGiven(body)
  if (at === undefined) throw missing('url')
  return at
}

/** Fields whose values are not recorded in the audit log. */
export const SECRET_FIELDS = ['url', 'connection', 'password']

/** The fields of a request that the audit log names. */
export const auditedFields = (body: {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly connection?: object | undefined
  readonly requires_organization_scoping?: boolean | undefined
  readonly async_query_timeout?: number | null | undefined
  readonly rows?: RowsRule | null | undefined
  readonly shared_values?: SharedValuesRule | null | undefined
  readonly thinking?: ThinkingRule | null | undefined
  readonly public_exports?: boolean | undefined
  readonly include?: readonly string[] | null | undefined
  readonly scoping?: Readonly<Record<string, string | null | undefined>> | undefined
}): Readonly<Record<string, Json | undefined>> => ({
  name: body.name,
  url: body.url,
  connection: body.connection === undefined ? undefined : true,
  requires_organization_scoping: body.requires_organization_scoping,
  async_query_timeout: body.async_query_timeout,
  rows: body.rows,
  shared_values: body.shared_values,
  thinking: body.thinking,
  public_exports: body.public_exports,
  include: body.include == null ? body.include : [...body.include],
  ...Object.fromEntries(Object.entries(body.scoping ?? {}).map(([field, value]) => [`scoping.${field}`, value])),
})
