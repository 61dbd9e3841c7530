import type { Organization } from '../domain/access/organization.ts'
import type { OrganizationRef } from '../domain/access/organization-ref.ts'
import type { TurnRuns } from '../temporal/turn-runs.ts'
import { billingData } from './billing-data.ts'
import { type OrganizationData, organizationData } from './organization-data.ts'
import { type OrganizationInUse, organizationsInUse } from './organizations-in-use.ts'
import { type RemovalRequest, type RemovalTools, removeOrganization, resumeRemovals } from './remove-organization.ts'
import { type UsageData, type UsageQuery, type UsageSources, usageData } from './usage-data.ts'

/** Organizations, for those who manage one. */
export interface ManagedOrganizations {
  /** What an organization has, and what is used of it. */
  data(organization: Organization): Promise<OrganizationData>
  /** What it has paid for, in this moment. */
  billing(organization: Organization): ReturnType<typeof billingData>
  /** What it has used in some days, and what is left of its period. */
  usage(organization: Organization, query: UsageQuery): Promise<UsageData>
  /** As `organizationsInUse`, for operators. */
  inUse(
    runs: Pick<TurnRuns, 'list'>,
    organizationId?: number,
  ): Promise<{ readonly organizations: readonly OrganizationInUse[]; readonly truncated: boolean }>
  /** @throws as `removeOrganization` */
  remove(caller: OrganizationRef, request: RemovalRequest): Promise<{ readonly isUnderWay: boolean }>
  /** Goes on with removals that nobody is at: called by whoever can run them. */
  resumeRemovals(): Promise<void>
}

export const managedOrganizations = (
  parts: Pick<UsageSources, 'limits' | 'graceDays'> & RemovalTools,
): ManagedOrganizations => ({
  data: (organization) => organizationData(parts, organization),
  billing: (organization) => billingData(organization, parts.graceDays),
  usage: (organization, query) => usageData(parts, organization, query),
  inUse: (runs, organizationId) => organizationsInUse(parts, runs, organizationId),
  remove: (caller, request) => removeOrganization(parts, caller, request),
  resumeRemovals: () => resumeRemovals(parts),
})
