import type { Mail } from '../../../platform/mail/rules/mail.ts'

/** What mails to people with accounts are for. */
export const MAIL_KINDS = ['invitation', 'verification', 'password_reset'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A mail to send: its recipient and purpose. It is rendered when it is sent. */
export interface MailRequest {
  /** A UUID: however often it is asked for, it is one mail. */
  readonly mailId: string
  readonly kind: MailKind
  readonly organizationId?: number
  readonly userId?: number
  readonly email?: string
}

/** The requested mail; undefined without a recipient. */
export type AccountMail = (request: MailRequest) => Promise<Mail | undefined>

/** How long a mail that does not go out is tried again. */
export interface MailRetry {
  readonly initialMs: number
  /** Intervals double up to this one. */
  readonly maximumMs: number
  readonly attemptsMax: number
}

/**
 * From a second up to ten minutes, for three days in all: 17 minutes up to the longest interval, then 6 an hour. Attempts are
 * counted and not time, so that a mail does not grow too old while no worker is there to send it.
 */
export const MAIL_RETRY: MailRetry = { initialMs: 1_000, maximumMs: 600_000, attemptsMax: 442 }

/** Input of the workflow `mailAccount`: what who asks for a mail, the workflow and the worker agree on. */
export interface MailInput extends MailRequest {
  readonly retry: MailRetry
}

/** Where a mail is found in Temporal. */
export const mailWorkflowId = ({ mailId }: Pick<MailRequest, 'mailId'>): string => `mail/${mailId}`

/** How a mail has failed, as the type of its workflow's failure. */
export type MailFailure = 'mail_refused' | 'mail_undelivered'
