import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { Problem } from '../../domain/problem.ts'
import { checked, conversationIdPath } from '../input.ts'
import type { Route } from '../route.ts'

/** `GET /chat/{conversation_id}/history`: all messages, oldest first. */
export const readConversation = (app: App): Route => ({
  method: 'get',
  path: '/chat/:conversation_id/history',
  needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
  async handle({ req, caller }) {
    const { conversation_id } = checked(conversationIdPath, req.params)
    if ((await app.store.conversation(caller, conversation_id)) === undefined)
      throw new Problem('conversation_not_found')
    const messages = await app.store.conversationMessages(caller, conversation_id)
    return {
      conversation_id,
      messages: messages.map(({ sender, content, timestamp }) => ({ role: sender, content, timestamp })),
      organization_id: caller.organizationId,
      user_id: caller.userId,
    }
  },
})
