import type { Client } from '@temporalio/client'
import { MAIL_RETRY, type MailInput, type MailRequest, mailWorkflowId } from '../manage/accounts/rules/mail-request.ts'
import { keywordAttribute } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Workflows of account mails. */
export interface MailWorkflows {
  /**
   * Starts a mail, idempotent per request.
   * @throws Problem `worker_unavailable` if Temporal does not respond
   */
  send(request: MailRequest): Promise<void>
}

/** @param retry backoff of failed mails */
export const temporalMails = (client: Client, taskQueue: string, retry = MAIL_RETRY): MailWorkflows => ({
  async send(request) {
    const { organizationId } = request
    const input: MailInput = { ...request, retry }
    await startOnce(client, 'mailAccount', {
      workflowId: mailWorkflowId(request),
      taskQueue,
      args: [input],
      staticSummary: SUMMARIES[request.kind],
      typedSearchAttributes:
        organizationId === undefined ? [] : [{ key: keywordAttribute('OrgId'), value: String(organizationId) }],
    })
  },
})

/** Shown to operators, therefore without recipients. */
const SUMMARIES: Readonly<Record<MailRequest['kind'], string>> = {
  invitation: 'Mail: an invitation',
  verification: 'Mail: confirm an address',
  password_reset: 'Mail: choose a new password',
}
