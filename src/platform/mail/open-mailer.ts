import { folderMailer } from './folder-mailer.ts'
import type { Mailbox } from './mailbox.ts'
import type { Mailer } from './rules/mail.ts'
import type { SmtpAddress } from './smtp-address.ts'
import { smtpMailer } from './smtp-mailer.ts'

export interface MailSettings {
  /** Undefined: mails are written to the folder. */
  readonly server: SmtpAddress | undefined
  readonly from: Mailbox
  /** Absolute. */
  readonly folder: string
}

/** The mailer for the settings. No file or connection is opened before the first mail. */
export const openMailer = ({ server, from, folder }: MailSettings): Mailer =>
  server === undefined ? folderMailer(folder, from) : smtpMailer(server, from)
