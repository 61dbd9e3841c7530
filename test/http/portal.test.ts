import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { PORTAL_PAGES } from '../../src/http/portal/portal-pages.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { describeInBrowser, launchBrowser, OTHER_NAME } from '../support/browser.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'

/** Output of a build: relative URLs, and file names with a digest except those of unprocessed files. */
const BUILT = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <title>Tabletalk</title>
    <link rel="icon" type="image/svg+xml" href="./assets/favicon.svg">
    <script src="./assets/theme.js"></script>
    <script type="module" crossorigin src="./assets/index-0o6Zqe9fyrVj.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-Cr5zODvLIJ8A.css">
  </head>
  <body><div id="root"></div></body>
</html>`,
  'assets/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/theme.js': "document.documentElement.dataset.theme = 'dark'",
  'assets/index-0o6Zqe9fyrVj.js': `const { shown } = await import('./page-_-2LIy8SUzb2.js')
document.getElementById('root').textContent = shown`,
  'assets/page-_-2LIy8SUzb2.js': "export const shown = 'the page'",
  'assets/index-Cr5zODvLIJ8A.css': '#root { color: rgb(1, 2, 3) }',
  'assets/shared-answer.css': 'of the portal',
  'widget/widget.js': '// of the widget',
}

let folder: string
let platform: Platform
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-portal-'))
  for (const name of ['assets', 'widget']) await mkdir(path.join(folder, name))
  for (const [name, text] of Object.entries(BUILT)) await writeFile(path.join(folder, name), text)
  const env = { TABLETALK_TRUSTED_PROXIES: 'loopback' }
  platform = await startPlatform({ worker: false, env, portal: { folder } })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

const get = (address: string, init: RequestInit = {}) =>
  fetch(`${platform.baseUrl}${address}`, { redirect: 'manual', ...init })

/** One URL per page. */
const PAGE_URLS = PORTAL_PAGES.map((page) => page.replace(/:\w+/g, '019a0000-0000-7000-8000-000000000000'))

describe('portal page', () => {
  it.each(PAGE_URLS)('is served to GET and HEAD of %s with a CSP and no-cache', async (at) => {
    const page = await get(at)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<title>Tabletalk</title>')
    const policy = page.headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-cache',
      'no-referrer',
    ])
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const head = await get(`${at}?database=1`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-security-policy')]).toEqual([200, policy])
  })

  it('has a Cross-Origin-Opener-Policy over HTTPS only', async () => {
    const opener = async (headers: Record<string, string>) =>
      (await get('/ask', { headers })).headers.get('cross-origin-opener-policy')
    expect([await opener({}), await opener({ 'X-Forwarded-Proto': 'https' })]).toEqual([null, 'same-origin'])
  })

  it('/ask is the redirect target of GET /, also below a prefix', async () => {
    const root = await get('/')
    expect([root.status, root.headers.get('location')]).toEqual([302, 'ask'])
    const proxy = await prefixProxy('/tabletalk', platform.baseUrl)
    const page = await fetch(`http://127.0.0.1:${proxy.port}/tabletalk/`)
    await proxy.close()
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/tabletalk/ask'])
  })

  it('references assets relative to its URL', async () => {
    const sources = async (at: string) => (await (await get(at)).text()).match(/(?<=(?:src|href)=")[^"]+(?=\/assets)/g)
    expect([await sources('/login'), await sources('/ask/1')]).toEqual([
      ['.', '.', '.', '.'],
      ['..', '..', '..', '..'],
    ])
  })
})

describe('portal asset', () => {
  it.each([
    ['index-0o6Zqe9fyrVj.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['page-_-2LIy8SUzb2.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['index-Cr5zODvLIJ8A.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['theme.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ])('%s has the type %s, and is immutable only with a digest in its name', async (name, type, caching) => {
    const { status, headers } = await get(`/assets/${name}`)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, caching])
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('does not replace existing assets of the API', async () => {
    expect(await (await get('/assets/shared-answer.css')).text()).not.toBe('of the portal')
  })
})

describe('routing beside the portal', () => {
  it.each([
    ...[
      '/ask/',
      '/ASK',
      '/ask/1/2',
      '/login/x',
      '/index.html',
      '/assets',
      '/assets/',
      '/assets/none.js',
      '/ask/%E0%A4%A',
    ],
    ...['/assets/..%2findex.html', '/assets/%E0', '/.vite', '/portal', '/logins'],
  ])('returns 404 in the envelope for GET %s', async (at) => {
    const { status, body } = await platform.request(at)
    expect([status, body.error_code]).toEqual([404, 'NOT_FOUND_RESOURCE'])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('returns 404 for %s of a page or an asset', async (method) => {
    for (const at of ['/', '/ask', '/ask/1', '/assets/theme.js']) {
      const { status, body } = await platform.request(at, { method })
      expect([at, status, body.error_code]).toEqual([at, 404, 'NOT_FOUND_RESOURCE'])
    }
  })

  it('still serves the reference, the contract, health and the API', async () => {
    const statuses = await Promise.all(
      ['/docs/', '/openapi.json', '/healthz', '/api/v1/branding', '/s/none'].map(
        async (at) => (await platform.request(at, { headers: { Accept: '*/*' } })).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 200, 200, 404])
  })
})

it('API without a built portal reports it, and redirects / to the reference', async () => {
  const observations: unknown[] = []
  const app = { ...platform.app, observe: (one: unknown) => void observations.push(one) }
  const error = new Error('no bundler')
  const portal = { folder: undefined, error }
  const api = await serveApi(app, { host: '127.0.0.1', port: 0, secret: SECRET, portal })
  const base = `http://127.0.0.1:${api.port}`
  const root = await fetch(base, { redirect: 'manual' })
  const page = await fetch(`${base}/ask`)
  await api.drain(1_000)
  expect([root.status, root.headers.get('location'), page.status]).toEqual([302, 'docs/', 404])
  expect(observations).toContainEqual({ kind: 'portal_build_failed', error, serving: 'none' })
})

describeInBrowser('portal in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('loads at every depth below a prefix over plain HTTP, without a CSP violation', async () => {
    const proxy = await prefixProxy('/tabletalk', platform.baseUrl)
    for (const at of ['/ask', '/ask/1']) {
      const page = await browser.newPage()
      const consoleMessages: string[] = []
      page.on('console', (message) => void consoleMessages.push(message.text()))
      page.on('pageerror', (error) => void consoleMessages.push(error.message))
      await page.goto(`http://${OTHER_NAME}:${proxy.port}/tabletalk${at}`)
      await page.getByText('the page').waitFor()
      const shown = await page.evaluate(
        "[document.documentElement.dataset.theme, getComputedStyle(document.getElementById('root')).color]",
      )
      expect([at, shown, consoleMessages]).toEqual([at, ['dark', 'rgb(1, 2, 3)'], []])
      await page.close()
    }
    await proxy.close()
  })
})
