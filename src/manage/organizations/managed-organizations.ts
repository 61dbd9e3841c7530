import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { TurnRuns } from '../../temporal/turn-runs.ts'
import { type OrganizationInUse, organizationsInUse } from '../operators/organizations-in-use.ts'
import { type UsageData, type UsageQuery, type UsageSources, usageData } from '../usage/usage-data.ts'
import { billingData } from './billing-data.ts'
import { type OrganizationData, organizationData } from './organization-data.ts'
import { type RemovalRequest, type RemovalTools, removeOrganization, resumeRemovals } from './remove-organization.ts'
import type { LeavingOrganization } from './store/organizations.ts'

/** Organizations, for those who manage one. */
export interface ManagedOrganizations {
  /** All of them as `data` has them, and those that are being removed; for operators. */
  list(): Promise<{ readonly all: readonly OrganizationData[]; readonly leaving: readonly LeavingOrganization[] }>
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
  async list() {
    const all: OrganizationData[] = []
    // One after the other: an installation may have thousands.
    for (const organization of await parts.store.organizations.all())
      all.push(await organizationData(parts, organization))
    return { all, leaving: await parts.store.organizations.allLeaving() }
  },
  data: (organization) => organizationData(parts, organization),
  billing: (organization) => billingData(organization, parts.graceDays),
  usage: (organization, query) => usageData(parts, organization, query),
  inUse: (runs, organizationId) => organizationsInUse(parts, runs, organizationId),
  remove: (caller, request) => removeOrganization(parts, caller, request),
  resumeRemovals: () => resumeRemovals(parts),
})
