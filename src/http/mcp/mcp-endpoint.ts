import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import type { Router } from 'express'
import { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { ASKING_FROM_TOOLS } from '../../access/rules/permit.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { isShallow } from '../../platform/values/is-shallow.ts'
import { written } from '../reply.ts'
import type { Exchange, KnownRoute } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { routeRouter } from '../route-router.ts'
import { serverOf } from './caller-server.ts'
import { mcpRouter } from './mcp-router.ts'

/** At shutdown, calls that wait return their turn at once; what is open after that is closed, in ms. */
const CLOSE_AFTER_MS = 1_000

const NO_BATCH = 'Send one message per request: the revisions of MCP that are served have no batches.'

/** The checks of a message are recursive. */
const DEPTH_MAX = 64

/** `/mcp`: the Model Context Protocol over HTTP, for keys and OAuth tokens; revisions 2026-07-28 and 2025-11-25, without sessions. */
export const mcpEndpoint = (app: RouteParts, access: Access, shutdown: AbortSignal): Router => {
  const exchanges = new WeakMap<AuthInfo, Exchange>()
  const handler = createMcpHandler(({ authInfo }) => {
    const exchange = authInfo && exchanges.get(authInfo)
    if (exchange === undefined) throw new Error('a request of MCP without a caller')
    return serverOf(app, exchange, shutdown)
  })
  shutdown.addEventListener('abort', () => setTimeout(() => handler.close(), CLOSE_AFTER_MS).unref(), { once: true })
  const serve = toNodeHandler(handler)
  const route: KnownRoute = {
    method: 'post',
    path: '/',
    summary: 'Model Context Protocol',
    takes: z.object({ body: z.unknown() }),
    gives: written('application/json', z.unknown(), 'The response.'),
    orGives: [written('text/event-stream', z.string(), 'Progress, and the response.')],
    problems: [],
    needs: ASKING_FROM_TOOLS,
    async handle(exchange) {
      const { req, res, caller } = exchange
      // The limits would count a batch as one request.
      if (Array.isArray(req.body)) throw new Problem('input_invalid', { message: NO_BATCH })
      if (!isShallow(req.body, DEPTH_MAX))
        throw new Problem('input_invalid', { message: `A message has at most ${DEPTH_MAX} levels.` })
      const auth: AuthInfo = { token: '', clientId: caller.keyId ?? '', scopes: [] }
      exchanges.set(auth, exchange)
      await serve(Object.assign(req, { auth }), res, req.body)
      return undefined
    },
  }
  return mcpRouter(app, routeRouter(app, access, [route], { base: '/mcp', form: 'oauth' }))
}
