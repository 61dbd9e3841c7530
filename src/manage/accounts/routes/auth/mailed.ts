import { z } from 'zod'
import { status } from '../../../../http/reply.ts'
import { openEndpoint } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { networkOf } from '../../../../platform/network/client-address.ts'
import { InvitationBody, MailBody, NewPasswordBody, TokenBody } from './auth-schema.ts'

type Parts = Pick<RouteParts, 'accounts'>

const MAYBE_SENT = 'If the account exists, an email is sent to it.'

/** `POST /auth/password-resets` */
export const postPasswordReset = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/password-resets',
    summary: 'Request a password reset email',
    description: 'The response is the same whether or not the account exists.',
    takes: z.object({ body: MailBody }),
    gives: status(MAYBE_SENT, 202),
    problems: ['email_invalid', 'mails_delayed', 'worker_unavailable'],
    async handle({ req }, { body: { email, organization_id: organizationId } }) {
      await accounts.requestMail({ kind: 'password_reset', email, organizationId, from: networkOf(req.ip) })
      return MAYBE_SENT
    },
  })

/** `POST /auth/password-resets/confirm` */
export const confirmPasswordReset = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/password-resets/confirm',
    summary: 'Reset a password with the token from an email',
    description: 'All sessions of the account end. A second factor is still required.',
    takes: z.object({ body: NewPasswordBody }),
    gives: status('The password is changed.'),
    problems: ['mailed_token_invalid', 'password_invalid', 'login_delayed'],
    async handle({ req, traceId }, { body }) {
      await accounts.resetPassword({ ...body, from: networkOf(req.ip), traceId })
      return 'The password is changed; log in with it.'
    },
  })

/** `POST /auth/email-verifications` */
export const postEmailVerification = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/email-verifications',
    summary: 'Request an email to verify an address',
    description: 'The response is the same whether or not the account exists.',
    takes: z.object({ body: MailBody }),
    gives: status(MAYBE_SENT, 202),
    problems: ['email_invalid', 'mails_delayed', 'worker_unavailable'],
    async handle({ req }, { body: { email, organization_id: organizationId } }) {
      await accounts.requestMail({ kind: 'verification', email, organizationId, from: networkOf(req.ip) })
      return MAYBE_SENT
    },
  })

/** `POST /auth/email-verifications/confirm` */
export const confirmEmailVerification = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/email-verifications/confirm',
    summary: 'Verify an email address with the token from an email',
    takes: z.object({ body: TokenBody }),
    gives: status('The address is verified.'),
    problems: ['mailed_token_invalid', 'email_taken'],
    async handle({ traceId }, { body }) {
      await accounts.confirmEmail({ ...body, traceId })
      return 'The address is verified.'
    },
  })

/** `POST /auth/invitations/accept` */
export const acceptInvitation = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/invitations/accept',
    summary: 'Accept an invitation and choose a password with the token from an email',
    takes: z.object({ body: InvitationBody }),
    gives: status('Accepted.'),
    problems: ['mailed_token_invalid', 'password_invalid', 'login_delayed'],
    async handle({ req, traceId }, { body }) {
      await accounts.acceptInvitation({ ...body, from: networkOf(req.ip), traceId })
      return 'The invitation is accepted; log in with your email address and this password.'
    },
  })
