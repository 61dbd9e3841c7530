import { z } from 'zod'
import type { App } from '../../app.ts'
import { changesOf } from '../../domain/access/audit.ts'
import type { Organization } from '../../domain/access/organization.ts'
import { MANAGING } from '../../domain/access/permit.ts'
import { featuresOf, managementLimits, requestLimits } from '../../domain/access/plan.ts'
import { Problem } from '../../domain/problem.ts'
import { audited } from '../audited.ts'
import { OrganizationItem, OrganizationPatch } from '../contract/organization.ts'
import { data } from '../contract/reply.ts'
import { NOTHING } from '../input.ts'
import { endpoint } from '../route.ts'

/** `GET /organization` */
export const getOrganization = () =>
  endpoint({
    method: 'get',
    path: '/organization',
    summary: 'The organization of the key: its plan, and what that allows',
    takes: NOTHING,
    gives: data(OrganizationItem),
    problems: [],
    needs: MANAGING,
    async handle({ organization }) {
      return itemOf(organization)
    },
  })

/** `PATCH /organization` */
export const patchOrganization = (app: App) =>
  audited(app, {
    method: 'patch',
    path: '/organization',
    summary: 'Call the organization something else',
    description: 'Plan, status and limits are changed by whoever operates the service.',
    takes: z.object({ body: OrganizationPatch }),
    gives: data(OrganizationItem),
    problems: ['organization_not_found'],
    audits: 'organization.changed',
    async change({ organization }, { body: { name = organization.name } }, record) {
      if (name === organization.name) return itemOf(organization)
      const { id: organizationId } = organization
      await record({ subject: String(organizationId), changes: changesOf({ name }) }, async () => {
        if (!(await app.store.changeOrganization({ organizationId }, { name })))
          throw new Problem('organization_not_found')
      })
      return itemOf({ ...organization, name })
    },
  })

const itemOf = (organization: Organization) => {
  const { id, name, plan, status = 'active', subscription = 'active' } = organization
  const { perMinute, perHour, concurrent } = requestLimits(organization)
  const { databases, indexingPerMonth } = managementLimits(organization)
  return {
    ...{ id, name, plan, status, subscription, features: [...featuresOf(organization)] },
    limits: {
      ...{ requests_per_minute: perMinute, requests_per_hour: perHour, concurrent_requests: concurrent },
      ...{ databases, indexing_per_month: indexingPerMonth },
    },
  }
}
