import { ADDRESS_LENGTH_MAX, LOCAL_LENGTH_MAX } from '../../../manage/accounts/rules/email-lengths.ts'

/** A mail to one person, in plain text and nothing else. */
export interface Mail {
  /** A UUID, from which its Message-ID derives: mail programs show what arrives twice once. */
  readonly id: string
  /** One address, without a name: see `isMailAddress`. */
  readonly to: string
  /** One line; what is more than `SUBJECT_MAX` is cut. */
  readonly subject: string
  /** Lines end in `\n`; at most `TEXT_MAX` UTF-16 units. */
  readonly text: string
}

/** Sends mails, by whichever way is set. */
export interface Mailer {
  /**
   * Resolves when the mail is out of our hands. Whoever repeats it may have it arrive twice.
   * @throws MailRefused where a repeat would be answered the same, MailUndelivered where it may not
   */
  send(mail: Mail): Promise<void>
}

/** No repeat will bring this mail out. The message names no address, and holds nothing of the mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The mail did not go out this time. The message says why, names no address, and holds nothing of the mail. */
export class MailUndelivered extends Error {
  override readonly name = 'MailUndelivered'
}

/** Nothing that separates, comments or quotes in a header (RFC 5322, 3.2.3), no space, nothing that cannot be seen. */
const ATOMS = /^[^\s\p{C}\p{Z}<>()[\]{},;:\\"@]+$/u

/** Whether a text is one address, `somebody@example.com`, and can be nothing else wherever it is written. */
export const isMailAddress = (text: string): boolean => {
  if (text.length > ADDRESS_LENGTH_MAX) return false
  const at = text.indexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && local.length <= LOCAL_LENGTH_MAX && ATOMS.test(local) && ATOMS.test(domain)
}

export const SUBJECT_MAX = 200
export const TEXT_MAX = 64 * 1024
