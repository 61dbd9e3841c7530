import type { Organization } from '../domain/access/organization.ts'
import { type FigureSources, type OrganizationData, organizationData } from './organization-data.ts'

/** Organizations, for those who manage one. */
export interface ManagedOrganizations {
  /** What an organization has, and what is used of it. */
  data(organization: Organization): Promise<OrganizationData>
}

export const managedOrganizations = (sources: FigureSources): ManagedOrganizations => ({
  data: (organization) => organizationData(sources, organization),
})
