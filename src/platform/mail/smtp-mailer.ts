import { checkMail, HEADERS, messageIdOf } from './check-mail.ts'
import type { Mailbox } from './mailbox.ts'
import type { Mailer } from './rules/mail.ts'
import type { SmtpAddress } from './smtp-address.ts'
import { toMailError } from './to-mail-error.ts'

/** Time limits for a mail server, in ms. */
interface SmtpTimes {
  readonly dnsMs: number
  /** For the connection with TLS. */
  readonly connectionMs: number
  readonly greetingMs: number
  /** Without data from the server. */
  readonly silenceMs: number
  /** For the whole mail. */
  readonly mailMs: number
}

const TIMES: SmtpTimes = { dnsMs: 5_000, connectionMs: 10_000, greetingMs: 10_000, silenceMs: 20_000, mailMs: 45_000 }

/** Sends mails by SMTP, with one connection per mail. */
export const smtpMailer = (server: SmtpAddress, from: Mailbox, times: SmtpTimes = TIMES): Mailer => ({
  async send(mail) {
    const { id, to, subject, text } = checkMail(mail)
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...server,
      dnsTimeout: times.dnsMs,
      connectionTimeout: times.connectionMs,
      greetingTimeout: times.greetingMs,
      socketTimeout: times.silenceMs,
      socketCloseTimeout: 1_000,
      maxResponseSize: 16 * 1024,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        headers: HEADERS,
        xMailer: false,
        messageId: messageIdOf({ id }, from),
        signal: AbortSignal.timeout(times.mailMs),
      })
    } catch (error) {
      throw toMailError(error)
    } finally {
      transport.close()
    }
  },
})
