import { inertName } from '../../../manage/accounts/rules/inert-name.ts'
import type { MailKind } from '../../../manage/accounts/rules/mail-request.ts'
import type { Mail } from './mail.ts'

/** The facts in every account mail. */
export interface MailFacts {
  /** Proves that the mail was received. */
  readonly token: string
  /** User input: the mail shows it truncated, on one line, without encoded words and without links. */
  readonly organizationName: string
  readonly organizationId: number
  readonly expiresAt: Date
  /** Base URL of links, without a trailing `/`: `https://portal.example.com`; absent: the mail shows the API request instead. */
  readonly portalUrl?: string
}

export type MailText = Pick<Mail, 'subject' | 'text'>

/** Maximum length of a name in a mail, in UTF-16 code units. */
export const NAME_MAX = 80

/** An invitation to an organization. */
export const invitationMail = (facts: MailFacts): MailText => {
  const name = nameIn(facts)
  return mailOf(facts, 'invitation', {
    // Without typographic quotes, the subject may be ASCII, which needs no encoding.
    subject: `Invitation to ${organizationIn(facts)}`,
    begins: `You are invited to join ${name} (organization ${facts.organizationId}) on Tabletalk.`,
    asks: 'To accept, choose a password',
    otherwise: 'If you do not know why you get this, ignore it: nothing happens until you accept.',
  })
}

/** A request to confirm an email address. */
export const verificationMail = (facts: MailFacts): MailText =>
  mailOf(facts, 'verification', {
    subject: 'Confirm your mail address',
    begins: `This address was given for an account of ${nameIn(facts)} (organization ${facts.organizationId}) on Tabletalk.`,
    asks: 'To confirm that it is yours, do this',
    otherwise: 'If it was not you who gave it, ignore this: the address stays unconfirmed.',
  })

/** A password reset. */
export const passwordResetMail = (facts: MailFacts): MailText =>
  mailOf(facts, 'password_reset', {
    subject: 'Choose a new password',
    begins: `A new password was requested for your account of ${nameIn(facts)} (organization ${facts.organizationId}) on Tabletalk.`,
    asks: 'To choose one',
    otherwise: 'If it was not you, ignore this: nothing has changed, and your password stays as it is.',
  })

interface MailWords {
  readonly subject: string
  readonly begins: string
  /** The action of the reader; instructions follow. */
  readonly asks: string
  /** What happens if the reader does nothing. */
  readonly otherwise: string
}

/** The portal page and the API endpoint of each kind of mail. */
const TARGETS: Readonly<
  Record<MailKind, { readonly page: string; readonly route: string; readonly password: boolean }>
> = {
  invitation: { page: 'invitation', route: '/api/v1/auth/invitations/accept', password: true },
  verification: { page: 'email-verification', route: '/api/v1/auth/email-verifications/confirm', password: false },
  password_reset: { page: 'password-reset', route: '/api/v1/auth/password-resets/confirm', password: true },
}

const mailOf = (facts: MailFacts, kind: MailKind, { subject, begins, asks, otherwise }: MailWords): MailText => ({
  subject,
  text: [
    `${begins}\n`,
    `${asks} until ${shownTime(facts.expiresAt)}${instructionsOf(facts, kind)}\n`,
    `${otherwise}\n`,
    'This mail was sent by a program that reads no replies.\n',
  ].join('\n'),
})

/** Instructions with the token. In links it is in the fragment, which browsers do not send: it is not in the logs of servers. */
const instructionsOf = ({ token, portalUrl }: MailFacts, kind: MailKind): string => {
  const { page, route, password } = TARGETS[kind]
  if (portalUrl !== undefined) return `:\n\n${portalUrl}/${page}#token=${encodeURIComponent(token)}`
  const body = JSON.stringify({ token, ...(password ? { password: 'your new password' } : {}) })
  return [
    `, send your token to POST ${route}:\n`,
    `${token}\n`,
    'From a shell, with the address of the service in BASE_URL:\n',
    `curl -sS "$BASE_URL${route}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body.replaceAll("'", `'\\''`)}'`,
  ].join('\n')
}

const nameIn = (facts: MailFacts): string => {
  const name = organizationIn(facts)
  return name === NAMELESS ? name : `“${name}”`
}

const NAMELESS = 'an organization'

const organizationIn = ({ organizationName }: MailFacts): string => inertName(organizationName, NAME_MAX) || NAMELESS

const shownTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
