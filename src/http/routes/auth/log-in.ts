import { z } from 'zod'
import { OWN_ACCOUNT } from '../../../domain/access/permit.ts'
import { networkOf } from '../../client-address.ts'
import { NOTHING } from '../../input.ts'
import { data, statusOrData } from '../../reply.ts'
import { endpoint, openEndpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { LogInBody, Me, RefreshBody, Tokens } from './auth-schema.ts'
import { meItem, tokensItem } from './me-item.ts'
import { personIn } from './person-in.ts'
import { LogOutAnswer } from './sso-schema.ts'

type Parts = Pick<RouteParts, 'accounts'>

/** Why somebody is not let in whose password, or token, is right. */
const SHUT_OUT = [
  ...['account_suspended', 'email_not_verified', 'sso_required'],
  ...['organization_suspended', 'organization_inactive'],
] as const

/** `POST /auth/login` */
export const postLogIn = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Log in',
    description:
      'Gives an access token for `Authorization: Bearer`, for 15 minutes, and a refresh token for the next one. Attempts that fail are slowed down, each longer than the one before; whether an account exists is told by nothing.',
    takes: z.object({ body: LogInBody }),
    gives: data(Tokens, { description: 'Logged in.' }),
    problems: ['login_invalid', 'login_delayed', 'second_factor_missing', 'second_factor_invalid', ...SHUT_OUT],
    async handle({ req }, { body }) {
      const { organization_id: organizationId, ...said } = body
      return tokensItem(await accounts.logIn({ ...said, organizationId, from: networkOf(req.ip) }))
    },
  })

/** `POST /auth/refresh` */
export const postRefresh = ({ accounts }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/refresh',
    summary: 'Get the next access token, and the next refresh token',
    description:
      'Each refresh token works once. One that comes a second time ends the whole log-in: one of the two who have it was not given it.',
    takes: z.object({ body: RefreshBody }),
    gives: data(Tokens, { description: 'Both are new.' }),
    problems: ['refresh_token_invalid', 'refresh_token_expired', ...SHUT_OUT],
    async handle({ traceId }, { body }) {
      return tokensItem(await accounts.refresh(body.refresh_token, traceId))
    },
  })

/** `POST /auth/logout` */
export const postLogOut = ({ accounts }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'Log out',
    description:
      'Ends this log-in: its access token and its refresh token are worth nothing from here on. One that came from an identity provider goes on there until the person is sent to `logout_url`, where the provider has such a place.',
    takes: NOTHING,
    gives: statusOrData(LogOutAnswer, 'Logged out.'),
    problems: [],
    needs: OWN_ACCOUNT,
    async handle(exchange) {
      const url = await accounts.logOut(personIn(exchange))
      return { message: 'You are logged out.', data: url === undefined ? undefined : { logout_url: url } }
    },
  })

/** `GET /auth/me` */
export const getMe = () =>
  endpoint({
    method: 'get',
    path: '/auth/me',
    summary: 'Who I am',
    takes: NOTHING,
    gives: data(Me),
    problems: [],
    needs: OWN_ACCOUNT,
    async handle(exchange) {
      const { user, organization } = personIn(exchange)
      return meItem(user, organization)
    },
  })
