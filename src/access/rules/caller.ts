/** Organization, key or user, tenant and scope of a request. Plain data, because it is part of workflow inputs. */
export interface Caller {
  readonly organizationId: number
  /** The key that was used; absent for portal users. */
  readonly keyId?: string
  readonly kind: 'organization' | 'database'
  /** The portal user, or the user who owns the key. */
  readonly userId: number
  /** A database key is bound to one database. */
  readonly databaseId?: string
  /** The only databases that a user has allowed to an OAuth client; absent for all other callers. */
  readonly databaseIds?: readonly string[]
  /** Whether the owner of the database key has allowed the reasoning of models. */
  readonly seesReasoning?: true
  /** `X-Tenant-Id` as sent; checked per database by `restrict`. */
  readonly tenantId?: string
  /** `X-Scope-Id` in canonical form; absent when not sent. */
  readonly scopeId?: string
}

/** Whether a caller has not been restricted to other databases. */
export const mayUseDatabase = ({ databaseIds }: Pick<Caller, 'databaseIds'>, id: string): boolean =>
  databaseIds === undefined || databaseIds.includes(id)

/** The scope of conversations without `X-Scope-Id`. */
export const DEFAULT_SCOPE = 'default'

/** The scope of a caller's conversations. */
export const scopeOf = (caller: Caller): string => caller.scopeId ?? DEFAULT_SCOPE

/** For which tenant and scope a caller acts. */
export type TenantScope = Pick<Caller, 'tenantId' | 'scopeId'>

interface GivenTenantScope {
  readonly tenantId?: string | undefined
  readonly scopeId?: string | undefined
}

/** Leaves out what is undefined, so that documents, payloads and filters lack the field. */
export const tenantScope = ({ tenantId, scopeId }: GivenTenantScope): TenantScope => ({
  ...(tenantId === undefined ? {} : { tenantId }),
  ...(scopeId === undefined ? {} : { scopeId }),
})

/** The `userId` of callers who are no user of the organization: operators, and the service itself. */
export const NO_USER = 0

/** The organization's own server, without a user: evaluations, previews and shared answers are run as this caller. */
export const organizationCaller = (organizationId: number, given: GivenTenantScope = {}): Caller => ({
  organizationId,
  kind: 'organization',
  userId: NO_USER,
  ...tenantScope(given),
})
