import { type Caller, scopeOf } from './caller.ts'

/** Whose a stored thing is. */
export interface Owned {
  organizationId: number
  scopeId: string
  /** Absent on databases without organization scoping. */
  tenantId?: string
  databaseId: string
}

/** Whose a new thing is that a caller makes while it uses a database. */
export const ownerOf = (caller: Caller, databaseId: string): Owned => ({
  organizationId: caller.organizationId,
  scopeId: scopeOf(caller),
  ...(caller.tenantId === undefined ? {} : { tenantId: caller.tenantId }),
  databaseId,
})

/** Fields that a thing must have, each with this value; null asks for a field that is not there. */
export type Visible = Pick<Owned, 'organizationId' | 'scopeId'> & {
  readonly tenantId?: string | null
  readonly databaseId?: string
}

/**
 * What a caller may see, the one rule for every verb that reads, changes or deletes: its organization and its scope
 * and, where it names one, its tenant. A database key is public: it sees its own database only, and without a tenant
 * only what belongs to none. An organization key is the customer's own server: without a tenant it sees all of them.
 */
export const visibleTo = (caller: Caller): Visible => {
  const own = { organizationId: caller.organizationId, scopeId: scopeOf(caller) }
  if (caller.kind === 'database')
    return { ...own, tenantId: caller.tenantId ?? null, databaseId: caller.databaseId ?? NO_DATABASE }
  return caller.tenantId === undefined ? own : { ...own, tenantId: caller.tenantId }
}

/** The same for a thing that was found by its id. */
export const isVisible = (found: Owned, caller: Caller): boolean => {
  const { organizationId, scopeId, tenantId, databaseId } = visibleTo(caller)
  return (
    found.organizationId === organizationId &&
    found.scopeId === scopeId &&
    (tenantId === undefined || (found.tenantId ?? null) === tenantId) &&
    (databaseId === undefined || found.databaseId === databaseId)
  )
}

/** No database's id: a database key without a database sees nothing. */
const NO_DATABASE = ''
