import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { TurnRuns } from '../../temporal/turn-runs.ts'
import { type OrganizationInUse, organizationsInUse } from '../operators/organizations-in-use.ts'
import { type UsageData, type UsageQuery, type UsageSources, usageData } from '../usage/usage-data.ts'
import { billingData } from './billing-data.ts'
import { type OrganizationData, organizationData } from './organization-data.ts'
import {
  type RemovalDependencies,
  type RemovalRequest,
  removeOrganization,
  resumeRemovals,
} from './remove-organization.ts'
import type { OrganizationPendingDeletion } from './store/organizations.ts'

/** Management of organizations, for the API and the command. */
export interface ManagedOrganizations {
  /** All organizations and those pending deletion; for operators. */
  pendingDeletion(): Promise<{
    readonly all: readonly OrganizationData[]
    readonly pendingDeletion: readonly OrganizationPendingDeletion[]
  }>
  /** Plan, limits and usage. */
  data(organization: Organization): Promise<OrganizationData>
  /** The current billing state. */
  billing(organization: Organization): ReturnType<typeof billingData>
  /** Usage per day, and what remains in the billing period. */
  usage(organization: Organization, query: UsageQuery): Promise<UsageData>
  /** See `organizationsInUse`; for operators. */
  inUse(
    runs: Pick<TurnRuns, 'list'>,
    organizationId?: number,
  ): Promise<{ readonly organizations: readonly OrganizationInUse[]; readonly truncated: boolean }>
  /** See `removeOrganization`. */
  remove(caller: OrganizationRef, request: RemovalRequest): Promise<{ readonly isUnderWay: boolean }>
  /** Starts the workflows of removals that were interrupted; called by workers. */
  resumeRemovals(): Promise<void>
}

export const managedOrganizations = (
  parts: Pick<UsageSources, 'limits' | 'graceDays'> & RemovalDependencies,
): ManagedOrganizations => ({
  async pendingDeletion() {
    const all: OrganizationData[] = []
    // Sequential: an installation may have thousands.
    for (const organization of await parts.store.organizations.all())
      all.push(await organizationData(parts, organization))
    return { all, pendingDeletion: await parts.store.organizations.listPendingDeletion() }
  },
  data: (organization) => organizationData(parts, organization),
  billing: (organization) => billingData(organization, parts.graceDays),
  usage: (organization, query) => usageData(parts, organization, query),
  inUse: (runs, organizationId) => organizationsInUse(parts, runs, organizationId),
  remove: (caller, request) => removeOrganization(parts, caller, request),
  resumeRemovals: () => resumeRemovals(parts),
})
