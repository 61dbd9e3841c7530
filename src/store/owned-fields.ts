import type { Schema } from 'mongoose'

/** The fields of `Owned`, in the schema of every collection whose things belong to a caller. */
export const OWNED_FIELDS = {
  organizationId: { type: Number, required: true },
  scopeId: { type: String, required: true },
  tenantId: String,
  databaseId: { type: String, required: true },
} as const

/**
 * An index for each way in which a caller may see a list (`visibleTo`), so that a page reads its own items and no
 * others: by scope, by scope and tenant, and by scope, tenant and database.
 *
 * @param time what the list is sorted by, latest first, ties by id
 * @param besides what the list is narrowed to beside that
 */
export const indexLists = <Document>(
  schema: Schema<Document>,
  time: 'timestamp' | 'lastMessageAt',
  besides: { readonly userId?: 1 } = {},
): void => {
  for (const more of [{}, { tenantId: 1 }, { tenantId: 1, databaseId: 1 }] as const)
    schema.index({ organizationId: 1, scopeId: 1, ...more, ...besides, [time]: -1, _id: 1 })
}
