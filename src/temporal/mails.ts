import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { MAIL_RETRY, type MailInput, type MailRequest, mailWorkflowId } from '../domain/account/mail-request.ts'
import { Problem } from '../domain/problem.ts'
import { isUnavailable } from './trouble.ts'

const CALL_MS = 5_000

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
    const start = () =>
      client.workflow.start('mailAccount', {
        workflowId: mailWorkflowId(request),
        taskQueue,
        args: [input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        staticSummary: SUMMARIES[request.kind],
        typedSearchAttributes:
          organizationId === undefined ? [] : [{ key: ORGANIZATION, value: String(organizationId) }],
      })
    try {
      await client.withDeadline(Date.now() + CALL_MS, start)
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return
      throw isUnavailable(error) ? new Problem('worker_unavailable', { cause: error }) : error
    }
  },
})

const ORGANIZATION = defineSearchAttributeKey('OrgId', SearchAttributeType.KEYWORD)

/** For operators, who are not to read whom a mail is to. */
const SUMMARIES: Readonly<Record<MailRequest['kind'], string>> = {
  invitation: 'Mail: an invitation',
  verification: 'Mail: confirm an address',
  password_reset: 'Mail: choose a new password',
}
