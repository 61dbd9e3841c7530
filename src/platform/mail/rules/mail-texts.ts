import { inertName } from '../../../manage/accounts/rules/inert-name.ts'
import type { MailKind } from '../../../manage/accounts/rules/mail-request.ts'
import type { Mail } from './mail.ts'

/** What every mail to somebody with an account says. */
export interface MailFacts {
  /** Proves who has read the mail. */
  readonly token: string
  /** As people have written it: the mail shows it cut, on one line, without encoded words and without links. */
  readonly organizationName: string
  readonly organizationId: number
  readonly expiresAt: Date
  /** Where links lead; without one the mail shows the request to make. `https://portal.example.com`, without a `/` at its end. */
  readonly portalUrl?: string
}

export type MailText = Pick<Mail, 'subject' | 'text'>

/** UTF-16 units of a name that a mail shows. */
export const NAME_MAX = 80

/** Asks somebody to join an organization. */
export const invitationMail = (facts: MailFacts): MailText => {
  const name = nameIn(facts)
  return mailOf(facts, 'invitation', {
    // Without marks beyond ASCII, a subject is written as it is read.
    subject: `Invitation to ${organizationIn(facts)}`,
    begins: `You are invited to join ${name} (organization ${facts.organizationId}) on Tabletalk.`,
    asks: 'To accept, choose a password',
    otherwise: 'If you do not know why you get this, ignore it: nothing happens until you accept.',
  })
}

/** Asks somebody whether an address is theirs. */
export const verificationMail = (facts: MailFacts): MailText =>
  mailOf(facts, 'verification', {
    subject: 'Confirm your mail address',
    begins: `This address was given for an account of ${nameIn(facts)} (organization ${facts.organizationId}) on Tabletalk.`,
    asks: 'To confirm that it is yours, do this',
    otherwise: 'If it was not you who gave it, ignore this: the address stays unconfirmed.',
  })

/** Lets somebody choose a new password who says that the old one is lost. */
export const passwordResetMail = (facts: MailFacts): MailText =>
  mailOf(facts, 'password_reset', {
    subject: 'Choose a new password',
    begins: `A new password was requested for your account of ${nameIn(facts)} (organization ${facts.organizationId}) on Tabletalk.`,
    asks: 'To choose one',
    otherwise: 'If it was not you, ignore this: nothing has changed, and your password stays as it is.',
  })

interface Words {
  readonly subject: string
  readonly begins: string
  /** What the reader is to do, to be followed by how. */
  readonly asks: string
  /** What happens where the reader does nothing. */
  readonly otherwise: string
}

/** Where a kind leads: a page of the portal, or a route of the API with what else it is to be sent. */
const WAYS: Readonly<Record<MailKind, { readonly page: string; readonly route: string; readonly password: boolean }>> =
  {
    invitation: { page: 'invitation', route: '/api/v1/auth/invitations/accept', password: true },
    verification: { page: 'email-verification', route: '/api/v1/auth/email-verifications/confirm', password: false },
    password_reset: { page: 'password-reset', route: '/api/v1/auth/password-resets/confirm', password: true },
  }

const mailOf = (facts: MailFacts, kind: MailKind, { subject, begins, asks, otherwise }: Words): MailText => ({
  subject,
  text: [
    `${begins}\n`,
    `${asks} until ${shownTime(facts.expiresAt)}${wayOf(facts, kind)}\n`,
    `${otherwise}\n`,
    'This mail was sent by a program that reads no replies.\n',
  ].join('\n'),
})

/** The token is in the fragment of the address, which browsers keep to themselves: no log of a server has it. */
const wayOf = ({ token, portalUrl }: MailFacts, kind: MailKind): string => {
  const { page, route, password } = WAYS[kind]
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
