import net from 'node:net'
import { jest } from '@jest/globals'
import { ENGINE_NAMES } from '../../src/engines/index.ts'
import { PORTAL_PAGES } from '../../src/http/portal/portal-pages.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { noTracing, type Tracing } from '../../src/platform/tracing/tracing.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, type RequestOptions, startPlatform } from '../support/platform.ts'
import { rawRequest } from '../support/raw-request.ts'
import { waitFor } from '../support/wait-for.ts'

type Completed = Extract<Observation, { kind: 'request_completed' }>

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const MESSAGE = '/api/v1/chat/message'

let platform: Platform
const metrics = createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' })
const logged: Completed[] = []
const spans: string[] = []
const tracing: Tracing = {
  ...noTracing,
  startSpan: ({ kind }) => ({
    traceparent: undefined,
    end: ({ name = '', fields = {} } = {}) => {
      if (kind === 'server') spans.push(`${name} ${fields['http.route']} ${fields['http.response.status_code']}`)
    },
  }),
}

beforeAll(async () => {
  platform = await startPlatform({
    worker: false,
    env: { TABLETALK_LIMITS: 'memory', TABLETALK_CODEC_SECRET: 'a-secret-of-the-codec-of-this-test' },
    portal: await builtPortal(),
    tracing,
    observe: (observation) => {
      metrics.observe(observation)
      if (observation.kind === 'request_completed') logged.push(observation)
    },
  })
})
afterAll(() => platform.close())

/** What is logged, traced and counted of the request that `send` makes: method, route and status. */
const observedOf = async (send: () => Promise<unknown>): Promise<string> => {
  const before = logged.length
  await send()
  await waitFor('the end of the request', async () => logged.length > before && spans.length === logged.length, 10_000)
  const { method, route, status } = logged[before] ?? {}
  expect(spans[before]).toBe(`${method} ${route} ${route} ${status}`)
  expect(await metrics.text()).toContain(`http_requests_total{method="${method}",route="${route}",status="${status}"}`)
  return `${method} ${route} ${status}`
}

const labelOf = (path: string, options?: RequestOptions) => observedOf(() => platform.request(path, options))

const sendHalf = (path: string): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(platform.baseUrl)
    const socket = net.connect({ host: hostname, port: Number(port) }, () => {
      const headers = Object.entries({ Host: hostname, 'Content-Type': 'application/json', ...platform.headers })
      const lines = [...headers, ['Content-Length', '100']].map((header) => header.join(': '))
      socket.write([`POST ${path} HTTP/1.1`, ...lines, '', '{"message"'].join('\r\n'), () => socket.destroy())
    })
    socket.once('close', () => resolve())
  })

const question = { json: { message: 'How many orders?' } }

describe('The route label of a failed request', () => {
  it('is the declared path of the route for every kind of failure', async () => {
    expect(await labelOf(MESSAGE, { json: { message: 1 } })).toBe(`POST ${MESSAGE} 400`)
    expect(await labelOf(MESSAGE, { ...question, headers: { 'X-API-Key': null } })).toBe(`POST ${MESSAGE} 401`)
    expect(await labelOf(MESSAGE, { ...question, headers: { 'X-Tenant-Id': null } })).toBe(`POST ${MESSAGE} 403`)
    expect(await labelOf(`/api/v1/chat/${UNKNOWN}/history`)).toBe('GET /api/v1/chat/:conversation_id/history 404')
    expect(await labelOf(MESSAGE, { json: { message: 'x'.repeat(300_000) } })).toBe(`POST ${MESSAGE} 413`)
    expect(await observedOf(() => sendHalf(MESSAGE))).toBe(`POST ${MESSAGE} 499`)
    expect(await labelOf('/mcp', { json: {}, headers: { 'X-API-Key': null } })).toBe('POST /mcp 401')
    expect(await labelOf('/openai/v1/chat/completions', { json: {} })).toBe('POST /openai/v1/chat/completions 400')
    expect(await labelOf('/codec/decode', { json: {} })).toBe('POST /codec/decode 401')
    expect(await labelOf(`/s/${UNKNOWN}`)).toBe('GET /s/:token 404')
    expect(await labelOf('/oauth/token', { body: '' })).toBe('POST /oauth/token 400')
  })

  it('is the declared path for an internal error, and beyond a limit', async () => {
    const broken = jest.spyOn(platform.app.store.personalities, 'list').mockRejectedValue(new Error('broken'))
    const internal = await labelOf('/api/v1/personalities')
    broken.mockRestore()
    expect(internal).toBe('GET /api/v1/personalities 500')
    const organization = { organizationId: platform.access.organizationId }
    await platform.app.store.organizations.change(organization, { limits: { per_minute: 1 } })
    const statuses = [await labelOf('/api/v1/branding'), await labelOf('/api/v1/branding')]
    await platform.app.store.organizations.change(organization, { limits: {} })
    expect(statuses).toContain('GET /api/v1/branding 429')
  })

  it('is `none` if the request matches no route or its method, and never what a caller has sent', async () => {
    expect(await labelOf('/api/v1/salaries')).toBe('GET none 404')
    expect(await labelOf(MESSAGE, { method: 'DELETE' })).toBe('DELETE none 405')
    const { 'X-API-Key': key } = platform.headers
    const spelled = () => rawRequest(`${platform.baseUrl}/API/V1/branding`, [['X-API-Key', key ?? '']])
    expect(await observedOf(spelled)).toBe('GET /api/v1/branding 200')
    await rawRequest(`${platform.baseUrl}/salaries`, [], { method: 'PROPFIND' })
    await waitFor('the request', async () => logged.at(-1)?.method === 'PROPFIND', 10_000)
    expect(await metrics.text()).toContain('http_requests_total{method="other",route="none",status="404"} 1')
    expect(await metrics.text()).not.toMatch(/API\/V1|PROPFIND|salaries/)
  })
})

it('Every documented path and every page has its own route label', async () => {
  const documented = Object.entries((await platform.contract()).document.paths)
  // Checks of health are not logged.
  const paths = documented
    .filter(([path]) => !/^\/(?:healthz|readyz)$/.test(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const))
  const pages = [
    ...PORTAL_PAGES,
    '/',
    '/docs',
    '/docs/',
    '/docs/show.js',
    '/widget.js',
    '/widget.json',
    '/widget/frame',
  ]
  const routes = [...paths, ...pages.map((page) => ['GET', page] as const)].map(([method, path]) => {
    const label = path.replaceAll(/\{(\w+)\}/g, ':$1')
    return { method, label, path: label.replaceAll(/:\w+/g, UNKNOWN) }
  })
  const before = logged.length
  for (const { method, path } of routes) await rawRequest(`${platform.baseUrl}${path}`, [], { method })
  await waitFor('the end of all requests', async () => logged.length === before + routes.length, 10_000)
  const labels = new Map(logged.slice(before).map(({ method, path, route }) => [`${method} ${path}`, route]))
  expect(routes.length).toBeGreaterThan(150)
  expect(routes.filter(({ method, label, path }) => labels.get(`${method} ${path}`) !== label)).toEqual([])
})
