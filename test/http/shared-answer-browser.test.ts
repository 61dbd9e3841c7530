import type { Browser } from 'playwright-core'
import { answeredTurn } from '../support/answered-turn.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
let url: string
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  await platform.request('/api/v1/organization', { method: 'PATCH', json: { share_links: true } })
  const { organizationId, databaseId } = platform.access
  const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
  const names = Array.from({ length: 40 }, (_, at) => `column ${at}`)
  const rows = [
    Object.fromEntries(names.map((name, at) => [name, at === 0 ? 'x'.repeat(5_000) : at === 1 ? null : name])),
  ]
  const columns = names.map((name) => ({ name, type: 'text' as const }))
  const message = `${'unbroken'.repeat(40)} <img src="https://evil.example/i.png" onerror="alert(1)">`
  const { messageId } = await answeredTurn(platform.app.store, {
    caller,
    databaseId,
    message,
    question: message,
    result: { columns, rows, rowCount: 1 },
  })
  const json = { include_query: true }
  url = (await platform.request(`/api/v1/chat/messages/${messageId}/share`, { method: 'POST', json })).body.data.url
})
afterAll(() => platform.close())

describe('chart of a shared answer', () => {
  it('is rendered with the requested theme and locale, and has the security headers of the page', async () => {
    const reply = await fetch(`${url}/chart?part=1&theme=dark`, { headers: { 'Accept-Language': 'de' } })
    const { status, headers } = reply
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const svg = await reply.text()
    for (const shown of ['Orders by status', '#1a1e26', '1.234']) expect(svg).toContain(shown)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const name of ['referrer-policy', 'x-robots-tag']) expect(headers.get(name)).not.toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('returns the response of an unknown link if the chart or the link does not exist', async () => {
    const unknown = await (await fetch(`${platform.baseUrl}/s/nothing`)).text()
    for (const address of [`${url}/chart`, `${url}/chart?part=2`, `${url}/chart?part=x`, `${url}x/chart?part=1`]) {
      const reply = await fetch(address)
      expect([address, reply.status, await reply.text()]).toEqual([address, 404, unknown])
    }
  })
})

describeInBrowser('page of a share link in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([
    [1_280, 'light'],
    [400, 'dark'],
    [320, 'light'],
  ] as const)(
    'violates no CSP, requests no other host, and scrolls horizontally only within its regions: %i px, %s',
    async (width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      const [asked, consoleMessages] = [new Set<string>(), [] as string[]]
      page.on('request', (request) => asked.add(new URL(request.url()).pathname.replace(/sh_[\w-]+/, 'sh_…')))
      page.on('console', (message) => consoleMessages.push(message.text()))
      await page.goto(url)
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([overflow, consoleMessages.filter((text) => !text.includes('404'))]).toEqual([0, []])
      asked.delete('/favicon.ico')
      expect([...asked]).toEqual(['/s/sh_…', '/assets/shared-answer.css', '/s/sh_…/chart'])
      expect(await page.getByRole('img').getAttribute('alt')).toBe('Bars: open 2, paid 1,234')
      await page.close()
    },
  )

  it('has landmarks, one h1 and focusable named regions, and expands a long cell by keyboard', async () => {
    const page = await browser.newPage()
    await page.goto(url)
    for (const role of ['banner', 'main', 'contentinfo'] as const) expect(await page.getByRole(role).count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    const names = ['Orders by status · 1 row', 'Query as written', 'Query as run']
    for (const name of names) expect(await page.getByRole('region', { name, exact: true }).count()).toBe(1)
    const height = async () => (await page.locator('.cut .text').boundingBox())?.height ?? 0
    const before = await height()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('region')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await height()).toBeGreaterThan(2 * before)
    await page.close()
  })
})
