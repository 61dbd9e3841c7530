import type { Mail } from '../../../platform/mail/rules/mail.ts'

/** Purposes of mails to users. */
export const MAIL_KINDS = ['invitation', 'verification', 'password_reset'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A mail to send: recipient and purpose. Its text is written when it is sent. */
export interface MailRequest {
  /** A UUID and idempotency key: repeated requests with it send one mail. */
  readonly mailId: string
  readonly kind: MailKind
  readonly organizationId?: number
  readonly userId?: number
  readonly email?: string
}

/** The text of a requested mail; undefined if no account matches. */
export type AccountMail = (request: MailRequest) => Promise<Mail | undefined>

/** Retry policy for a mail that cannot be delivered. */
interface MailRetry {
  readonly initialMs: number
  /** Intervals double up to this one. */
  readonly maximumMs: number
  readonly attemptsMax: number
}

/**
 * Backoff from 1 s to 10 min, for three days: 17 min up to the maximum interval, then 6 attempts per hour. The limit
 * counts attempts instead of time, so that a mail does not expire while no worker is running.
 */
export const MAIL_RETRY: MailRetry = { initialMs: 1_000, maximumMs: 600_000, attemptsMax: 442 }

/** Input of the workflow `mailAccount`, shared by requesters, workflow and worker. */
export interface MailInput extends MailRequest {
  readonly retry: MailRetry
}

/** The Temporal workflow id of a mail. */
export const mailWorkflowId = ({ mailId }: Pick<MailRequest, 'mailId'>): string => `mail/${mailId}`

/** The failure type of the mail workflow. */
export type MailFailure = 'mail_refused' | 'mail_undelivered'
