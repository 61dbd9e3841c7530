import type { App } from '../../app.ts'
import type { Cursors } from '../cursor.ts'
import type { Route } from '../route.ts'
import { cancelTurn } from './cancel-turn.ts'
import { deleteConversation } from './delete-conversation.ts'
import { getBranding } from './get-branding.ts'
import { listConversations } from './list-conversations.ts'
import { listMessages } from './list-messages.ts'
import { readConversation } from './read-conversation.ts'
import { sendMessage, sendMessageTo } from './send-message.ts'
import { streamAnswer } from './stream-answer.ts'

/** Every endpoint, one line each; literal paths before those with an id. */
export const routes = (app: App, cursors: Cursors, shutdown: AbortSignal): Route[] => [
  sendMessage(app),
  listConversations(app, cursors),
  listMessages(app, cursors),
  cancelTurn(app),
  sendMessageTo(app),
  streamAnswer(app, shutdown),
  readConversation(app),
  deleteConversation(app),
  getBranding(app),
]
