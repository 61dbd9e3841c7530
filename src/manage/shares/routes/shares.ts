import { z } from 'zod'
import type { AccessRequirements } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { data, status } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { messagePath } from '../../../http/routes/messages/message-schema.ts'
import { visibleMessage } from '../../../http/routes/messages/visible-message.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { ShareList, shareItem, sharePath } from './share-schema.ts'

/** Callers that may share may revoke; so may managers of the organization, also without an active subscription. */
const OWN_OR_MANAGING: AccessRequirements = {
  permission: 'manage',
  orPermission: 'chat',
  keys: ['organization'],
  scope: 'optional',
}

/** `GET /chat/messages/{message_id}/shares` */
export const listShares = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/chat/messages/:message_id/shares',
    summary: 'List the active share links of an answer, latest expiry first',
    description: 'Without their URLs: a URL is only returned when its link is created.',
    takes: z.object({ params: messagePath }),
    gives: data(ShareList),
    problems: ['message_not_found'],
    needs: OWN_OR_MANAGING,
    async handle({ caller, organization }, { params: { message_id } }) {
      await visibleMessage(app, caller, message_id)
      const links = organization.shareLinks === true ? await app.store.shares.listOfMessage(caller, message_id) : []
      return { shares: links.map(shareItem) }
    },
  })

/** `DELETE /chat/shares/{share_id}` */
export const revokeShare = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/chat/shares/:share_id',
    summary: 'Revoke a share link immediately',
    description:
      'Callers can revoke links of answers that they can read; keys and users that may manage the organization can revoke all its links (the audit log has the ids).',
    takes: z.object({ params: sharePath }),
    gives: status('The link no longer works.'),
    problems: ['share_not_found'],
    audits: 'share.revoked',
    needs: OWN_OR_MANAGING,
    async change({ caller, permissions }, { params: { share_id } }, record) {
      const isManager = permissions.includes('manage')
      await record({ subject: share_id, changes: [] }, async () => {
        if (!(await app.store.shares.remove(caller, share_id, isManager))) throw new Problem('share_not_found')
      })
      return 'The share link is revoked.'
    },
    removed: ({ params: { share_id } }) => ({ subject: share_id, answer: 'The share link is revoked.' }),
  })
