import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { DEMO } from '../../demo/organization.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { describeInBrowser, launchBrowser, OTHER_NAME } from '../support/browser.ts'
import { type Parameter, parametersOf } from '../support/contract.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'
import { testServers } from '../support/test-servers.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_TRUSTED_PROXIES: 'loopback' } })
})
afterAll(() => platform.close())

describe('GET /docs', () => {
  it('serves a page without external resources and inline scripts, with a CSP', async () => {
    const reply = await platform.request('/docs/', { headers: { 'X-API-Key': null } })
    expect(reply.status).toBe(200)
    expect(reply.text).not.toMatch(/https?:|<script>/)
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'show.js', 'favicon-32x32.png'])
      expect([name, (await platform.open(`/docs/${name}`)).status]).toEqual([name, 200])
  })

  it('is the redirect target of GET / only, also below a prefix', async () => {
    const root = await fetch(platform.baseUrl, { redirect: 'manual' })
    expect([root.status, root.headers.get('location')]).toEqual([302, 'docs/'])
    const proxy = await prefixProxy('/tabletalk', platform.baseUrl)
    const page = await fetch(`http://127.0.0.1:${proxy.port}/tabletalk/`)
    await proxy.close()
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/tabletalk/docs/'])
    expect((await fetch(platform.baseUrl, { method: 'POST' })).status).toBe(404)
  })

  it('serves no other files of the Swagger UI package', async () => {
    for (const name of [
      'package.json',
      'index.html',
      'swagger-ui-bundle.js.map',
      '..%2fpackage.json',
      'absolute-path.js',
    ])
      expect([name, (await platform.open(`/docs/${name}`)).status]).toEqual([name, 404])
  })
})

/** The parameters that the page fills in from examples. */
const filledIn = (parameters: readonly Parameter[], where: string): [string, string][] =>
  parameters.flatMap((parameter) =>
    parameter.in === where && typeof parameter.example === 'string' ? [[parameter.name, parameter.example]] : [],
  )

describe('prefilled requests of the reference', () => {
  it('succeed at every endpoint without an id', async () => {
    const { document } = await platform.contract()
    const refused: object[] = []
    let tried = 0
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const parameters = parametersOf(document, operation)
        const parts = new Map(filledIn(parameters, 'path'))
        const address = path.replaceAll(/\{(\w+)\}/g, (part, name: string) => parts.get(name) ?? part)
        if (address.includes('{') || needsReaderData(`${method} ${path}`)) continue
        const query = new URLSearchParams(filledIn(parameters, 'query'))
        const json = operation.requestBody?.content['application/json']?.example
        const { status, text } = await platform.request(`${address}?${query}`, {
          method: method.toUpperCase(),
          headers: { 'X-Tenant-Id': null, 'X-Scope-Id': null, ...Object.fromEntries(filledIn(parameters, 'header')) },
          ...(json === undefined ? {} : { json }),
        })
        tried += 1
        if (status >= 300) refused.push({ method, path, status, text })
      }
    expect(refused).toEqual([])
    expect(tried).toBeGreaterThan(20)
  })
})

/** Operations that need data of the reader: a database, a confirmation, an account, a token, a provider. */
const needsReaderData = (operation: string): boolean =>
  /^(post \/api\/v1\/databases(\/test)?|delete \/api\/v1\/organization|\w+ \/api\/v1\/(auth|billing|operators|sso)\/.*)$/.test(
    operation,
  )

/** Scrolls by less than the page renders at once, and resolves after rendering: whether the end was reached. */
const SCROLL_ON = `new Promise((resolve) => {
  const before = scrollY
  scrollBy(0, 300)
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY === before)))
})`

describe('HTTPS headers for browsers', () => {
  const headersFor = async (baseUrl: string, path: string, scheme?: string) => {
    const headers = scheme === undefined ? {} : { 'X-Forwarded-Proto': scheme }
    const reply = await fetch(`${baseUrl}${path}`, { headers, redirect: 'manual' })
    return {
      hsts: reply.headers.has('strict-transport-security'),
      upgrades: reply.headers.get('content-security-policy')?.includes('upgrade-insecure-requests'),
    }
  }
  const PATHS = ['/docs/', '/docs', '/healthz', '/openapi.json', '/api/v1/branding', '/nowhere']

  it('are not sent over plain HTTP on any route', async () => {
    for (const scheme of [undefined, 'http'])
      for (const path of PATHS)
        expect([path, await headersFor(platform.baseUrl, path, scheme)]).toEqual([
          path,
          { hsts: false, upgrades: false },
        ])
  })

  it('are sent if a trusted proxy reports HTTPS', async () => {
    for (const path of PATHS)
      expect([path, await headersFor(platform.baseUrl, path, 'https')]).toEqual([path, { hsts: true, upgrades: true }])
  })

  it('are not sent for a forwarded protocol of an untrusted proxy', async () => {
    const { app } = platform
    const trusting = { ...app, config: { ...app.config, trustedProxies: [] } }
    const api = await serveApi(trusting, { host: '127.0.0.1', port: 0, secret: SECRET })
    const found = await headersFor(`http://127.0.0.1:${api.port}`, '/docs/', 'https')
    await api.drain(0)
    expect(found).toEqual({ hsts: false, upgrades: false })
  })
})

describeInBrowser('reference in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** Opens the reference and records its requested hosts and console errors. */
  const openReference = async (address: string) => {
    const page = await browser.newPage()
    const hosts = new Set<string>()
    const consoleErrors: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text())
    })
    page.on('pageerror', (error) => consoleErrors.push(error.message))
    await page.goto(address)
    await page.waitForSelector('.opblock')
    return { page, hosts, consoleErrors }
  }

  /** Counts conversions of the whole contract to plain objects from now on. */
  const countConversions = async (page: Page) => {
    await page.evaluate(`{
      const contract = ui.specSelectors.specJson()
      globalThis.conversions = 0
      contract.toJS = () => {
        conversions += 1
        return Object.getPrototypeOf(contract).toJS.call(contract)
      }
    }`)
    return () => page.evaluate('conversions')
  }

  /** Ids of all operations: Swagger UI renders only those near the viewport of a long document. */
  const renderedWhileScrolling = async (page: Page): Promise<ReadonlySet<string>> => {
    const rendered = new Set<string>()
    for (let isAtEnd = false; !isAtEnd; ) {
      for (const id of await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => block.id)))
        rendered.add(id)
      isAtEnd = await page.evaluate<boolean>(SCROLL_ON)
    }
    await page.evaluate('scrollTo(0, 0)')
    return rendered
  }

  const expectComplete = async (
    { page, hosts, consoleErrors }: Awaited<ReturnType<typeof openReference>>,
    origin: string,
  ) => {
    const { document } = await platform.contract()
    const endpoints = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect((await renderedWhileScrolling(page)).size).toBe(endpoints.length)
    expect([...hosts]).toEqual([origin])
    expect(consoleErrors).toEqual([])
  }

  it('shows every endpoint over plain HTTP below a prefix without other hosts or CSP violations, and sends a question with the entered key and the tenant of the chosen database', async () => {
    const proxy = await prefixProxy('/tabletalk', platform.baseUrl)
    const origin = `http://${OTHER_NAME}:${proxy.port}`
    const reference = await openReference(`${origin}/tabletalk/docs`)
    await expectComplete(reference, origin)
    const { page } = reference
    const conversions = await countConversions(page)
    const { organizationId } = platform.access
    const unscoped = {
      ...DEMO.database,
      id: randomUUID(),
      name: 'alone',
      organizationId,
      requiresOrganizationScoping: false,
    }
    await platform.app.store.databases.put(unscoped, `sqlite:${testServers().demoFile}`)
    await page.click('.btn.authorize')
    await page.locator('.auth-container input').first().fill(platform.access.orgKey)
    await page.locator('.auth-btn-wrapper .authorize').first().click()
    await page.locator('.auth-btn-wrapper .btn-done').first().click()
    for (const [database, tenant, operation, address] of [
      ['alone', undefined, 'operations-chat-postChatMessage', '/chat/message'],
      [DEMO.database.name, '1', 'operations-chat-getChatByConversationIdStream', '/chat/new/stream?message=How%20many'],
    ] as const) {
      await page.locator('#database select').selectOption(database)
      const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'))
      const block = page.locator(`[id="${operation}"]`)
      while ((await block.count()) === 0 && !(await page.evaluate<boolean>(SCROLL_ON))) {}
      await block.locator('.opblock-summary-control').click()
      await block.locator('.try-out__btn').click()
      await block.locator('.execute').click()
      const response = await answered
      expect(response.url()).toContain(`${origin}/tabletalk/api/v1${address}`)
      expect(response.status()).toBe(200)
      expect((await response.request().allHeaders())['x-tenant-id']).toBe(tenant)
      await block.locator('.live-responses-table').waitFor()
    }
    expect(await conversions()).toBe(1)
    await page.close()
    await proxy.close()
  }, 120_000)
})
