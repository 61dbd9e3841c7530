import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringify } from 'node:querystring'
import type { Browser, Page } from 'playwright-core'
import manifest from '../../package.json' with { type: 'json' }
import { frameAncestors } from '../../src/http/widget/frame-page.ts'
import { describeInBrowser, launchBrowser, OTHER_NAME } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'
import { rawRequest } from '../support/raw-request.ts'

const SHOP = 'https://shop.example'
const BELOW_SHOP = 'https://*.shop.example'

let platform: Platform
let path: string
beforeAll(async () => {
  const env = { TABLETALK_LIMITS: 'memory' }
  platform = await startPlatform({ worker: false, env, portal: await builtPortal() })
  path = `/${(await platform.request('/widget.json')).body.path}`
})
afterAll(() => platform.close())

const get = (at: string, headers: Record<string, string> = {}) => fetch(`${platform.baseUrl}${at}`, { headers })
const owner = () => ({ organizationId: platform.access.organizationId })
const newKey = (limits: { readonly origins?: readonly string[]; readonly expiresAt?: string } = {}) => {
  const { databaseId } = platform.access
  return platform.app.store.apiKeys.add(owner(), { kind: 'database', databaseId, userId: 1, ...limits })
}
const frame = (parameters: Record<string, string | string[]>) => get(`/widget/frame?${stringify(parameters)}`)

describe('script of the widget', () => {
  it('is served with its hash to pages of all origins, gzipped if that is accepted', async () => {
    const { version, integrity } = (await platform.request('/widget.json')).body
    expect([version, path]).toEqual([manifest.version, expect.stringMatching(/^\/widget\/[\d.]+-[0-9a-f]{12}\.js$/)])
    const plain = await get('/widget.js', { 'Accept-Encoding': 'identity' })
    const bytes = Buffer.from(await plain.arrayBuffer())
    expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`)
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const at of ['/widget.js', path]) {
      const { status, headers } = await get(at, { 'Accept-Encoding': 'gzip', Origin: SHOP })
      expect([at, status]).toEqual([at, 200])
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'gzip',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
        'x-ratelimit-limit': '1200',
      })
    }
  })

  it('is immutable under the name with its version and digest, and revalidated with 304 under the other', async () => {
    const pinned = await get(path)
    const current = await get('/widget.js')
    expect(await pinned.text()).toBe(await current.text())
    expect([pinned, current].map(({ headers }) => headers.get('cache-control'))).toEqual([
      'public, max-age=31536000, immutable',
      'no-cache',
    ])
    // `fetch` would send `Cache-Control: no-cache` too.
    const again = (etag: string) => rawRequest(`${platform.baseUrl}/widget.js`, [['If-None-Match', etag]])
    expect(await again(current.headers.get('etag') ?? '')).toMatchObject({ status: 304, text: '' })
    expect((await again('W/"sha384-other"')).status).toBe(200)
  })

  it.each([
    ...['/widget/', '/widget/0.0.0-000000000000.js', '/widget/widget.js', '/widget/..%2fwidget.js', '/widget/%E0%A4%A'],
    ...['/WIDGET.JS', '/widget.js/', '/widget', '/widget/frame/', '/widget/frame/x'],
  ])('has no other address: %s', async (at) => {
    const { status, body } = await platform.request(at)
    expect([status, body.error_code]).toEqual([404, 'NOT_FOUND_RESOURCE'])
  })

  it('is not served without a build', async () => {
    const alone = await startPlatform({ worker: false })
    const { text } = await newKey()
    const addresses = ['/widget.js', path, '/widget.json', `/widget/frame?key=${text}`]
    const statuses = await Promise.all(addresses.map(async (at) => (await fetch(`${alone.baseUrl}${at}`)).status))
    await alone.close()
    expect(statuses).toEqual([404, 404, 404, 404])
  })
})

describe('page for frames', () => {
  it('contains only the element and the script, and may be framed by the origins of the key', async () => {
    const { text } = await newKey({ origins: [SHOP, BELOW_SHOP] })
    const page = await frame({ key: text, database: 'd', tenant: '7', scope: 's', locale: 'de', origins: '*' })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      `frame-ancestors ${SHOP} ${BELOW_SHOP}`,
    ])
    expect([page.headers.get('x-frame-options'), page.headers.get('referrer-policy')]).toEqual([null, 'no-referrer'])
    const markup = await page.text()
    expect(markup).toContain(
      `<body>\n<db-chat full api-key="${text}" database-id="d" tenant-id="7" scope-id="s" locale="de"></db-chat>\n</body>`,
    )
    expect(new URL(/src="([^"]+)"/.exec(markup)?.[1] ?? '', page.url).pathname).toBe('/widget.js')
    const everywhere = await frame({ key: (await newKey()).text })
    expect(everywhere.headers.get('content-security-policy')).toMatch(/; frame-ancestors \*$/)
  })

  it('may be framed by no page if the only origin is none that a policy can name', () => {
    expect(frameAncestors({ origins: ['https://a;sandbox', 'https://b,c', 'http://[::1]:3000'] })).toBe("'none'")
    expect(frameAncestors({ origins: ['https://a;sandbox', 'http://localhost:3000'] })).toBe('http://localhost:3000')
  })

  it('escapes every parameter', async () => {
    const { text } = await newKey()
    const markup = '"><script>alert(1)</script>'
    const page = await frame({ key: text, database: markup, tenant: markup, scope: markup, locale: markup })
    const shown = await page.text()
    expect(shown.match(/<script/g)).toHaveLength(1)
    expect(shown.match(/="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/g)).toHaveLength(4)
  })

  it('is the same 404 page for every key that may not be used and every invalid parameter', async () => {
    const { text, id } = await newKey()
    const expired = await newKey({ expiresAt: '2020-01-01T00:00:00.000Z' })
    const revoked = await newKey()
    await platform.app.store.apiKeys.revoke(owner(), revoked.id)
    const pages = await Promise.all(
      [
        {},
        { key: '' },
        { key: '"><script>' },
        { key: `pk_${id}_x` },
        { key: expired.text },
        { key: revoked.text },
        { key: platform.access.orgKey },
        { key: 'k'.repeat(8_000) },
        { key: text, tenant: 't'.repeat(256) },
        { key: [text, text] },
        { key: text, scope: ['a', 'b'] },
      ].map(async (parameters) => {
        const page = await frame(parameters)
        const { status, headers } = page
        return [status, headers.get('content-security-policy'), headers.get('x-frame-options'), await page.text()]
      }),
    )
    const [first = []] = pages
    expect(first).toEqual([
      404,
      expect.stringContaining("frame-ancestors 'none'"),
      'SAMEORIGIN',
      expect.stringContaining('<h1>This chat is not available.</h1>'),
    ])
    expect(pages).toEqual(pages.map(() => first))
    const german = await get('/widget/frame', { 'Accept-Language': 'de-CH' })
    expect(await german.text()).toContain('<html lang="de">')
  })
})

describe('a key with origins', () => {
  it('works from pages of the service itself, and not from those of other origins', async () => {
    const { text } = await newKey({ origins: [SHOP] })
    const statusFrom = async (headers: Record<string, string>) =>
      (await get('/api/v1/branding', { 'X-API-Key': text, ...headers })).status
    expect(await statusFrom({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
    expect(await statusFrom({ Origin: platform.baseUrl })).toBe(200)
    expect(await statusFrom({ Origin: SHOP, 'Sec-Fetch-Site': 'cross-site' })).toBe(200)
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expect([site, await statusFrom({ 'Sec-Fetch-Site': site })]).toEqual([site, 403])
    expect(await statusFrom({})).toBe(403)
    expect(await statusFrom({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  })
})

describeInBrowser('page for frames in a browser', () => {
  let browser: Browser
  /** A page of another origin, with a frame for the address in its query. */
  const pages = createServer((req, res) => {
    const source = new URL(req.url ?? '/', 'http://localhost').searchParams.get('frame') ?? ''
    res.setHeader('Content-Type', 'text/html').end(`<!doctype html><iframe src="${source}"></iframe>`)
  })
  let port: number
  beforeAll(async () => {
    browser = await launchBrowser()
    await once(pages.listen(0, '127.0.0.1'), 'listening')
    port = (pages.address() as AddressInfo).port
  })
  afterAll(async () => {
    await browser.close()
    pages.close()
  })

  const askAs = (key: string, base: string) => `fetch('${base}/api/v1/branding', { headers: { 'X-API-Key': '${key}' } })
    .then(({ status }) => status)`

  const openFraming = async (host: string, address: string): Promise<{ page: Page; complaints: string[] }> => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    await page.goto(`http://${host}:${port}/?frame=${encodeURIComponent(address)}`)
    return { page, complaints }
  }

  it('is shown in a page of an origin of the key, below a prefix, and its requests are admitted', async () => {
    const proxy = await prefixProxy('/chat', platform.baseUrl)
    const base = `http://127.0.0.1:${proxy.port}/chat`
    const { text } = await newKey({ origins: [`http://127.0.0.1:${port}`] })
    const { page, complaints } = await openFraming('127.0.0.1', `${base}/widget/frame?key=${text}`)
    const framed = page.frames()[1]
    await framed?.locator('db-chat').waitFor({ state: 'attached' })
    expect(await framed?.evaluate('document.scripts[0].src')).toBe(`${base}/widget.js`)
    expect(await framed?.evaluate(askAs(text, base))).toBe(200)
    expect(complaints).toEqual([])
    await page.close()
    await proxy.close()
  })

  it('is refused in a page of another origin, whose own requests are refused too', async () => {
    const { text } = await newKey({ origins: [`http://127.0.0.1:${port}`] })
    const { page, complaints } = await openFraming(OTHER_NAME, `${platform.baseUrl}/widget/frame?key=${text}`)
    expect(complaints).toContainEqual(expect.stringContaining('frame-ancestors'))
    expect(await page.evaluate(askAs(text, platform.baseUrl))).toBe(403)
    await page.close()
  })
})
