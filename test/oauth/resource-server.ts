import express from 'express'
import { z } from 'zod'
import { createAccess } from '../../src/access/access.ts'
import { listen } from '../../src/http/listen.ts'
import { bearerChallenge } from '../../src/http/oauth/oauth-pages.ts'
import { problemResponses } from '../../src/http/problem-response.ts'
import { data } from '../../src/http/reply.ts'
import { endpoint } from '../../src/http/route.ts'
import { routeRouter } from '../../src/http/route-router.ts'
import { traceIds } from '../../src/http/trace-id.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import type { Platform } from '../support/platform.ts'

/** `GET /mcp/caller`, as a route of `/mcp` that tells its caller, and how a 401 of it names the log-in. */
export const startResourceServer = async ({ app, baseUrl }: Platform) => {
  const config = { ...app.config, publicUrl: baseUrl }
  const { accounts, oauth, store, limits } = app
  const access = createAccess({ accounts, oauth, store, windows: limits.windows, graceDays: 7 })
  const route = endpoint({
    method: 'get',
    path: '/caller',
    summary: '',
    takes: z.object({}),
    gives: data(z.unknown()),
    problems: [],
    needs: { permission: 'chat', keys: ['organization'], scope: 'optional', feature: 'api_access' },
    async handle({ caller, role, revision }) {
      const databases = await app.cachedReads.databases(caller, revision)
      return { caller, role, databases: databases.map(({ id }) => id) }
    },
  })
  const server = express().use(traceIds)
  server.use('/mcp', routeRouter({ ...app, config }, access, [route], { base: '/mcp', form: 'oauth' }))
  server.use(((error, req, res, next) => {
    if (error instanceof Problem) res.setHeader('WWW-Authenticate', bearerChallenge(req, config, error.problem))
    next(error)
  }) satisfies express.ErrorRequestHandler)
  server.use(problemResponses(() => undefined))
  const { port, drain } = await listen(server, '127.0.0.1', 0)
  return {
    /** What `/mcp` answers to a token, or to other headers. */
    async ask(sent: string | Readonly<Record<string, string>>) {
      const headers = typeof sent === 'string' ? { Authorization: `Bearer ${sent}` } : sent
      const response = await fetch(`http://127.0.0.1:${port}/mcp/caller`, { headers })
      const body: ReturnType<typeof JSON.parse> = await response.json()
      return { status: response.status, headers: response.headers, body }
    },
    close: () => drain(100),
  }
}
