import { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler, Router } from 'express'
import type { Config } from '../../config.ts'
import { OAUTH_SCOPE, resourceAt } from '../../manage/oauth/rules/oauth-grant.ts'
import { networkOf } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { publicPath, publicUrl } from '../public-url.ts'
import { countOpen } from '../rate-limit.ts'
import { labelRoute } from '../route-label.ts'
import type { RouteParts } from '../route-parts.ts'
import { refuseMethod } from '../route-router.ts'

type Parts = Pick<RouteParts, 'config' | 'oauth' | 'limits'>

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** Longer registrations are refused; those of known clients have less than 2 KiB. */
const REGISTRATION_BYTES_MAX = 16 * 1024

/** OAuth 2.1 for clients of `/mcp`: the authorization server (`/oauth/*`) and the metadata by which clients find it. */
export const oauthPages = (app: Parts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  /** Leaves a path to `oidc-provider`, after its rate limit and other handlers. */
  const serve = (
    method: 'get' | 'post',
    path: string,
    comesFrom: Parameters<typeof countOpen>[3],
    ...before: readonly RequestHandler[]
  ): void => {
    const count: RequestHandler = async (req, res, next) => {
      await countOpen(app.limits, res, networkOf(req.ip), comesFrom)
      next()
    }
    router[method](path, labelRoute(path), count, ...before, async (req, res) => {
      res.setHeader('Cache-Control', 'no-store')
      const server = await app.oauth.serverAt(publicUrl(req, app.config))
      await server.handle(Buffer.isBuffer(req.body) ? withReadBody(req, req.body) : req, res)
    })
    router.all(path, refuseMethod([{ method }]))
  }
  serve('get', '/.well-known/oauth-authorization-server', 'pages')
  // Below the path prefix of a proxy, the address of RFC 8414 is outside of the prefix, so that it may not reach this service.
  if (publicPath(app.config) !== '') serve('get', '/.well-known/openid-configuration', 'pages')
  serve('get', '/oauth/jwks', 'pages')
  serve('get', '/oauth/authorize', undefined, setOnlyScope)
  serve('get', '/oauth/authorize/:uid', 'pages', requireAnswer(app))
  serve('post', '/oauth/token', 'pages')
  serve('post', '/oauth/revoke', 'pages')
  serve('post', '/oauth/register', 'registrations', express.raw({ limit: REGISTRATION_BYTES_MAX, type: () => true }))
  const metadata = router.route([RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`])
  metadata.get(labelRoute(RESOURCE_METADATA), (req, res) => {
    const base = publicUrl(req, app.config)
    res.json({
      resource: resourceAt(base),
      resource_name: 'Tabletalk',
      authorization_servers: [base],
      scopes_supported: [OAUTH_SCOPE],
      bearer_methods_supported: ['header'],
    })
  })
  metadata.all(refuseMethod([{ method: 'get' }]))
  return router
}

/** There is one scope, so clients need not name it, and others that they name are ignored (RFC 6749, section 3.3). */
const setOnlyScope: RequestHandler = (req, _res, next) => {
  const parameters = new URL(req.url, 'http://localhost').searchParams
  parameters.set('scope', OAUTH_SCOPE)
  req.url = `${req.path}?${parameters}`
  next()
}

/** Only the browser of the user who has answered continues: the link alone, sent by someone else, connects nothing. */
const requireAnswer =
  ({ oauth }: Parts): RequestHandler =>
  async (req, _res, next) => {
    if (!(await oauth.isAnsweredBy(String(req.params.uid), req.query.proof)))
      throw new Problem('oauth_request_not_found')
    req.url = req.path
    next()
  }

/** A request whose body was read to limit its length. */
const withReadBody = ({ socket, method, url, headers }: Request, body: Buffer): IncomingMessage => {
  const sent = new IncomingMessage(socket)
  const all = { ...headers, 'content-length': String(body.length) }
  // Unless it is complete, the end of reading would close the connection, on which the response is still to be sent.
  Object.assign(sent, { method, url, headers: all, complete: true })
  sent.push(body)
  sent.push(null)
  return sent
}

/**
 * The value of `WWW-Authenticate` of a 401 of `/mcp` (RFC 9728): it tells clients where to log in.
 * @param problem `token_invalid` and `token_expired` also name the error (RFC 6750)
 */
export const bearerChallenge = (req: Request, config: Pick<Config, 'publicUrl'>, problem?: string): string => {
  const error = problem === 'token_invalid' || problem === 'token_expired' ? 'error="invalid_token", ' : ''
  return `Bearer ${error}resource_metadata="${publicUrl(req, config)}${RESOURCE_METADATA}/mcp", scope="${OAUTH_SCOPE}"`
}
