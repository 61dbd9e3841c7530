import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import type { Config } from '../../config.ts'
import type { Observe } from '../../platform/observation.ts'
import { problemRow } from '../../platform/problems/problem.ts'
import { bearerChallenge } from '../oauth/oauth-pages.ts'
import { problemHandler, retryAfterSeconds } from '../problem-response.ts'
import { traceIdOf } from '../trace-id.ts'
import { requireKnownOrigin } from './mcp-origins.ts'

interface RouterParts {
  readonly config: Pick<Config, 'publicUrl' | 'portalUrl'>
  readonly observe: Observe
}

/** Serves MCP to known hosts and origins; what is refused before a message is read is an error of JSON-RPC. */
export const mcpRouter = ({ config, observe }: RouterParts, serve: RequestHandler): Router =>
  Router().use(requireKnownOrigin(config)).use(serve).use(errorResponses(config, observe))

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
