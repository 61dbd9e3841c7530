import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { nameText } from '../../name-text.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { conversationData } from './conversation-data.ts'
import { ConversationItem, conversationIdPath } from './conversation-schema.ts'

const RenameBody = z.strictObject({ title: nameText }).meta({ id: 'RenameConversationRequest' })

/** `PATCH /chat/{conversation_id}` */
export const renameConversation = (app: Pick<RouteParts, 'config' | 'store' | 'turns'>) =>
  endpoint({
    method: 'patch',
    path: '/chat/:conversation_id',
    summary: 'Rename a conversation',
    takes: z.object({ params: conversationIdPath, body: RenameBody }),
    gives: data(ConversationItem),
    problems: ['conversation_not_found'],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle({ caller }, { params: { conversation_id: id }, body: { title } }) {
      const isThere = await app.store.conversations.rename(caller, id, title)
      const conversation = isThere ? await app.store.conversations.find(caller, id) : undefined
      if (conversation === undefined) throw new Problem('conversation_not_found')
      return await conversationData(app, caller, conversation)
    },
  })
