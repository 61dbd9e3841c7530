import type { IncomingMessage } from 'node:http'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Config } from '../../config.ts'
import { OAUTH_SCOPE, resourceAt } from '../../manage/oauth/rules/oauth-grant.ts'
import { networkOf } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { publicPath, publicUrl } from '../public-url.ts'
import { countOpen } from '../rate-limit.ts'
import type { RouteParts } from '../route-parts.ts'
import { refuseMethod } from '../route-router.ts'
import { publicRegistration, registrationBody } from './public-registration.ts'

type Parts = Pick<RouteParts, 'config' | 'oauth' | 'limits'>

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** The paths that `oidc-provider` serves, each with its method and rate limit. */
const PATHS = [
  { method: 'get', path: '/.well-known/oauth-authorization-server', comesFrom: 'pages' },
  { method: 'get', path: '/oauth/jwks', comesFrom: 'pages' },
  { method: 'get', path: '/oauth/authorize', comesFrom: undefined },
  { method: 'post', path: '/oauth/token', comesFrom: 'pages' },
  { method: 'post', path: '/oauth/revoke', comesFrom: 'pages' },
] as const

/**
 * Where clients look below the path prefix of a proxy: the address of RFC 8414 is outside of the prefix then, so that it may not reach
 * this service.
 */
const BELOW_PREFIX = { method: 'get', path: '/.well-known/openid-configuration', comesFrom: 'pages' } as const

/** OAuth 2.1 for clients of `/mcp`: the authorization server (`/oauth/*`) and the metadata by which clients find it. */
export const oauthPages = (app: Parts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  const serve = async (req: Request, res: Response, sent: IncomingMessage = req): Promise<void> => {
    res.setHeader('Cache-Control', 'no-store')
    const server = await app.oauth.serverAt(publicUrl(req, app.config))
    await server.handle(sent, res)
  }
  for (const { method, path, comesFrom } of publicPath(app.config) === '' ? PATHS : [...PATHS, BELOW_PREFIX]) {
    router[method](path, async (req, res) => {
      await countOpen(app.limits, res, networkOf(req.ip), comesFrom)
      if (path === '/oauth/authorize') req.url = withOnlyScope(req)
      await serve(req, res)
    })
    router.all(path, refuseMethod([{ method }]))
  }
  const countRegistration: RequestHandler = async (req, res, next) => {
    await countOpen(app.limits, res, networkOf(req.ip), 'registrations')
    next()
  }
  router.post('/oauth/register', countRegistration, registrationBody, async (req, res) =>
    serve(req, res, publicRegistration(req)),
  )
  router.all('/oauth/register', refuseMethod([{ method: 'post' }]))
  router.get('/oauth/authorize/:uid', async (req: Request<{ uid: string }>, res) => {
    await countOpen(app.limits, res, networkOf(req.ip), 'pages')
    const base = publicUrl(req, app.config)
    // Only the browser of the user who has answered continues: the link alone, sent by someone else, connects nothing.
    if (!(await app.oauth.isAnsweredBy(base, req.params.uid, req.query.proof)))
      throw new Problem('oauth_request_not_found')
    req.url = req.path
    await serve(req, res)
  })
  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`]) {
    router.get(path, (req, res) => {
      const base = publicUrl(req, app.config)
      res.json({
        resource: resourceAt(base),
        resource_name: 'Tabletalk',
        authorization_servers: [base],
        scopes_supported: [OAUTH_SCOPE],
        bearer_methods_supported: ['header'],
      })
    })
    router.all(path, refuseMethod([{ method: 'get' }]))
  }
  return router
}

/** There is one scope, so clients need not name it, and others that they name are ignored (RFC 6749, section 3.3). */
const withOnlyScope = (req: Request): string => {
  const parameters = new URL(req.url, 'http://localhost').searchParams
  parameters.set('scope', OAUTH_SCOPE)
  return `${req.path}?${parameters}`
}

/**
 * The value of `WWW-Authenticate` of a 401 of `/mcp` (RFC 9728): it tells clients where to log in.
 * @param problem `token_invalid` and `token_expired` also name the error (RFC 6750)
 */
export const bearerChallenge = (req: Request, config: Pick<Config, 'publicUrl'>, problem?: string): string => {
  const error = problem === 'token_invalid' || problem === 'token_expired' ? 'error="invalid_token", ' : ''
  return `Bearer ${error}resource_metadata="${publicUrl(req, config)}${RESOURCE_METADATA}/mcp", scope="${OAUTH_SCOPE}"`
}
