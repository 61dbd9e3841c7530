import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { Problem } from '../../domain/problem.ts'
import { checked, conversationIdPath } from '../input.ts'
import type { Route } from '../route.ts'

/** `DELETE /chat/{conversation_id}`: the conversation first, so that a turn that still runs finds it gone. */
export const deleteConversation = (app: App): Route => ({
  method: 'delete',
  path: '/chat/:conversation_id',
  needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
  async handle({ req, caller }) {
    const { conversation_id } = checked(conversationIdPath, req.params)
    if (!(await app.store.removeConversation(caller, conversation_id))) throw new Problem('conversation_not_found')
    await app.store.deleteMessages(caller, conversation_id)
    await app.store.deleteResults(caller, conversation_id)
    return { message: 'The conversation and all its messages were deleted.' }
  },
})
