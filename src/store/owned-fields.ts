/** The fields of `Owned`, in the schema of every collection whose things belong to a caller. */
export const OWNED_FIELDS = {
  organizationId: { type: Number, required: true },
  scopeId: { type: String, required: true },
  tenantId: String,
  databaseId: { type: String, required: true },
} as const
