import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import type { MailFailure, MailInput } from '../src/manage/accounts/rules/mail-request.ts'

const PROBLEM = defineSearchAttributeKey('Problem', SearchAttributeType.KEYWORD)

/** Above what a mail server may take. */
const SEND_MS = 90_000

/**
 * Sends one mail, through crashes of every process: at least once, unless its server refuses it for good or is
 * unavailable for longer than the input says. Without a recipient it ends just the same.
 */
export async function mailAccount(input: MailInput): Promise<void> {
  const { initialMs, maximumMs, attemptsMax } = input.retry
  const { sendAccountMail } = proxyActivities<Activities>({
    startToCloseTimeout: SEND_MS,
    heartbeatTimeout: HEARTBEAT_MS,
    retry: {
      initialInterval: initialMs,
      backoffCoefficient: 2,
      maximumInterval: maximumMs,
      maximumAttempts: attemptsMax,
    },
    summary: 'Send it',
  })
  try {
    await sendAccountMail(input)
  } catch (error) {
    if (isCancellation(error)) throw error
    const failed = failureIn(error)
    upsertSearchAttributes([{ key: PROBLEM, value: failed.type ?? 'mail_undelivered' }])
    throw failed
  }
}

/** The failure of the last attempt; one without details was cut off. */
const failureIn = (error: unknown): ApplicationFailure => {
  const cause = error instanceof ActivityFailure ? error.cause : undefined
  if (cause instanceof ApplicationFailure) return ApplicationFailure.nonRetryable(cause.message, cause.type)
  const type: MailFailure = 'mail_undelivered'
  return ApplicationFailure.nonRetryable('The last attempt to send the mail was cut off.', type)
}
