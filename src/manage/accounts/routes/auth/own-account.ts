import { z } from 'zod'
import { OWN_ACCOUNT } from '../../../../access/rules/permit.ts'
import { data, status } from '../../../../http/reply.ts'
import { endpoint } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import {
  AppSecretItem,
  CodeBody,
  FactorRemovalBody,
  OwnPasswordBody,
  PasswordBody,
  RecoveryCodes,
} from './auth-schema.ts'
import { requirePerson } from './require-person.ts'

type Parts = Pick<RouteParts, 'accounts'>

/** `POST /auth/password` */
export const postPassword = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/password',
    summary: 'Change my password',
    description: 'All other sessions of the user end.',
    takes: z.object({ body: PasswordBody }),
    gives: status('Changed.'),
    problems: ['login_invalid', 'login_delayed', 'password_invalid'],
    needs: OWN_ACCOUNT,
    async handle(exchange, { body: { current_password: current, password: next } }) {
      await accounts.changePassword({ person: requirePerson(exchange), traceId: exchange.traceId }, { current, next })
      return 'The password is changed.'
    },
  })

/** `POST /auth/second-factor` */
export const postSecondFactor = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/second-factor',
    summary: 'Create a secret for an authenticator app',
    description:
      'Show `uri` as a QR code (TOTP, RFC 6238). The second factor takes effect after `POST /auth/second-factor/confirm` receives a code generated from it. A repeated request before that returns a new secret.',
    takes: z.object({ body: OwnPasswordBody }),
    gives: data(AppSecretItem, { status: 201, description: 'Created; it has no effect until it is confirmed.' }),
    problems: ['second_factor_on', 'login_invalid', 'login_delayed'],
    needs: OWN_ACCOUNT,
    handle: (exchange, { body }) => accounts.beginSecondFactor(requirePerson(exchange), body.password),
  })

/** `POST /auth/second-factor/confirm` */
export const confirmSecondFactor = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/second-factor/confirm',
    summary: 'Confirm the authenticator app with one of its codes',
    description:
      'From the next login on, a code is required; each code works once. The response contains recovery codes, which are shown only once; each can replace a code once.',
    takes: z.object({ body: CodeBody }),
    gives: data(RecoveryCodes, { description: 'Enabled.' }),
    problems: ['second_factor_off', 'second_factor_invalid', 'login_delayed'],
    needs: OWN_ACCOUNT,
    async handle(exchange, { body: { code } }) {
      const own = { person: requirePerson(exchange), traceId: exchange.traceId }
      return { recovery_codes: [...(await accounts.confirmSecondFactor(own, code))] }
    },
  })

/** `DELETE /auth/second-factor` */
export const deleteSecondFactor = ({ accounts }: Parts) =>
  endpoint({
    method: 'delete',
    path: '/auth/second-factor',
    summary: 'Remove my second factor',
    takes: z.object({ body: FactorRemovalBody }),
    gives: status('Removed.'),
    problems: ['second_factor_off', 'second_factor_invalid', 'login_invalid', 'login_delayed'],
    needs: OWN_ACCOUNT,
    async handle(exchange, { body }) {
      await accounts.removeSecondFactor({ person: requirePerson(exchange), traceId: exchange.traceId }, body)
      return 'The second factor was removed.'
    },
  })
