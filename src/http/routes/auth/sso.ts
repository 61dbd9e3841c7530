import { z } from 'zod'
import { networkOf } from '../../client-address.ts'
import { ssoRedirectUri } from '../../public-url.ts'
import { data, redirect, sendElsewhere } from '../../reply.ts'
import { openEndpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { Tokens } from './auth-schema.ts'
import { tokensItem } from './me-item.ts'
import { requireOwnPage, tokensInCookie } from './refresh-cookie.ts'
import { SsoCode, SsoQuery, SsoReturnQuery, SsoTokenBody } from './sso-schema.ts'

type Parts = Pick<RouteParts, 'accounts' | 'config'>

/** What may be wrong with a provider, from the beginning of a log-in on. */
const PROVIDER = [
  ...(['sso_not_configured', 'sso_not_enabled', 'sso_configuration_error', 'sso_provider_unavailable'] as const),
  'configuration_invalid',
] as const

const SHUT_OUT = ['account_suspended', 'organization_suspended', 'organization_inactive'] as const

/** `GET /auth/sso` */
export const getSso = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'get',
    path: '/auth/sso',
    comesFrom: 'pages',
    summary: 'Log in at the identity provider of an organization',
    description:
      'To be opened by a browser: it is sent to the provider, and from there back to the page of the portal (`<TABLETALK_PORTAL_URL>/sso#code=…`), within ten minutes. The page keeps the verifier, with which alone `POST /auth/sso/token` gives tokens.',
    takes: z.object({ query: SsoQuery }),
    gives: redirect('To the identity provider.'),
    problems: PROVIDER,
    async handle({ req, res }, { query: { organization_id: organizationId, code_challenge: codeChallenge } }) {
      const redirectUri = ssoRedirectUri(req, config)
      const from = networkOf(req.ip)
      return sendElsewhere(res, await accounts.beginSso({ organizationId, codeChallenge, redirectUri, from }))
    },
  })

/** `GET /auth/sso/callback` */
export const getSsoCallback = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'get',
    path: '/auth/sso/callback',
    comesFrom: 'pages',
    summary: 'Where identity providers send people back to',
    description:
      'The redirect URI that is registered at the provider; nobody else calls it. It judges nothing of what the provider says: that is told by `POST /auth/sso/token`. The code works once, within a minute.',
    takes: z.object({ query: SsoReturnQuery }),
    gives: data(SsoCode, { description: 'No page of a portal is known: the code, for who shows the verifier.' }),
    orGives: [redirect('To the page of the portal.')],
    problems: ['sso_invalid_token'],
    async handle({ res }, { query: { code, state, iss, error } }) {
      const returned = await accounts.returnFromSso({ code, state, iss, error })
      if (config.portalUrl === undefined) return { code: returned.code, expires_in: returned.expiresInS }
      // In the fragment, which browsers keep to themselves: no log of a server has it.
      return sendElsewhere(res, `${config.portalUrl}/sso#code=${returned.code}`)
    },
  })

/** `POST /auth/sso/token` */
export const postSsoToken = ({ accounts, config }: Parts) =>
  openEndpoint({
    method: 'post',
    path: '/auth/sso/token',
    comesFrom: 'pages',
    summary: 'Get tokens, with the code that the page was sent back with and the verifier that it keeps',
    description:
      'Answers what `POST /auth/login` answers. No second factor is asked for: that is the provider’s to do.',
    takes: z.object({ body: SsoTokenBody }),
    gives: data(Tokens, { description: 'Logged in.' }),
    problems: [
      ...PROVIDER,
      ...(['sso_invalid_token', 'sso_token_expired', 'sso_missing_claims', 'sso_domain_not_allowed'] as const),
      ...(['sso_user_not_provisioned', 'user_changed', 'users_full', 'page_not_permitted', ...SHUT_OUT] as const),
    ],
    async handle({ req, res, traceId }, { body: { code, code_verifier: codeVerifier, session } }) {
      const isCookieBased = session === 'cookie'
      if (isCookieBased) requireOwnPage({ req, config })
      const entered = await accounts.finishSso({ code, codeVerifier, from: networkOf(req.ip), isCookieBased, traceId })
      return isCookieBased ? tokensInCookie({ req, res, config }, entered) : tokensItem(entered)
    },
  })
