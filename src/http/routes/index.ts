import type { Cursors } from '../cursor.ts'
import type { Route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { patchApiKey } from './api-keys/change-key.ts'
import { createApiKey } from './api-keys/create-key.ts'
import { revokeApiKey, rotateApiKey } from './api-keys/end-key.ts'
import { getApiKey, listApiKeys } from './api-keys/read-keys.ts'
import { listAudit } from './audit/list-audit.ts'
import { authRoutes } from './auth/index.ts'
import { getBilling, postCheckout, postPortal } from './billing/billing.ts'
import { postBillingEvent } from './billing/post-event.ts'
import { patchBranding, putBranding } from './branding/change-branding.ts'
import { getBranding } from './branding/get-branding.ts'
import { previewBranding } from './branding/preview-branding.ts'
import { cancelTurn } from './chat/cancel-turn.ts'
import { listAskable } from './chat/list-askable.ts'
import { sendMessage, sendMessageTo } from './chat/send-message.ts'
import { deleteConversation } from './conversations/delete-conversation.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { readConversation } from './conversations/read-conversation.ts'
import { renameConversation } from './conversations/rename-conversation.ts'
import { databaseRoutes } from './databases/index.ts'
import { getEvaluation, listEvaluations } from './evaluations/read-evaluations.ts'
import { postEvaluation, stopEvaluation } from './evaluations/run-evaluations.ts'
import {
  acceptGlossaryProposal,
  dismissGlossaryProposal,
  getGlossaryProposal,
  listGlossaryProposals,
} from './glossary-proposals/glossary-proposals.ts'
import { cancelJob, getJob, listJobs } from './jobs/jobs.ts'
import { exportResults, readExport } from './messages/export-results.ts'
import { keepView } from './messages/keep-view.ts'
import { listMessages } from './messages/list-messages.ts'
import { rateMessage } from './messages/rate-message.ts'
import { readChart } from './messages/read-chart.ts'
import { readResults } from './messages/read-results.ts'
import { getServiceHealth } from './operators/get-service-health.ts'
import { listOrganizationLimits } from './operators/list-organization-limits.ts'
import { listTurnRuns } from './operators/list-turn-runs.ts'
import { deleteOrganization, getOrganization, patchOrganization } from './organization/organization.ts'
import { acceptProposal, dismissProposal, getProposal, listProposals } from './pattern-proposals/pattern-proposals.ts'
import { deletePattern, getPattern, listPatterns, patchPattern, postPattern } from './patterns/patterns.ts'
import {
  deletePersonality,
  getPersonality,
  listPersonalities,
  patchPersonality,
  postPersonality,
} from './personalities/personalities.ts'
import { deleteSession, getSession, listSessions } from './sessions/sessions.ts'
import { createShare } from './shares/create-share.ts'
import { listShares, revokeShare } from './shares/shares.ts'
import { deleteSsoConfig, getSsoConfig, putSsoConfig } from './sso/sso-config.ts'
import { createStreamTicket } from './streams/create-stream-ticket.ts'
import { streamAnswer } from './streams/stream-answer.ts'
import { getUsage } from './usage/get-usage.ts'
import {
  deleteFactorOf,
  deleteLinkOf,
  deleteUser,
  getUser,
  listUsers,
  patchUser,
  postInvitation,
  postUser,
} from './users/users.ts'
import { deleteWebhook, patchWebhook, postWebhook, rotateWebhook } from './webhooks/change-webhooks.ts'
import { getWebhook, listDeliveries, listWebhooks, testWebhook } from './webhooks/read-webhooks.ts'

/** Every endpoint, one line each; literal paths before those with an id. */
export const routes = (app: RouteParts, cursors: Cursors, shutdown: AbortSignal): Route[] => [
  sendMessage(app, shutdown),
  listAskable(app),
  listConversations(app, cursors),
  listMessages(app, cursors),
  cancelTurn(app),
  createStreamTicket(app),
  rateMessage(app),
  keepView(app),
  readResults(app),
  readChart(app),
  exportResults(app),
  readExport(app),
  createShare(app),
  listShares(app),
  revokeShare(app),
  sendMessageTo(app, shutdown),
  streamAnswer(app, shutdown),
  readConversation(app),
  renameConversation(app),
  deleteConversation(app),
  getBranding,
  putBranding(app),
  patchBranding(app),
  previewBranding,
  getOrganization(app),
  patchOrganization(app),
  deleteOrganization(app),
  getUsage(app),
  getBilling(app),
  postCheckout(app),
  postPortal(app),
  postBillingEvent(app),
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
  listTurnRuns(app, cursors),
  getServiceHealth(app),
  listOrganizationLimits(app),
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
  listProposals(app),
  getProposal(app),
  acceptProposal(app),
  dismissProposal(app),
  listGlossaryProposals(app),
  getGlossaryProposal(app),
  acceptGlossaryProposal(app),
  dismissGlossaryProposal(app),
  listEvaluations(app),
  postEvaluation(app),
  getEvaluation(app),
  stopEvaluation(app),
  ...authRoutes(app),
  listUsers(app),
  postUser(app),
  getUser(app),
  patchUser(app),
  deleteUser(app),
  postInvitation(app),
  deleteFactorOf(app),
  deleteLinkOf(app),
  getSsoConfig(app),
  putSsoConfig(app),
  deleteSsoConfig(app),
  listWebhooks(app),
  postWebhook(app),
  getWebhook(app),
  patchWebhook(app),
  deleteWebhook(app),
  rotateWebhook(app),
  testWebhook(app),
  listDeliveries(app),
]
