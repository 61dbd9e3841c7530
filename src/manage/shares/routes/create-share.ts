import { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import { turnOfAnswer, userMessageId } from '../../../ask/rules/history/message.ts'
import { storedAnswer } from '../../../ask/turns/stored-answer.ts'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { messagePath } from '../../../http/routes/messages/message-schema.ts'
import { visibleMessage } from '../../../http/routes/messages/visible-message.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { type ShareLink, shareExpiry } from '../rules/share-link.ts'
import { sharedAnswer } from '../rules/shared-answer.ts'
import { CreatedShare, ShareBody, shareItem } from './share-schema.ts'

const NO_ANSWER = 'Only answers can be shared, not questions, failures or appended messages.'

/** `POST /chat/messages/{message_id}/share` */
export const createShare = (app: Pick<RouteParts, 'store' | 'shares'>) =>
  audited(app, {
    method: 'post',
    path: '/chat/messages/:message_id/share',
    summary: 'Create a share link for an answer',
    description:
      'Anyone with the link can read the answer without a key, as a page or as JSON: question, text, chart, rows and tenant. It shows a snapshot taken now, which never changes. The link stops working when it expires or is revoked, and when its conversation, database or organization is removed. Share links are disabled until `share_links` of the organization is enabled.',
    takes: z.object({ params: messagePath, body: ShareBody }),
    gives: data(CreatedShare, { status: 201, description: 'The share link was created.' }),
    problems: ['message_not_found', 'sharing_off', 'shares_full'],
    audits: 'share.created',
    needs: { permission: 'chat', keys: ['organization'], scope: 'optional' },
    async change({ caller, organization, newId, publicUrl }, { params: { message_id }, body }, record) {
      const { conversation, ...found } = await answerToShare(app, caller, message_id)
      if (organization.shareLinks !== true) throw new Problem('sharing_off')
      const createdAt = new Date()
      const { organizationId, scopeId, tenantId, databaseId } = conversation
      const link: ShareLink = {
        id: newId,
        messageId: message_id,
        conversationId: conversation.id,
        organizationId,
        scopeId,
        ...(tenantId === undefined ? {} : { tenantId }),
        databaseId,
        createdAt,
        expiresAt: shareExpiry(createdAt, body.expires_in_days),
        includesQuery: body.include_query,
      }
      const item = shareItem(link)
      const { expires_at, include_query } = item
      const token = await record(
        { subject: newId, changes: changesOf({ message_id, expires_at, include_query }) },
        async () => await app.shares.add(link, sharedAnswer({ ...found, conversation }, include_query)),
      )
      return { ...item, url: `${publicUrl}/s/${token}` }
    },
  })

/** A visible answer with its question and conversation. @throws Problem `message_not_found` */
const answerToShare = async (app: Pick<RouteParts, 'store'>, caller: Caller, messageId: string) => {
  const turnId = turnOfAnswer(messageId)
  const { message, conversation } = await visibleMessage(app, caller, messageId)
  const question = turnId === undefined ? undefined : await app.store.messages.find(caller, userMessageId(turnId))
  if (turnId === undefined || question === undefined || 'problem' in message.metadata)
    throw new Problem('message_not_found', { message: NO_ANSWER })
  return { question, conversation, answer: await storedAnswer(app, { turnId, caller }) }
}
