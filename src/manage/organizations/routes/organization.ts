import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { NOTHING } from '../../../http/input.ts'
import { data, status } from '../../../http/reply.ts'
import { endpoint, managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { actorOf, changesOf } from '../../audit/rules/audit.ts'
import { OrganizationItem, OrganizationPatch, OrganizationRemoval } from './organization-schema.ts'

/** `GET /organization` */
export const getOrganization = (app: Pick<RouteParts, 'organizations'>) =>
  managing({
    method: 'get',
    path: '/organization',
    summary: 'Get the organization: plan, limits and usage',
    takes: NOTHING,
    gives: data(OrganizationItem),
    problems: [],
    needs: MANAGING,
    async handle({ organization }) {
      return await app.organizations.data(organization)
    },
  })

/** `DELETE /organization`. Audited in the log of the installation, because the organization's own log is erased. */
export const deleteOrganization = (app: Pick<RouteParts, 'organizations'>) =>
  endpoint({
    method: 'delete',
    path: '/organization',
    summary: 'Permanently delete the organization and all its data',
    description:
      'Cancels the subscription first: if the payment processor does not cancel it, nothing is deleted. Its keys, including the key of this request, are refused from the next request on; running questions are cancelled. Conversations, database connections with their addresses, logs and all other data are erased within minutes. The connected databases themselves are not changed.',
    takes: z.object({ body: OrganizationRemoval }),
    gives: status('The organization is deleted; its data is being erased.', 202),
    problems: ['organization_not_found', 'payment_failed'],
    needs: { ...MANAGING, roles: ['owner'] },
    audits: 'organization.removed',
    async handle({ caller, person, traceId }, { body: { confirm, organization_id: named = caller.organizationId } }) {
      // The response does not reveal whether another organization exists.
      if (named !== caller.organizationId) {
        const message = `This API key does not belong to organization ${named}.`
        throw new Problem('organization_not_found', { message })
      }
      await app.organizations.remove(caller, { confirm, actor: actorOf(caller, person), traceId })
      return 'The organization is deleted: its keys no longer work, and its data is being erased.'
    },
  })

/** `PATCH /organization` */
export const patchOrganization = (app: Pick<RouteParts, 'organizations' | 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/organization',
    summary: 'Rename the organization, or enable or disable share links',
    description: 'Plan, status and limits can only be changed by the operator of the service.',
    takes: z.object({ body: OrganizationPatch }),
    gives: data(OrganizationItem),
    problems: ['organization_not_found'],
    audits: 'organization.changed',
    async change({ organization }, { body }, record) {
      const { id: organizationId } = organization
      const { name = organization.name, share_links: shareLinks = organization.shareLinks ?? false } = body
      const fields = {
        ...(name === organization.name ? {} : { name }),
        ...(shareLinks === (organization.shareLinks ?? false) ? {} : { shareLinks }),
      }
      if (Object.keys(fields).length === 0) return await app.organizations.data(organization)
      const changes = changesOf({ name: fields.name, share_links: fields.shareLinks })
      await record({ subject: String(organizationId), changes }, async () => {
        if (!(await app.store.organizations.change({ organizationId }, fields)))
          throw new Problem('organization_not_found')
      })
      return await app.organizations.data({ ...organization, ...fields })
    },
  })
