import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { MailFailure, MailInput } from '../src/manage/accounts/rules/mail-request.ts'
import { MailRefused, MailUndelivered } from '../src/platform/mail/rules/mail.ts'
import { problemNameOf } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

const BEAT_MS = 1_000

/**
 * Renders a mail and sends it; a repeated run may send it twice. An account that no longer exists ends it the same way.
 * Every failure is retried, for it may be mended within three days, unless the mail was refused for good.
 *
 * @throws ApplicationFailure of a type of `MailFailure`, which names no address
 */
export const sendAccountMail =
  (app: Pick<StepParts, 'mail' | 'observe'>) =>
  async ({ retry, ...request }: MailInput): Promise<void> => {
    const context = Context.current()
    const { attempt } = context.info
    const about = { mailId: request.mailId, purpose: request.kind, attempt }
    const beating = setInterval(() => context.heartbeat(), BEAT_MS)
    context.heartbeat()
    try {
      const mail = await app.mail.accountMail(request)
      if (mail === undefined) return
      await app.mail.mailer.send(mail)
      app.observe({ kind: 'mail_sent', ...about })
    } catch (error) {
      const isRefused = error instanceof MailRefused
      const isOver = isRefused || attempt >= retry.attemptsMax
      app.observe({ kind: isOver ? 'mail_failed' : 'mail_deferred', ...about, reason: reasonOf(error) })
      throw failureOf(isRefused ? 'mail_refused' : 'mail_undelivered', messageOf(error), isRefused)
    } finally {
      clearInterval(beating)
    }
  }

/** Benign, so that the SDK does not log again what was observed here. */
const failureOf = (type: MailFailure, message: string, nonRetryable: boolean): ApplicationFailure =>
  ApplicationFailure.create({ type, message, nonRetryable, category: ApplicationFailureCategory.BENIGN })

/** Of an error that is not ours the message may hold an address: the problem that it comes to says enough to look in the log. */
const messageOf = (error: unknown): string =>
  error instanceof MailRefused || error instanceof MailUndelivered
    ? error.message
    : `The text of the mail could not be created: ${problemNameOf(error)}.`

/** For the log: of an error that is not ours where it was thrown, and not its message. */
const reasonOf = (error: unknown): string => {
  const isOurs = error instanceof MailRefused || error instanceof MailUndelivered
  if (isOurs || !(error instanceof Error)) return messageOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [`${messageOf(error)} ${error.name}`, ...frames].join('\n')
}
