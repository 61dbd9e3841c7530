import type { Browser } from 'playwright-core'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
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

describeInBrowser('the reference in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('shows every endpoint, asks no other host, and breaks no policy', async () => {
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
    await page.goto(`${platform.baseUrl}/docs`)
    await page.waitForSelector('.opblock')
    const { document } = await platform.contract()
    const endpoints = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect(await page.locator('.opblock').count()).toBe(endpoints.length)
    expect([...hosts]).toEqual([platform.baseUrl])
    expect(complaints).toEqual([])
    await page.close()
  })
})
