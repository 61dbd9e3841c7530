import { authRoutes } from '../../manage/accounts/routes/auth/index.ts'
import {
  deleteUser,
  deleteUserProviderLink,
  deleteUserSecondFactor,
  getUser,
  listUsers,
  patchUser,
  postInvitation,
  postUser,
} from '../../manage/accounts/routes/users/users.ts'
import { patchApiKey } from '../../manage/api-keys/routes/change-key.ts'
import { createApiKey } from '../../manage/api-keys/routes/create-key.ts'
import { revokeApiKey, rotateApiKey } from '../../manage/api-keys/routes/end-key.ts'
import { getApiKey, listApiKeys } from '../../manage/api-keys/routes/read-keys.ts'
import { listAudit } from '../../manage/audit/routes/list-audit.ts'
import { getBilling, postCheckout, postPortal } from '../../manage/billing/routes/billing.ts'
import { postBillingEvent } from '../../manage/billing/routes/post-event.ts'
import { patchBranding, putBranding } from '../../manage/branding/routes/change-branding.ts'
import { getBranding } from '../../manage/branding/routes/get-branding.ts'
import { previewBranding } from '../../manage/branding/routes/preview-branding.ts'
import { databaseRoutes } from '../../manage/databases/routes/index.ts'
import { getEvaluation, listEvaluations } from '../../manage/evaluation/routes/read-evaluations.ts'
import { postEvaluation, stopEvaluation } from '../../manage/evaluation/routes/run-evaluations.ts'
import {
  acceptGlossaryProposal,
  dismissGlossaryProposal,
  getGlossaryProposal,
  listGlossaryProposals,
} from '../../manage/glossary/routes/glossary-proposals.ts'
import { cancelJob, getJob, listJobs } from '../../manage/jobs/routes/jobs.ts'
import { listOAuthGrants, revokeOAuthGrant } from '../../manage/oauth/routes/oauth-grants.ts'
import { allowOAuthRequest, getOAuthRequest, refuseOAuthRequest } from '../../manage/oauth/routes/oauth-requests.ts'
import { getServiceHealth } from '../../manage/operators/routes/get-service-health.ts'
import { listOrganizationLimits } from '../../manage/operators/routes/list-organization-limits.ts'
import { listTurnRuns } from '../../manage/operators/routes/list-turn-runs.ts'
import {
  deleteOrganization,
  getOrganization,
  patchOrganization,
} from '../../manage/organizations/routes/organization.ts'
import {
  deletePattern,
  getPattern,
  listPatterns,
  patchPattern,
  postPattern,
} from '../../manage/patterns/routes/patterns.ts'
import {
  acceptProposal,
  dismissProposal,
  getProposal,
  listProposals,
} from '../../manage/patterns/routes/proposals/pattern-proposals.ts'
import {
  deletePersonality,
  getPersonality,
  listPersonalities,
  patchPersonality,
  postPersonality,
} from '../../manage/personalities/routes/personalities.ts'
import { deleteSession, getSession, listSessions } from '../../manage/sessions/routes/sessions.ts'
import { createShare } from '../../manage/shares/routes/create-share.ts'
import { listShares, revokeShare } from '../../manage/shares/routes/shares.ts'
import { deleteSsoConfig, getSsoConfig, putSsoConfig } from '../../manage/sso/routes/sso-config.ts'
import { getUsage } from '../../manage/usage/routes/get-usage.ts'
import {
  deleteWebhook,
  patchWebhook,
  postWebhook,
  rotateWebhook,
} from '../../manage/webhooks/routes/change-webhooks.ts'
import { getWebhook, listDeliveries, listWebhooks, testWebhook } from '../../manage/webhooks/routes/read-webhooks.ts'
import type { Cursors } from '../cursor.ts'
import type { Route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { askFromUi, resumeInUi } from '../ui-stream/ui-routes.ts'
import { cancelTurn } from './chat/cancel-turn.ts'
import { listAskable } from './chat/list-askable.ts'
import { sendMessage, sendMessageTo } from './chat/send-message.ts'
import { deleteConversation } from './conversations/delete-conversation.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { readConversation } from './conversations/read-conversation.ts'
import { renameConversation } from './conversations/rename-conversation.ts'
import { exportResults, readExport } from './messages/export-results.ts'
import { listMessages } from './messages/list-messages.ts'
import { rateMessage } from './messages/rate-message.ts'
import { readChart } from './messages/read-chart.ts'
import { readResults } from './messages/read-results.ts'
import { saveView } from './messages/save-view.ts'
import { createStreamTicket } from './streams/create-stream-ticket.ts'
import { streamAnswer } from './streams/stream-answer.ts'

/** All endpoints; literal paths come before paths with an id. */
export const routes = (app: RouteParts, cursors: Cursors, shutdown: AbortSignal): Route[] => [
  sendMessage(app, shutdown),
  listAskable(app),
  listConversations(app, cursors),
  listMessages(app, cursors),
  cancelTurn(app),
  createStreamTicket(app),
  rateMessage(app),
  saveView(app),
  readResults(app),
  readChart(app),
  exportResults(app),
  readExport(app),
  createShare(app),
  listShares(app),
  revokeShare(app),
  askFromUi(app, shutdown),
  resumeInUi(app, shutdown),
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
  getOAuthRequest(app),
  allowOAuthRequest(app),
  refuseOAuthRequest(app),
  listOAuthGrants(app),
  revokeOAuthGrant(app),
  listUsers(app),
  postUser(app),
  getUser(app),
  patchUser(app),
  deleteUser(app),
  postInvitation(app),
  deleteUserSecondFactor(app),
  deleteUserProviderLink(app),
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
