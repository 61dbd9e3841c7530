import { type Caller, scopeOf } from './caller.ts'

/** The owner of a stored document. */
export interface DocumentOwner {
  organizationId: number
  scopeId: string
  /** Absent on databases without organization scoping. */
  tenantId?: string
  databaseId: string
}

/** The owner of a document that a caller creates while it uses a database. */
export const ownerOf = (caller: Caller, databaseId: string): DocumentOwner => ({
  organizationId: caller.organizationId,
  scopeId: scopeOf(caller),
  ...(caller.tenantId === undefined ? {} : { tenantId: caller.tenantId }),
  databaseId,
})

/** Fields and values that a document must have; null requires the field to be absent. */
export type Visible = Pick<DocumentOwner, 'organizationId' | 'scopeId'> & {
  readonly tenantId?: string | null
  readonly databaseId?: string | { readonly $in: readonly string[] }
}

/**
 * The filter for every function that reads, changes or deletes: the caller's organization and scope and, if named, its tenant.
 * A database key is public: it sees its own database only, and without a tenant only documents without one. An organization key
 * is used by the customer's own server: without a tenant it sees those of all tenants. An OAuth client sees those of its databases.
 */
export const visibleTo = (caller: Caller): Visible => {
  const own = { organizationId: caller.organizationId, scopeId: scopeOf(caller) }
  if (caller.kind === 'database')
    return { ...own, tenantId: caller.tenantId ?? null, databaseId: caller.databaseId ?? NO_DATABASE }
  const within = caller.databaseIds === undefined ? {} : { databaseId: { $in: caller.databaseIds } }
  return { ...own, ...within, ...(caller.tenantId === undefined ? {} : { tenantId: caller.tenantId }) }
}

/** Applies the filter of `visibleTo` to a document that was found by its id. */
export const isVisible = (found: DocumentOwner, caller: Caller): boolean => {
  const { organizationId, scopeId, tenantId, databaseId } = visibleTo(caller)
  return (
    found.organizationId === organizationId &&
    found.scopeId === scopeId &&
    (tenantId === undefined || (found.tenantId ?? null) === tenantId) &&
    (databaseId === undefined ||
      (typeof databaseId === 'string' ? databaseId === found.databaseId : databaseId.$in.includes(found.databaseId)))
  )
}

/** The id of no database: a database key without a database sees nothing. */
const NO_DATABASE = ''
