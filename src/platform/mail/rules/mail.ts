import { ADDRESS_LENGTH_MAX, LOCAL_LENGTH_MAX } from '../../../manage/accounts/rules/email-lengths.ts'

/** A plain-text mail to one recipient. */
export interface Mail {
  /** A UUID, from which the Message-ID is derived, so that mail programs can discard duplicates. */
  readonly id: string
  /** One address, without a name: see `isMailAddress`. */
  readonly to: string
  /** One line; truncated to `SUBJECT_MAX`. */
  readonly subject: string
  /** Lines end in `\n`; at most `TEXT_MAX` UTF-16 code units. */
  readonly text: string
}

/** Sends mails by SMTP or to a folder. */
export interface Mailer {
  /**
   * Resolves when the mail was accepted. A retry may deliver it twice.
   * @throws MailRefused if a retry would fail, too; MailUndelivered if a retry may succeed
   */
  send(mail: Mail): Promise<void>
}

/** A permanent failure. The message contains no address and nothing of the mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** A temporary failure. The message contains the reason, no address and nothing of the mail. */
export class MailUndelivered extends Error {
  override readonly name = 'MailUndelivered'
}

/** No special characters of headers (RFC 5322, 3.2.3), white space or invisible characters. */
const ATOMS = /^[^\s\p{C}\p{Z}<>()[\]{},;:\\"@]+$/u

/** Whether a text is a single email address, and cannot be parsed as anything else in a header. */
export const isMailAddress = (text: string): boolean => {
  if (text.length > ADDRESS_LENGTH_MAX) return false
  const at = text.indexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && local.length <= LOCAL_LENGTH_MAX && ATOMS.test(local) && ATOMS.test(domain)
}

export const SUBJECT_MAX = 200
export const TEXT_MAX = 64 * 1024
