import { z } from 'zod'
import { ssoRedirectUri } from '../../../../http/public-url.ts'
import { data, redirect, sendRedirect } from '../../../../http/reply.ts'
import { openEndpoint } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { networkOf } from '../../../../platform/network/client-address.ts'
import { Tokens } from '../../../accounts/routes/auth/auth-schema.ts'
import { tokensItem } from '../../../accounts/routes/auth/me-item.ts'
import { requireOwnPage, tokensInCookie } from '../../../accounts/routes/auth/refresh-cookie.ts'
import { SsoCode, SsoQuery, SsoReturnQuery, SsoTokenBody } from './sso-schema.ts'

type Parts = Pick<RouteParts, 'accounts' | 'config'>

/** Problems of all endpoints that use the provider. */
const PROVIDER_PROBLEMS = [
  'sso_not_configured',
  'sso_not_enabled',
  'sso_configuration_error',
  'sso_provider_unavailable',
  'configuration_invalid',
] as const

const ACCESS_PROBLEMS = ['account_suspended', 'organization_suspended', 'organization_inactive'] as const

/** `GET /auth/sso` */
export const getSso = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'get',
    path: '/auth/sso',
    comesFrom: 'pages',
    summary: 'Log in at the identity provider of an organization',
    description:
      'Open this in a browser: it redirects to the provider, which redirects back to the portal page (`<TABLETALK_PORTAL_URL>/sso#code=…`) within ten minutes. The page keeps the verifier; `POST /auth/sso/token` requires it to issue tokens.',
    takes: z.object({ query: SsoQuery }),
    gives: redirect('Redirect to the identity provider.'),
    problems: PROVIDER_PROBLEMS,
    async handle({ req, res }, { query: { organization_id: organizationId, code_challenge: codeChallenge } }) {
      const redirectUri = ssoRedirectUri(req, config)
      const from = networkOf(req.ip)
      return sendRedirect(res, await accounts.beginSso({ organizationId, codeChallenge, redirectUri, from }))
    },
  })

/** `GET /auth/sso/callback` */
export const getSsoCallback = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'get',
    path: '/auth/sso/callback',
    comesFrom: 'pages',
    summary: 'The callback for identity providers',
    description:
      'The redirect URI that is registered at the provider; only the provider redirects to it. It does not validate the response of the provider: `POST /auth/sso/token` does. The code works once, within one minute.',
    takes: z.object({ query: SsoReturnQuery }),
    gives: data(SsoCode, { description: 'No portal page is configured: the code, to be sent with the verifier.' }),
    orGives: [redirect('Redirect to the portal page.')],
    problems: ['sso_invalid_token'],
    async handle({ res }, { query: { code, state, iss, error } }) {
      const returned = await accounts.returnFromSso({ code, state, iss, error })
      if (config.portalUrl === undefined) return { code: returned.code, expires_in: returned.expiresInS }
      // In the fragment, which browsers do not send: the code is not in the logs of servers.
      return sendRedirect(res, `${config.portalUrl}/sso#code=${returned.code}`)
    },
  })

/** `POST /auth/sso/token` */
export const postSsoToken = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/sso/token',
    comesFrom: 'pages',
    summary: 'Exchange the code and the verifier for tokens',
    description:
      'Returns the same response as `POST /auth/login`. No second factor is required here: that is the responsibility of the provider.',
    takes: z.object({ body: SsoTokenBody }),
    gives: data(Tokens, { description: 'Logged in.' }),
    problems: [
      ...PROVIDER_PROBLEMS,
      'sso_invalid_token',
      'sso_token_expired',
      'sso_missing_claims',
      'sso_domain_not_allowed',
      'sso_user_not_provisioned',
      'user_changed',
      'users_full',
      'page_not_permitted',
      ...ACCESS_PROBLEMS,
    ],
    async handle({ req, res, traceId }, { body: { code, code_verifier: codeVerifier, session } }) {
      const isCookieBased = session === 'cookie'
      if (isCookieBased) requireOwnPage({ req, config })
      const entered = await accounts.finishSso({ code, codeVerifier, from: networkOf(req.ip), isCookieBased, traceId })
      return isCookieBased ? tokensInCookie({ req, res, config }, entered) : tokensItem(entered)
    },
  })
