import type { LimitsChange, Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { changesOf } from '../audit/rules/audit.ts'

/** Creates an organization, with the first entry of its audit log. */
export const createOrganization = async (
  { store }: { readonly store: Pick<Store, 'audit' | 'organizations'> },
  fields: Pick<Organization, 'name' | 'plan'>,
): Promise<Organization> => {
  const organizationId = await store.organizations.newId()
  return await store.audit.record(
    { organizationId },
    {
      actor: { kind: 'command' },
      action: 'organization.created',
      subject: String(organizationId),
      changes: changesOf({ name: fields.name, plan: fields.plan }),
    },
    { write: () => store.organizations.add(fields, organizationId) },
  )
}

/** @throws Problem `organization_not_found` */
export const changeOrganization = async (
  { store }: { readonly store: Pick<Store, 'organizations'> },
  own: OrganizationRef,
  fields: Partial<Omit<Organization, 'id'>>,
  limits: LimitsChange,
): Promise<void> => {
  if (!(await store.organizations.change(own, fields, limits))) throw new Problem('organization_not_found')
}
