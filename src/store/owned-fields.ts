import type { Schema } from 'mongoose'

/** The schema fields of `Owned`, for collections whose documents belong to a caller. */
export const OWNED_FIELDS = {
  organizationId: { type: Number, required: true },
  scopeId: { type: String, required: true },
  tenantId: String,
  databaseId: { type: String, required: true },
} as const

/**
 * Adds an index for each kind of filter of `visibleTo`, so that a page reads only its own items: by scope; by scope and tenant;
 * and by scope, tenant and database.
 *
 * @param time the sort field, latest first, then by id
 * @param besides additional filter fields
 */
export const indexLists = <Document>(
  schema: Schema<Document>,
  time: 'timestamp' | 'lastMessageAt',
  besides: { readonly userId?: 1 } = {},
): void => {
  for (const more of [{}, { tenantId: 1 }, { tenantId: 1, databaseId: 1 }] as const)
    schema.index({ organizationId: 1, scopeId: 1, ...more, ...besides, [time]: -1, _id: 1 })
}
