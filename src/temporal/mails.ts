import type { Client } from '@temporalio/client'
import { MAIL_RETRY, type MailInput, type MailRequest, mailWorkflowId } from '../manage/accounts/rules/mail-request.ts'
import { keyword } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Mails to people with accounts, as who asks for them begins them. */
export interface Mails {
  /**
   * Begins a mail, unless it was begun; it waits for a worker.
   * @throws Problem `worker_unavailable` when Temporal does not answer
   */
  send(request: MailRequest): Promise<void>
}

/** @param retry how long mails are tried again that do not go out */
export const temporalMails = (client: Client, taskQueue: string, retry = MAIL_RETRY): Mails => ({
  async send(request) {
    const { organizationId } = request
    const input: MailInput = { ...request, retry }
    await startOnce(client, 'mailAccount', {
      workflowId: mailWorkflowId(request),
      taskQueue,
      args: [input],
      staticSummary: SUMMARIES[request.kind],
      typedSearchAttributes:
        organizationId === undefined ? [] : [{ key: keyword('OrgId'), value: String(organizationId) }],
    })
  },
})

/** For operators, who are not to read whom a mail is to. */
const SUMMARIES: Readonly<Record<MailRequest['kind'], string>> = {
  invitation: 'Mail: an invitation',
  verification: 'Mail: confirm an address',
  password_reset: 'Mail: choose a new password',
}
