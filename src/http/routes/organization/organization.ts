import { z } from 'zod'
import { actorOf, changesOf } from '../../../domain/access/audit.ts'
import { MANAGING } from '../../../domain/access/permit.ts'
import { Problem } from '../../../domain/problem.ts'
import { audited } from '../../audited.ts'
import { NOTHING } from '../../input.ts'
import { data, status } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { OrganizationItem, OrganizationPatch, OrganizationRemoval } from './organization-schema.ts'

/** `GET /organization` */
export const getOrganization = (app: Pick<RouteParts, 'organizations'>) =>
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

/**
 * `DELETE /organization`. Its entry is in the log of the installation, because its own goes with it.
 */
export const deleteOrganization = (app: Pick<RouteParts, 'organizations'>) =>
  endpoint({
    method: 'delete',
    path: '/organization',
    summary: 'Remove the organization of the key, and all it has, for good',
    description:
      'What it pays for ends first: where the payment processor does not end it, nothing is removed. Its keys are out with their next request, the one of this request too; running questions are cancelled. Conversations, databases with their addresses, logs and all else are erased in the minutes after. Nothing is changed in its databases themselves.',
    takes: z.object({ body: OrganizationRemoval }),
    gives: status('It is removed; what it had is being erased.', 202),
    problems: ['organization_not_found', 'payment_failed'],
    needs: { ...MANAGING, roles: ['owner'] },
    audits: 'organization.removed',
    async handle({ caller, person, traceId }, { body: { confirm, organization_id: named = caller.organizationId } }) {
      // Of another one nobody hears whether it is there.
      if (named !== caller.organizationId) {
        const message = `There is no organization ${named} that this key is of.`
        throw new Problem('organization_not_found', { message })
      }
      await app.organizations.remove(caller, { confirm, actor: actorOf(caller, person), traceId })
      return 'The organization is removed: its keys are out, and what it had is being erased.'
    },
  })

/** `PATCH /organization` */
export const patchOrganization = (app: Pick<RouteParts, 'organizations' | 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/organization',
    summary: 'Rename the organization, or switch share links on or off',
    description: 'Plan, status and limits are changed by whoever operates the service.',
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
        if (!(await app.store.changeOrganization({ organizationId }, fields)))
          throw new Problem('organization_not_found')
      })
      return await app.organizations.data({ ...organization, ...fields })
    },
  })
