import { z } from 'zod'
import { OWN_ACCOUNT } from '../../../domain/access/permit.ts'
import { data, status } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import {
  AppSecretItem,
  CodeBody,
  FactorRemovalBody,
  OwnPasswordBody,
  PasswordBody,
  RecoveryCodes,
} from './auth-schema.ts'
import { personIn } from './person-in.ts'

type Parts = Pick<RouteParts, 'accounts'>

/** `POST /auth/password` */
export const postPassword = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/password',
    summary: 'Change my password',
    description: 'All other log-ins of mine end.',
    takes: z.object({ body: PasswordBody }),
    gives: status('Changed.'),
    problems: ['login_invalid', 'login_delayed', 'password_invalid'],
    needs: OWN_ACCOUNT,
    async handle(exchange, { body: { current_password: current, password: next } }) {
      await accounts.changePassword({ person: personIn(exchange), traceId: exchange.traceId }, { current, next })
      return 'The password is changed.'
    },
  })

/** `POST /auth/second-factor` */
export const postSecondFactor = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/second-factor',
    summary: 'Get a secret for an authenticator app',
    description:
      'Show `uri` as a QR code (TOTP, RFC 6238). It counts once a code of it is shown to `POST /auth/second-factor/confirm`; asked for again before that, it is another one.',
    takes: z.object({ body: OwnPasswordBody }),
    gives: data(AppSecretItem, { status: 201, description: 'Made; it does not count yet.' }),
    problems: ['second_factor_on', 'login_invalid', 'login_delayed'],
    needs: OWN_ACCOUNT,
    handle: (exchange, { body }) => accounts.beginSecondFactor(personIn(exchange), body.password),
  })

/** `POST /auth/second-factor/confirm` */
export const confirmSecondFactor = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/second-factor/confirm',
    summary: 'Confirm the authenticator app with a code of it',
    description:
      'From the next log-in on a code is asked for; each works once. Of the recovery codes, which are shown this once, each works once in its place.',
    takes: z.object({ body: CodeBody }),
    gives: data(RecoveryCodes, { description: 'It counts.' }),
    problems: ['second_factor_off', 'second_factor_invalid', 'login_delayed'],
    needs: OWN_ACCOUNT,
    async handle(exchange, { body: { code } }) {
      const own = { person: personIn(exchange), traceId: exchange.traceId }
      return { recovery_codes: [...(await accounts.confirmSecondFactor(own, code))] }
    },
  })

/** `DELETE /auth/second-factor` */
export const deleteSecondFactor = ({ accounts }: Parts) =>
  endpoint({
    method: 'delete',
    path: '/auth/second-factor',
    summary: 'Take my second factor away',
    takes: z.object({ body: FactorRemovalBody }),
    gives: status('Taken away.'),
    problems: ['second_factor_off', 'second_factor_invalid', 'login_invalid', 'login_delayed'],
    needs: OWN_ACCOUNT,
    async handle(exchange, { body }) {
      await accounts.removeSecondFactor({ person: personIn(exchange), traceId: exchange.traceId }, body)
      return 'No second factor is asked for any more.'
    },
  })
