import type { App } from '../../app.ts'
import type { Cursors } from '../cursor.ts'
import type { Route } from '../route.ts'
import { patchApiKey } from './api-keys/change-key.ts'
import { createApiKey } from './api-keys/create-key.ts'
import { revokeApiKey, rotateApiKey } from './api-keys/end-key.ts'
import { getApiKey, listApiKeys } from './api-keys/read-keys.ts'
import { cancelTurn } from './cancel-turn.ts'
import { patchBranding, putBranding } from './change-branding.ts'
import { createStreamTicket } from './create-stream-ticket.ts'
import { databaseRoutes } from './databases/index.ts'
import { deleteConversation } from './delete-conversation.ts'
import { getBranding } from './get-branding.ts'
import { cancelJob, getJob, listJobs } from './jobs.ts'
import { listAudit } from './list-audit.ts'
import { listConversations } from './list-conversations.ts'
import { listMessages } from './list-messages.ts'
import { deleteOrganization, getOrganization, patchOrganization } from './organization.ts'
import { deletePattern, getPattern, listPatterns, patchPattern, postPattern } from './patterns.ts'
import {
  deletePersonality,
  getPersonality,
  listPersonalities,
  patchPersonality,
  postPersonality,
} from './personalities.ts'
import { rateMessage } from './rate-message.ts'
import { readConversation } from './read-conversation.ts'
import { readResults } from './read-results.ts'
import { sendMessage, sendMessageTo } from './send-message.ts'
import { deleteSession, getSession, listSessions } from './sessions.ts'
import { streamAnswer } from './stream-answer.ts'

/** Every endpoint, one line each; literal paths before those with an id. */
export const routes = (app: App, cursors: Cursors, shutdown: AbortSignal): Route[] => [
  sendMessage(app, shutdown),
  listConversations(app, cursors),
  listMessages(app, cursors),
  cancelTurn(app),
  createStreamTicket(app),
  rateMessage(app),
  readResults(app),
  sendMessageTo(app, shutdown),
  streamAnswer(app, shutdown),
  readConversation(app),
  deleteConversation(app),
  getBranding(),
  putBranding(app),
  patchBranding(app),
  getOrganization(app),
  patchOrganization(app),
  deleteOrganization(app),
  listApiKeys(app),
  createApiKey(app),
  getApiKey(app),
  patchApiKey(app),
  rotateApiKey(app),
  revokeApiKey(app),
  ...databaseRoutes(app),
  listJobs(app),
  getJob(app),
  cancelJob(app),
  listAudit(app),
  listPersonalities(app),
  postPersonality(app),
  getPersonality(app),
  patchPersonality(app),
  deletePersonality(app),
  listSessions(app),
  getSession(app),
  deleteSession(app),
  listPatterns(app),
  postPattern(app),
  getPattern(app),
  patchPattern(app),
  deletePattern(app),
]
