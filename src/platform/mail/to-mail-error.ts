import { z } from 'zod'
import { MailRefused, MailUndelivered } from './rules/mail.ts'

/** Commands whose responses concern the recipient or the mail. */
const MAIL_COMMANDS: readonly (string | undefined)[] = ['RCPT TO', 'DATA']

/** Response codes that concern the session: bad sequence of commands, authentication, TLS. */
const SESSION_CODES: readonly number[] = [503, 530, 535, 538]

/**
 * Converts an error of nodemailer. The server's text and the cause are omitted, because they mostly contain the recipient.
 */
export const toMailError = (error: unknown): MailRefused | MailUndelivered => {
  const { code, originalCode, timeoutType, responseCode, response = '', command } = SmtpError.parse(error)
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (isPermanent(responseCode) && MAIL_COMMANDS.includes(command))
    return new MailRefused(`The mail server refused the recipient or the mail: ${words(responseCode, status)}.`)
  return new MailUndelivered(
    `The mail server did not accept the mail: ${words(originalCode ?? code, timeoutType, responseCode, status)}${command === undefined ? '' : ` at ${command}`}.`,
  )
}

const isPermanent = (responseCode = 0): boolean =>
  responseCode >= 500 && responseCode < 600 && !SESSION_CODES.includes(responseCode)

const text = z.string().optional().catch(undefined)

/** The fields of nodemailer errors that are read; other errors have none. */
const SmtpError = z
  .object({
    code: text,
    originalCode: text,
    timeoutType: text,
    response: text,
    command: text,
    responseCode: z.number().optional().catch(undefined),
  })
  .catch({})

const words = (...parts: readonly (string | number | undefined)[]): string => {
  const known = parts.filter((part) => part !== undefined)
  return known.length === 0 ? 'unknown error' : known.join(' ')
}
