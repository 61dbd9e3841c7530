import { isIP } from 'node:net'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import type { Config } from '../../config.ts'
import type { Observe } from '../../platform/observation.ts'
import { Problem, problemRow } from '../../platform/problems/problem.ts'
import { bearerChallenge } from '../oauth/oauth-pages.ts'
import { problemHandler, retryAfterSeconds } from '../problem-response.ts'
import { traceIdOf } from '../trace-id.ts'

interface RouterParts {
  readonly config: Pick<Config, 'publicUrl' | 'portalUrl'>
  readonly observe: Observe
}

/** Serves MCP to known hosts and origins; what is refused before a message is read is an error of JSON-RPC. */
export const mcpRouter = ({ config, observe }: RouterParts, serve: RequestHandler): Router =>
  Router().use(requireKnownOrigin(config)).use(serve).use(errorResponses(config, observe))

const FOREIGN_HOST =
  'This Host is not one of this service. If it is, set TABLETALK_PUBLIC_URL to its address, and restart the service.'

const FOREIGN_ORIGIN = 'Pages of this origin may not use MCP here.'

/**
 * Refuses requests for a foreign host, and those of pages of a foreign origin: a page could reach a service of this machine or
 * network under a name of its own (DNS rebinding). Addresses are no names, and pages of this machine are trusted.
 *
 * @throws Problem `origin_not_permitted`
 */
const requireKnownOrigin = ({ publicUrl, portalUrl }: RouterParts['config']): RequestHandler => {
  const own = [publicUrl, portalUrl].flatMap((url) => (url === undefined ? [] : new URL(url).hostname))
  const hosts = [...localhostAllowedHostnames(), ...own]
  const origins = [...localhostAllowedOrigins(), ...own]
  return (req, _res, next) => {
    const isAddress = isIP(req.hostname.replace(/^\[|\]$/g, '')) !== 0
    if (!isAddress && !validateHostHeader(req.get('Host'), hosts).ok)
      throw new Problem('origin_not_permitted', { message: FOREIGN_HOST })
    if (!validateOriginHeader(req.get('Origin'), origins).ok)
      throw new Problem('origin_not_permitted', { message: FOREIGN_ORIGIN })
    next()
  }
}

/** Server error of JSON-RPC 2.0 (section 5.1). */
const SERVER_ERROR = -32_000

const UNAUTHENTICATED = 401

const errorResponses = (config: RouterParts['config'], observe: Observe): ErrorRequestHandler =>
  problemHandler(observe, (problem, req, res) => {
    const { status, errorCode } = problemRow(problem.problem)
    if (status === UNAUTHENTICATED) res.setHeader('WWW-Authenticate', bearerChallenge(req, config, problem.problem))
    const { message, details } = problem
    const known = { problem: problem.problem, error_code: errorCode, status_code: status }
    const data = { ...known, retry_after: retryAfterSeconds(problem), details, trace_id: traceIdOf(res) }
    res.json({ jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message, data } })
  })
