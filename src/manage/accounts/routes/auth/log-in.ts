import { z } from 'zod'
import { OWN_ACCOUNT } from '../../../../access/rules/permit.ts'
import { missing, NOTHING } from '../../../../http/input.ts'
import { data, statusOrData } from '../../../../http/reply.ts'
import { endpoint, openEndpoint } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { networkOf } from '../../../../platform/network/client-address.ts'
import { Problem } from '../../../../platform/problems/problem.ts'
import { LogOutAnswer } from '../../../sso/routes/auth/sso-schema.ts'
import { LogInBody, Me, RefreshBody, Tokens } from './auth-schema.ts'
import { meItem, tokensItem } from './me-item.ts'
import { clearRefreshCookie, requireOwnPage, sentRefreshCookie, tokensInCookie } from './refresh-cookie.ts'
import { requirePerson } from './require-person.ts'

type Parts = Pick<RouteParts, 'accounts' | 'config'>

/** Problems that refuse a login although the credentials are correct. */
const LOGIN_REFUSALS = [
  'account_suspended',
  'email_not_verified',
  'sso_required',
  'organization_suspended',
  'organization_inactive',
] as const

/** `POST /auth/login` */
export const postLogIn = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Log in',
    description:
      'Returns an access token for `Authorization: Bearer`, valid for 15 minutes, and a refresh token to renew it. Failed attempts are throttled with increasing delays. The response does not reveal whether an account exists.',
    takes: z.object({ body: LogInBody }),
    gives: data(Tokens, { description: 'Logged in.' }),
    problems: [
      'login_invalid',
      'login_delayed',
      'second_factor_missing',
      'second_factor_invalid',
      'page_not_permitted',
      ...LOGIN_REFUSALS,
    ],
    async handle({ req, res }, { body }) {
      const { organization_id: organizationId, session, ...credentials } = body
      const isCookieBased = session === 'cookie'
      if (isCookieBased) requireOwnPage({ req, config })
      const entered = await accounts.logIn({ ...credentials, organizationId, isCookieBased, from: networkOf(req.ip) })
      return isCookieBased ? tokensInCookie({ req, res, config }, entered) : tokensItem(entered)
    },
  })

/** `POST /auth/refresh` */
export const postRefresh = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/refresh',
    comesFrom: 'pages',
    summary: 'Refresh an access token',
    description:
      'Each refresh token can be used once. Reuse ends the session, because it indicates that the token was stolen. Without `refresh_token`, the cookie `tabletalk_refresh` is used, which only pages of this service (`Origin`) may do: the next token is set as a cookie, and the previous one is accepted for ten more seconds.',
    takes: z.object({ body: RefreshBody.optional() }),
    gives: data(Tokens, { description: 'A new access token and a new refresh token.' }),
    problems: ['refresh_token_invalid', 'refresh_token_expired', 'page_not_permitted', ...LOGIN_REFUSALS],
    async handle({ req, res, traceId }, { body: { refresh_token: sent } = {} }) {
      if (sent !== undefined)
        return tokensItem(await accounts.refresh({ refreshToken: sent, isFromCookie: false, traceId }))
      const refreshToken = sentRefreshCookie(req)
      if (refreshToken === undefined) throw missing('refresh_token')
      requireOwnPage({ req, config })
      try {
        const entered = await accounts.refresh({ refreshToken, isFromCookie: true, traceId })
        return tokensInCookie({ req, res, config }, entered)
      } catch (error) {
        if (isPermanentlyInvalid(error)) clearRefreshCookie({ req, res, config })
        throw error
      }
    },
  })

/** Whether a refresh token can never be used again. */
const isPermanentlyInvalid = (error: unknown): boolean =>
  error instanceof Problem && (error.problem === 'refresh_token_invalid' || error.problem === 'refresh_token_expired')

/** `POST /auth/logout` */
export const postLogOut = ({ accounts, config }: Parts) =>
  endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'Log out',
    description:
      'Ends this session: its access token and refresh token are no longer accepted. A session at an identity provider continues until the browser is sent to `logout_url`, if the provider supports it.',
    takes: NOTHING,
    gives: statusOrData(LogOutAnswer, 'Logged out.'),
    problems: [],
    needs: OWN_ACCOUNT,
    async handle(exchange) {
      const { req, res } = exchange
      const person = requirePerson(exchange)
      const url = await accounts.logOut(person)
      if (person.isCookieBased) clearRefreshCookie({ req, res, config })
      return { message: 'You are logged out.', data: url === undefined ? undefined : { logout_url: url } }
    },
  })

/** `GET /auth/me` */
export const getMe = () =>
  endpoint({
    method: 'get',
    path: '/auth/me',
    summary: 'Get the current user',
    takes: NOTHING,
    gives: data(Me),
    problems: [],
    needs: OWN_ACCOUNT,
    async handle(exchange) {
      const { user, organization } = requirePerson(exchange)
      return meItem(user, organization)
    },
  })
