import { z } from 'zod'
import { MailRefused, MailUndelivered } from './rules/mail.ts'

/** Commands whose answer is about the recipient or the mail, and not about us. */
const OF_THE_MAIL: readonly (string | undefined)[] = ['RCPT TO', 'DATA']

/** Answers that say something of the session, to whichever command: the wrong moment, who we are, no TLS. */
const OF_THE_SESSION: readonly number[] = [503, 530, 535, 538]

/**
 * What nodemailer says, without what the server has said in words: that mostly names the recipient, and so does whatever
 * caused it, which is left out too.
 */
export const smtpTrouble = (error: unknown): MailRefused | MailUndelivered => {
  const { code, originalCode, timeoutType, responseCode, response = '', command } = Said.parse(error)
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (isForGood(responseCode) && OF_THE_MAIL.includes(command))
    return new MailRefused(`The mail server refused the recipient or the mail: ${words(responseCode, status)}.`)
  return new MailUndelivered(
    `The mail server did not accept the mail: ${words(originalCode ?? code, timeoutType, responseCode, status)}${command === undefined ? '' : ` at ${command}`}.`,
  )
}

const isForGood = (responseCode = 0): boolean =>
  responseCode >= 500 && responseCode < 600 && !OF_THE_SESSION.includes(responseCode)

const text = z.string().optional().catch(undefined)

/** What of an error of nodemailer is looked at; whatever else was thrown has nothing of it. */
const Said = z
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
  const said = parts.filter((part) => part !== undefined)
  return said.length === 0 ? 'unknown error' : said.join(' ')
}
