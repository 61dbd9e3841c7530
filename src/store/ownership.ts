import { type Caller, scopeOf } from '../domain/access/caller.ts'

/** The fields that say whose a document is. */
export interface Owned {
  organizationId: number
  scopeId: string
  /** Absent on databases without organization scoping. */
  tenantId?: string
}

/**
 * Whose a new document is; and the filter for what a caller may see: its organization, its scope and, where it names
 * one, its tenant.
 */
export const ownerOf = (caller: Caller): Owned => ({
  organizationId: caller.organizationId,
  scopeId: scopeOf(caller),
  ...(caller.tenantId === undefined ? {} : { tenantId: caller.tenantId }),
})

/** The same for a document that was found by its id. */
export const isVisible = (found: Owned, caller: Caller): boolean =>
  found.organizationId === caller.organizationId &&
  found.scopeId === scopeOf(caller) &&
  (caller.tenantId === undefined || found.tenantId === caller.tenantId)
