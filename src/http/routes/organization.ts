import { z } from 'zod'
import type { App } from '../../app.ts'
import { changesOf } from '../../domain/access/audit.ts'
import { MANAGING } from '../../domain/access/permit.ts'
import { Problem } from '../../domain/problem.ts'
import { audited } from '../audited.ts'
import { OrganizationItem, OrganizationPatch } from '../contract/organization.ts'
import { data } from '../contract/reply.ts'
import { NOTHING } from '../input.ts'
import { endpoint } from '../route.ts'

/** `GET /organization` */
export const getOrganization = (app: App) =>
  endpoint({
    method: 'get',
    path: '/organization',
    summary: 'The organization of the key: its plan, its limits, and what is used of them',
    takes: NOTHING,
    gives: data(OrganizationItem),
    problems: [],
    needs: MANAGING,
    async handle({ organization }) {
      return await app.organizations.data(organization)
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
      if (name === organization.name) return await app.organizations.data(organization)
      const { id: organizationId } = organization
      await record({ subject: String(organizationId), changes: changesOf({ name }) }, async () => {
        if (!(await app.store.changeOrganization({ organizationId }, { name })))
          throw new Problem('organization_not_found')
      })
      return await app.organizations.data({ ...organization, name })
    },
  })
