import { domainToASCII } from 'node:url'
import type { Mailbox } from './mailbox.ts'
import { isMailAddress, type Mail, MailRefused, SUBJECT_MAX, TEXT_MAX } from './rules/mail.ts'
import { oneLine } from './rules/one-line.ts'

/**
 * A mail as it may go out, whoever made it: to one address, with a subject of one line.
 * @throws MailRefused where it is to no address or to several, or its text is too long
 */
export const checkedMail = ({ id, to, subject, text }: Mail): Mail => {
  if (!isMailAddress(to)) throw new MailRefused('The recipient is not a single e-mail address.')
  if (text.length > TEXT_MAX) throw new MailRefused(`The text of the mail is longer than ${TEXT_MAX} characters.`)
  return { id, to, subject: oneLine(subject, SUBJECT_MAX), text: text.toWellFormed() }
}

/** Programs that answer mails are not to answer these (RFC 3834). */
export const HEADERS = { 'Auto-Submitted': 'auto-generated' } as const

/** The same for every attempt to send a mail, whichever process makes it (RFC 5322, 3.6.4). */
export const messageIdOf = ({ id }: Pick<Mail, 'id'>, { address }: Mailbox): string =>
  `<${id}@${domainToASCII(address.slice(address.indexOf('@') + 1)) || 'localhost'}>`
