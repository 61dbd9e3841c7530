import { z } from 'zod'
import type { Needs } from '../../../domain/access/permit.ts'
import { Problem } from '../../../domain/problem.ts'
import { audited } from '../../audited.ts'
import { data, status } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { messagePath } from '../messages/message-schema.ts'
import { visibleMessage } from '../messages/visible-message.ts'
import { ShareList, shareItem, sharePath } from './share-schema.ts'

/** Who may share may take it back; so may who manages the organization, also while nothing is paid. */
const OWN_OR_MANAGING: Needs = {
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
    summary: 'Links to an answer that work, the one that lasts longest first',
    description: 'Without their addresses: those are shown to who makes a link, once.',
    takes: z.object({ params: messagePath }),
    gives: data(ShareList),
    problems: ['message_not_found'],
    needs: OWN_OR_MANAGING,
    async handle({ caller, organization }, { params: { message_id } }) {
      await visibleMessage(app, caller, message_id)
      const links = organization.shareLinks === true ? await app.store.messageShares(caller, message_id) : []
      return { shares: links.map(shareItem) }
    },
  })

/** `DELETE /chat/shares/{share_id}` */
export const revokeShare = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/chat/shares/:share_id',
    summary: 'Revoke a share link; it stops working at once',
    description:
      'Of an answer that the caller sees; of every answer of the organization for keys and people that may manage it (the audit log has the ids).',
    takes: z.object({ params: sharePath }),
    gives: status('The link does not work any more.'),
    problems: ['share_not_found'],
    audits: 'share.revoked',
    needs: OWN_OR_MANAGING,
    async change({ caller, permissions }, { params: { share_id } }, record) {
      const isManager = permissions.includes('manage')
      await record({ subject: share_id, changes: [] }, async () => {
        if (!(await app.store.removeShare(caller, share_id, isManager))) throw new Problem('share_not_found')
      })
      return 'The share link is revoked.'
    },
    removed: ({ params: { share_id } }) => ({ subject: share_id, answer: 'The share link is revoked.' }),
  })
