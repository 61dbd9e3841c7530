import { domainToASCII } from 'node:url'
import type { Mailbox } from './mailbox.ts'
import { isMailAddress, type Mail, MailRefused, SUBJECT_MAX, TEXT_MAX } from './rules/mail.ts'
import { toSingleLine } from './rules/one-line.ts'

/**
 * Validates a mail before sending: one recipient, a single-line subject.
 * @throws MailRefused if the recipient is not a single address, or the text is too long
 */
export const checkMail = ({ id, to, subject, text }: Mail): Mail => {
  if (!isMailAddress(to)) throw new MailRefused('The recipient is not a single e-mail address.')
  if (text.length > TEXT_MAX) throw new MailRefused(`The text of the mail is longer than ${TEXT_MAX} characters.`)
  return { id, to, subject: toSingleLine(subject, SUBJECT_MAX), text: text.toWellFormed() }
}

/** Suppresses automatic replies (RFC 3834). */
export const HEADERS = { 'Auto-Submitted': 'auto-generated' } as const

/** The Message-ID, equal for all attempts to send a mail, by any process (RFC 5322, 3.6.4). */
export const messageIdOf = ({ id }: Pick<Mail, 'id'>, { address }: Mailbox): string =>
  `<${id}@${domainToASCII(address.slice(address.indexOf('@') + 1)) || 'localhost'}>`
