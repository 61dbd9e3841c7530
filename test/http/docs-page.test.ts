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
  it('is a page of this service alone, with the policy of all its pages', async () => {
    const reply = await platform.request('/docs/', { headers: { 'X-API-Key': null } })
    expect(reply.status).toBe(200)
    expect(reply.text).not.toMatch(/https?:|<script>/)
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'show.js', 'favicon-32x32.png'])
      expect([name, (await platform.open(`/docs/${name}`)).status]).toEqual([name, 200])
  })

  it('is where GET / leads, below a prefix too, and no other method', async () => {
    const root = await fetch(platform.baseUrl, { redirect: 'manual' })
    expect([root.status, root.headers.get('location')]).toEqual([302, 'docs/'])
    const proxy = await prefixProxy('/tabletalk', platform.baseUrl)
    const page = await fetch(`http://127.0.0.1:${proxy.port}/tabletalk/`)
    await proxy.close()
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/tabletalk/docs/'])
    expect((await fetch(platform.baseUrl, { method: 'POST' })).status).toBe(404)
  })

  it('serves nothing else of the package that it is made of', async () => {
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

/** What the page fills in by itself: examples, and nothing else. */
const filledIn = (parameters: readonly Parameter[], where: string): [string, string][] =>
  parameters.flatMap((parameter) =>
    parameter.in === where && typeof parameter.example === 'string' ? [[parameter.name, parameter.example]] : [],
  )

describe('what the reference fills in by itself', () => {
  it('is answered, at every endpoint that asks for no id', async () => {
    const { document } = await platform.contract()
    const refused: object[] = []
    let tried = 0
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const parameters = parametersOf(document, operation)
        const parts = new Map(filledIn(parameters, 'path'))
        const address = path.replaceAll(/\{(\w+)\}/g, (part, name: string) => parts.get(name) ?? part)
        if (address.includes('{') || asksForOnesOwn(`${method} ${path}`)) continue
        const query = new URLSearchParams(filledIn(parameters, 'query'))
        const json = operation.requestBody?.content['application/json']?.example
        const { status, text } = await platform.request(`${address}?${query}`, {
          method: method.toUpperCase(),
          headers: { 'X-Tenant-Id': null, 'X-Scope-Id': null, ...Object.fromEntries(filledIn(parameters, 'header')) },
          ...(json === undefined ? {} : { json }),
        })
        tried += 1
        if (status > 202) refused.push({ method, path, status, text })
      }
    expect(refused).toEqual([])
    expect(tried).toBeGreaterThan(20)
  })
})

/** What only the reader has: a database, the name that confirms a deletion, an account, a token, a provider. */
const asksForOnesOwn = (operation: string): boolean =>
  /^(post \/api\/v1\/databases(\/test)?|delete \/api\/v1\/organization|\w+ \/api\/v1\/(auth|billing|operators|sso)\/.*)$/.test(
    operation,
  )

/** Scrolls by less than the page draws at once, and resolves when it has drawn: with whether that was its end. */
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

  it('are not sent on a request over plain HTTP, by any route', async () => {
    for (const scheme of [undefined, 'http'])
      for (const path of PATHS)
        expect([path, await headersFor(platform.baseUrl, path, scheme)]).toEqual([
          path,
          { hsts: false, upgrades: false },
        ])
  })

  it('is all there is where a trusted proxy says that it came by HTTPS', async () => {
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

describeInBrowser('the reference in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** A page of the reference, with the hosts that it asks and what the browser complains about. */
  const openReference = async (address: string) => {
    const page = await browser.newPage()
    const hosts = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(address)
    await page.waitForSelector('.opblock')
    return { page, hosts, complaints }
  }

  /** Counts how often the page makes plain objects of the whole contract from now on. */
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

  /** The operations of the page by their ids: Swagger UI draws those of a long document that are near what is looked at. */
  const drawnWhileScrolling = async (page: Page): Promise<ReadonlySet<string>> => {
    const drawn = new Set<string>()
    for (let isAtEnd = false; !isAtEnd; ) {
      for (const id of await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => block.id)))
        drawn.add(id)
      isAtEnd = await page.evaluate<boolean>(SCROLL_ON)
    }
    await page.evaluate('scrollTo(0, 0)')
    return drawn
  }

  const expectWhole = async (
    { page, hosts, complaints }: Awaited<ReturnType<typeof openReference>>,
    origin: string,
  ) => {
    const { document } = await platform.contract()
    const endpoints = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect((await drawnWhileScrolling(page)).size).toBe(endpoints.length)
    expect([...hosts]).toEqual([origin])
    expect(complaints).toEqual([])
  }

  it('shows every endpoint over plain HTTP under a name that is not loopback and below a prefix, asks no other host, breaks no policy, and tries a question out at the first click, with a key that was entered once, with a tenant where the chosen database has some', async () => {
    const proxy = await prefixProxy('/tabletalk', platform.baseUrl)
    const origin = `http://${OTHER_NAME}:${proxy.port}`
    const reference = await openReference(`${origin}/tabletalk/docs`)
    await expectWhole(reference, origin)
    const { page } = reference
    const conversions = await countConversions(page)
    const { organizationId } = platform.access
    const alone = {
      ...DEMO.database,
      id: randomUUID(),
      name: 'alone',
      organizationId,
      requiresOrganizationScoping: false,
    }
    await platform.app.store.databases.put(alone, `sqlite:${testServers().demoFile}`)
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
